import CatchwordRPC
import Dispatch

/// The terminal on standard input and output, given to one program as a screen and a stream of keys.
///
/// Whatever ends this program, but SIGKILL and SIGSTOP, gives the terminal back as it was.
final class RawTerminal {
  /// What comes from the user.
  enum Event: Sendable {
    case bytes([UInt8])
    case resized
    /// The terminal is gone, or this program is asked to end.
    case end
  }

  /// What the user does, in order; one loop may read it.
  let events: AsyncStream<Event>

  private let endRawInput: () -> Void
  private let sources: [any DispatchSourceProtocol]

  /// Takes the terminal; nil when there is none.
  init?() {
    guard let endRawInput = System.beginRawInput() else { return nil }
    self.endRawInput = endRawInput
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    self.events = events
    let queue = DispatchQueue(label: "terminal")
    let input = DispatchSource.makeReadSource(fileDescriptor: 0, queue: queue)
    input.setEventHandler {
      guard let bytes = System.readInput() else {
        input.cancel()
        continuation.yield(.end)
        return
      }
      continuation.yield(.bytes(bytes))
    }
    sources = [input, RawTerminal.signals(queue) { continuation.yield($0) }].compactMap(\.self)
    for source in sources { source.resume() }
    // The other screen, with pastes in brackets.
    write("\u{1B}[?1049h\u{1B}[?2004h")
  }

  /// Returns a source of the signals that ask this program to end, or tell of another size.
  private static func signals(
    _ queue: DispatchQueue, _ handle: @escaping @Sendable (Event) -> Void
  ) -> (any DispatchSourceProtocol)? {
    guard let pipe = System.openSignalPipe([System.sizeSignal] + System.endSignals) else { return nil }
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: queue)
    source.setEventHandler {
      for number in System.takeSignals(from: pipe) { handle(number == System.sizeSignal ? .resized : .end) }
    }
    return source
  }

  /// Writes to the screen; false when it is gone.
  @discardableResult func write(_ text: String) -> Bool { StandardStream.output.write(text) }

  /// Gives the terminal back.
  func restore() {
    for source in sources { source.cancel() }
    write("\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l")
    endRawInput()
  }
}
