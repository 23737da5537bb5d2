import CatchwordRPC

/// What a server did with one input.
struct ConformanceObservation {
  /// An answer, of which only the kind matters.
  enum Reply: Equatable {
    case result
    case error(Int)
    case batch
    case malformed
  }

  /// How the process ended.
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
    /// Its output is closed, and it lives.
    case silence
  }

  /// What became of the request behind the input.
  enum NextRequest: Equatable {
    case answered
    /// It was lost, and only the one after it was answered.
    case lost
    case unanswered
  }

  /// What became of a change.
  enum Change: Equatable {
    case made
    case ignored
    /// The document can be completed in, but the server offers nothing by which to see its text.
    case unclear
  }

  /// True when the server never got so far that the input could be sent.
  var isUnprepared = false
  var reply: Reply?
  var replyID: JSONValue?
  var change: Change?
  var nextRequest: NextRequest?
  var ending: Ending?
  /// True when its output held something that is no frame.
  var hasGarbage = false
}

extension ConformanceCase {
  /// True when what was seen is what the specification wants.
  func isMet(by seen: ConformanceObservation) -> Bool {
    if seen.isUnprepared || seen.hasGarbage { return false }
    let isAlive = seen.ending == nil && (seen.nextRequest == .answered || before == .shutDown)
    switch expectation {
    case .error(let code): return isAlive && seen.reply == .error(code)
    case .errorWithID(let code, let id): return isAlive && seen.reply == .error(code) && seen.replyID == id
    case .anyError: return isAlive && seen.isError
    case .anyAnswer: return isAlive && (seen.isError || seen.reply == .result)
    case .answerOrRefusal(let id):
      if seen.reply == .error(ResponseError.Code.invalidRequest.rawValue) { return isAlive }
      return isAlive && (seen.isError || seen.reply == .result) && seen.replyID == id
    case .survival: return isAlive
    case .silence: return isAlive && seen.reply == nil
    case .document: return isAlive && seen.change != nil
    case .changedDocument: return isAlive && (seen.change == .made || seen.change == .unclear)
    case .exitCode(let code): return seen.ending == .exit(code)
    case .end: return seen.ending != nil && seen.ending != .silence
    }
  }

  /// What was seen, in a few words.
  func words(for seen: ConformanceObservation) -> String {
    if seen.isUnprepared { return seen.ending.map { "\($0.words) at start" } ?? "does not start" }
    var parts: [String] = []
    if let words = replyWords(seen) { parts.append(words) }
    if let ending = seen.ending {
      if isAnswerDue && seen.nextRequest != nil && parts.isEmpty { parts.append("no reply") }
      parts.append(ending.words(isExpected: expectation.isEnd))
    } else if expectation.isEnd {
      parts.append("stays")
    } else {
      parts += lifeWords(seen, hasReply: !parts.isEmpty)
    }
    if seen.hasGarbage { parts.append("sends what is no frame") }
    return parts.joined(separator: ", ")
  }

  private func replyWords(_ seen: ConformanceObservation) -> String? {
    switch (seen.change, seen.reply) {
    case (.made?, _): return "change made"
    case (.ignored?, _): return "change ignored"
    case (.unclear?, _): return "document works"
    case (nil, .error(let code)?): return echo(seen) ?? words(forError: code, seen)
    case (nil, .result?): return echo(seen) ?? (isRefusalDue ? "accepts it" : "answers")
    case (nil, .batch?): return "answers the batch"
    case (nil, .malformed?): return "answer is no response"
    case (nil, nil): return nil
    }
  }

  private func words(forError code: Int, _ seen: ConformanceObservation) -> String {
    if case .edit = input { return "document lost (\(code))" }
    switch expectation {
    // The request inside was made up, so that its being unknown means that all the rest was taken for good.
    case .error(-32600), .errorWithID: if code == -32601 { return "accepts it" }
    case .anyAnswer, .survival: if code == -32601 { return "answers" }
    default: break
    }
    if case .errorWithID(_, let id) = expectation, let other = seen.replyID, other != id {
      return "\(code), id \(other.json)"
    }
    return "\(code)"
  }

  private var isRefusalDue: Bool {
    switch expectation {
    case .error, .errorWithID, .anyError: before != .started
    default: false
    }
  }

  /// Words about the id of an answer, for the rows that are about ids.
  private func echo(_ seen: ConformanceObservation) -> String? {
    guard case .answerOrRefusal(let id) = expectation else { return nil }
    if seen.reply == .error(ResponseError.Code.invalidRequest.rawValue), seen.replyID == .null { return "-32600" }
    return seen.replyID == id ? "echoes it" : "answers \((seen.replyID ?? .null).json)"
  }

  private func lifeWords(_ seen: ConformanceObservation, hasReply: Bool) -> [String] {
    switch seen.nextRequest {
    case nil: return hasReply ? [] : ["no reply"]
    case .answered: return hasReply ? [] : [isAnswerDue ? "no reply, alive" : "alive"]
    case .lost: return ["loses the next request"]
    case .unanswered: return ["hangs"]
    }
  }

  private var isAnswerDue: Bool {
    switch input {
    case .bytes, .unaskedMessage: false
    default: true
    }
  }
}

extension ConformanceCase.Expectation {
  var isEnd: Bool {
    switch self {
    case .exitCode, .end: true
    default: false
    }
  }
}

extension ConformanceObservation {
  var isError: Bool { if case .error? = reply { true } else { false } }
}

extension ConformanceObservation.Ending {
  /// - Parameter isExpected: True where the process ought to end, so that only its code is of interest.
  func words(isExpected: Bool) -> String {
    switch self {
    case .exit(let code): isExpected ? "rc \(code)" : "process exits rc \(code)"
    case .signal(let number): "crash (signal \(number))"
    case .silence: "closes its output"
    }
  }

  fileprivate var words: String { words(isExpected: false) }
}
