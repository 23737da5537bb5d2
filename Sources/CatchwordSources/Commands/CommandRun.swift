import CatchwordCompletion

/// A request to a program, and its response so far.
struct CommandRun: Sendable {
  /// The state of the response.
  enum State: Sendable {
    case running
    /// The response is complete.
    case done
    /// There is no response.
    case failed(CommandError)
    /// Nobody waits for the rest of the response, or the program can no longer give it.
    case abandoned
  }

  /// A lookup that waits for the response.
  struct Waiter: Sendable {
    /// The stream that is finished when the lookup need not wait any longer.
    let end: AsyncStream<Never>.Continuation
    /// True once the lookup takes a partial response.
    var isImpatient = false
  }

  let request: CommandRequest
  let dependsOnlyOnAnchor: Bool
  var state = State.running
  var candidates: [Candidate] = []
  var isIncomplete = false
  var waiters: [Int: Waiter] = [:]
  /// True when a lookup has been answered before the end of the response.
  var wasGivenInPart = false
  /// True when the request was sent to a long-lived program, which is to be told when it is cancelled.
  var wasSent = false
  var endTime: Duration?
  /// The task that runs a program for this request alone; nil for a long-lived program.
  var program: Task<Void, Never>?
  var deadline: Task<Void, Never>?
  private var bytes = 0

  init(_ request: CommandRequest, dependsOnlyOnAnchor: Bool) {
    self.request = request
    self.dependsOnlyOnAnchor = dependsOnlyOnAnchor
  }

  var isRunning: Bool { if case .running = state { true } else { false } }

  /// True when the response to this request contains that to another one.
  func covers(_ other: CommandRequest, now: Duration) -> Bool {
    guard other.isInTheSameWord(as: request), other.inline == request.inline else { return false }
    switch state {
    case .running: break
    case .done: if let endTime, now - endTime > CommandLimits.freshness { return false }
    case .failed, .abandoned: return false
    }
    if dependsOnlyOnAnchor || other.typed == request.typed { return true }
    return !isIncomplete && !candidates.isEmpty && !request.typed.isEmpty && other.typed.hasPrefix(request.typed)
  }

  /// Takes a part of the response.
  ///
  /// - Returns: False when the response exceeds a limit.
  mutating func take(_ part: [Candidate], bytes count: Int) -> Bool {
    bytes += count
    let room = CommandLimits.candidates - candidates.count
    candidates += part.prefix(room)
    return part.count <= room && bytes <= CommandLimits.answerBytes
  }

  /// Returns the answer at this moment.
  func answer() throws -> SourceAnswer {
    switch state {
    case .done: return SourceAnswer(candidates, isIncomplete: isIncomplete)
    case .failed(let error) where candidates.isEmpty: throw error
    case .running, .failed, .abandoned: return SourceAnswer(candidates, isIncomplete: true)
    }
  }
}

/// The reason why a program gave no response.
package enum CommandError: Error, Equatable, CustomStringConvertible {
  /// The response took longer than the deadline: a slow program needs a longer one, or `dependsOnlyOnAnchor`.
  case late(Duration)
  /// The program itself reported that it cannot answer.
  case refused(String)
  /// The program does not work; the reason continues a sentence that begins with its name.
  case failed(String)

  /// A description for the user.
  package var description: String {
    switch self {
    case .late(let deadline): "it did not answer within \(deadline.forPeople)"
    case .refused(let reason): "it says: \(reason.prefix(200))"
    case .failed(let reason): "it \(reason)"
    }
  }
}

extension Duration {
  /// The duration for the user, in milliseconds, or in seconds from one second on.
  var forPeople: String {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(Double(milliseconds) / 1000) s"
  }
}
