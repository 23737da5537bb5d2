import CatchwordRPC

/// The reaction of a server to one input.
struct ConformanceObservation {
  /// The kind of an answer.
  enum Reply: Equatable {
    case result
    case error(Int)
    case batch
    case malformed
  }

  /// The end of the process.
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
    /// Its output is closed, but it runs.
    case silence
  }

  /// The outcome of the request after the input.
  enum NextRequest: Equatable {
    case answered
    /// The request was lost; only the one after it was answered.
    case lost
    case unanswered
  }

  /// The outcome of a change.
  enum Change: Equatable {
    case made
    case ignored
    /// Completions in the document work, but the server offers nothing that would show its text.
    case unclear
  }

  /// True when the server did not get far enough for the input to be sent.
  var isUnprepared = false
  var reply: Reply?
  var replyID: JSONValue?
  var change: Change?
  var nextRequest: NextRequest?
  var ending: Ending?
  /// True when its output held something that is not a frame.
  var hasGarbage = false
}

extension ConformanceCase {
  /// Returns true when the observation is what the specification demands.
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

  /// Returns the observation in a few words.
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
    // The request inside was made up: -32601 for it means that the server accepted all the rest.
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

  /// Returns words about the id of an answer, for the rows that test ids.
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
  /// - Parameter isExpected: True when the process should end, so that only its exit code is of interest.
  func words(isExpected: Bool) -> String {
    switch self {
    case .exit(let code): isExpected ? "rc \(code)" : "process exits rc \(code)"
    case .signal(let number): "crash (signal \(number))"
    case .silence: "closes its output"
    }
  }

  fileprivate var words: String { words(isExpected: false) }
}
