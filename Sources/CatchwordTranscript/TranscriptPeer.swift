public import CatchwordRPC

/// The server at the other end of a transcript: a process, or a server in this one.
///
/// The calls block, so they belong on a thread of their own.
public protocol TranscriptPeer: AnyObject {
  /// Hands bytes to the server's input.
  func send(_ bytes: ContiguousArray<UInt8>)
  /// Closes the server's input.
  func closeInput()
  /// How much time has passed, by the clock by which this waits.
  var now: Duration { get }
  /// For how long anything may take that works; nil where all has come that will.
  var longest: Duration? { get }
  /// Lets time pass.
  func wait(_ duration: Duration)
  /// The next thing that the server says.
  ///
  /// - Parameter patience: How long to wait for it; nil for as long as anything that works would ever take.
  func receive(within patience: Duration?) -> TranscriptEvent
  /// How the server ended; nil when it does not.
  func exitCode() -> Int32?
}

/// What a server says.
public enum TranscriptEvent: Equatable, Sendable {
  /// A message.
  case message(JSONValue)
  /// Bytes that are no message.
  case garbage(String)
  /// It has closed its output.
  case ended
  /// Nothing, in the time allowed.
  case nothing
}

/// Turns a server's output into events.
public struct TranscriptDecoder {
  private var frames = FrameDecoder()

  /// A decoder at the start of a stream.
  public init() {}

  /// The events in the next bytes of the stream.
  public mutating func events(in bytes: some Collection<UInt8>) -> [TranscriptEvent] {
    frames.append(bytes)
    var events: [TranscriptEvent] = []
    while let event = frames.next() {
      switch event {
      case .body(let body): events.append(TranscriptDecoder.event(body))
      case .skipped: break
      case .problem(let error): events.append(.garbage("\(error)"))
      }
    }
    return events
  }

  /// The event of one message's body.
  public static func event(_ body: ContiguousArray<UInt8>) -> TranscriptEvent {
    do { return .message(try JSONValue(parsing: body)) } catch { return .garbage("\(error)") }
  }
}
