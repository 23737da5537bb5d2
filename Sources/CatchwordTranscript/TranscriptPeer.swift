package import CatchwordRPC

/// The server at the other end of a transcript: another process, or a server in this one.
///
/// The calls block, so they belong on a thread of their own.
package protocol TranscriptPeer: AnyObject {
  /// Sends bytes to the server's input.
  func send(_ bytes: ContiguousArray<UInt8>)
  /// Closes the server's input.
  func closeInput()
  /// The time that has passed, by the clock that the waits use.
  var now: Duration { get }
  /// The maximum duration of anything that works; nil when everything has already come.
  var longest: Duration? { get }
  /// Waits for a duration.
  func wait(_ duration: Duration)
  /// Returns the next event of the server.
  ///
  /// - Parameter deadline: The time until which to wait; past, for what had come by then; nil for the longest time that anything
  ///   that works would take.
  func receive(by deadline: Duration?) -> TranscriptEvent
  /// The time when the last message that was received had come.
  var arrival: Duration { get }
  /// Returns the exit code of the server; nil when it does not end.
  func exitCode() -> Int32?
}

extension TranscriptPeer {
  /// Returns the next event of the server.
  ///
  /// - Parameter patience: The maximum wait; nil for the longest time that anything that works would take.
  package func receive(within patience: Duration?) -> TranscriptEvent { receive(by: patience.map { now + $0 }) }
}

/// An event of the server's output.
package enum TranscriptEvent: Equatable, Sendable {
  /// A message.
  case message(JSONValue)
  /// Bytes that are not a message.
  case garbage(String)
  /// The end of the output.
  case ended
  /// Nothing came in the time allowed.
  case nothing
}

/// A decoder that turns a server's output into events.
package struct TranscriptDecoder {
  private var frames = FrameDecoder()

  /// Creates a decoder at the start of a stream.
  package init() {}

  /// Returns the events in the next bytes of the stream.
  package mutating func events(in bytes: some Collection<UInt8>) -> [TranscriptEvent] {
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

  /// Returns the event of one message's body.
  package static func event(_ body: ContiguousArray<UInt8>) -> TranscriptEvent {
    do { return .message(try JSONValue(parsing: body)) } catch { return .garbage("\(error)") }
  }
}
