import CatchwordCompletion

/// One question to a program, and what has come of it so far.
struct CommandRun: Sendable {
  /// How far it has come.
  enum State: Sendable {
    case running
    /// The answer is whole.
    case done
    /// There is no answer.
    case failed(CommandError)
    /// Nobody waits for the rest of it, or nobody will give it.
    case abandoned
  }

  /// A lookup that waits for the answer.
  struct Waiter: Sendable {
    /// Finished when it need not wait any longer.
    let end: AsyncStream<Never>.Continuation
    /// True once it takes what there is.
    var isImpatient = false
  }

  let request: CommandRequest
  let dependsOnlyOnAnchor: Bool
  var state = State.running
  var candidates: [Candidate] = []
  var isIncomplete = false
  var waiters: [Int: Waiter] = [:]
  /// True when a lookup has been answered before the end.
  var wasGivenInPart = false
  /// True when the program has been told, so that it can be told that nobody waits any more.
  var wasSent = false
  var endTime: Duration?
  /// What runs a program for this question alone.
  var program: Task<Void, Never>?
  var deadline: Task<Void, Never>?
  private var bytes = 0

  init(_ request: CommandRequest, dependsOnlyOnAnchor: Bool) {
    self.request = request
    self.dependsOnlyOnAnchor = dependsOnlyOnAnchor
  }

  var isRunning: Bool { if case .running = state { true } else { false } }

  /// True when the answer to another question is in the answer to this one.
  func covers(_ other: CommandRequest, now: Duration) -> Bool {
    guard other.isInTheSameWord(as: request) else { return false }
    switch state {
    case .running: break
    case .done: if let endTime, now - endTime > CommandLimits.freshness { return false }
    case .failed, .abandoned: return false
    }
    if dependsOnlyOnAnchor || other.typed == request.typed { return true }
    return !isIncomplete && !candidates.isEmpty && !request.typed.isEmpty && other.typed.hasPrefix(request.typed)
  }

  /// Takes a part of the answer.
  ///
  /// - Returns: False when that was more than an answer may have.
  mutating func take(_ part: [Candidate], bytes count: Int) -> Bool {
    bytes += count
    let room = CommandLimits.candidates - candidates.count
    candidates += part.prefix(room)
    return part.count <= room && bytes <= CommandLimits.answerBytes
  }

  /// What to answer now.
  func answer() throws -> SourceAnswer {
    switch state {
    case .done: return SourceAnswer(candidates, isIncomplete: isIncomplete)
    case .failed(let error) where candidates.isEmpty: throw error
    case .running, .failed, .abandoned: return SourceAnswer(candidates, isIncomplete: true)
    }
  }
}

/// Why a program gave no answer.
public enum CommandError: Error, Equatable, CustomStringConvertible {
  /// It took longer than its deadline: a slow program needs a longer one, or `dependsOnlyOnAnchor`.
  case late(Duration)
  /// It said so itself.
  case refused(String)
  /// It does not work, for this reason, which follows its name.
  case failed(String)

  /// For people.
  public var description: String {
    switch self {
    case .late(let deadline): "it did not answer within \(deadline.forPeople)"
    case .refused(let reason): "it says: \(reason.prefix(200))"
    case .failed(let reason): "it \(reason)"
    }
  }
}

extension Duration {
  /// In milliseconds, or from one second on in seconds.
  var forPeople: String {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(Double(milliseconds) / 1000) s"
  }
}
