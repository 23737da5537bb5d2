// The other place where this target touches the operating system: the terminal of `catchword demo`.
import CatchwordRPC
import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal on standard input and output, given to one program as a screen and a stream of keys.
///
/// Whatever ends this program, but SIGKILL and SIGSTOP, gives the terminal back as it was.
final class RawTerminal {
  /// What comes from the user.
  enum Event: Sendable {
    case bytes([UInt8])
    case resized
    /// The terminal is gone, or asked to end.
    case end
  }

  /// What the user does, in order; one loop may read it.
  let events: AsyncStream<Event>

  private let before: termios
  private let sources: [any DispatchSourceProtocol]

  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Takes the terminal; nil when there is none.
  init?() {
    var state = termios()
    guard isatty(0) == 1, isatty(1) == 1, tcgetattr(0, &state) == 0 else { return nil }
    before = state
    cfmakeraw(&state)
    guard tcsetattr(0, TCSAFLUSH, &state) == 0 else { return nil }
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    self.events = events
    let queue = DispatchQueue(label: "terminal")
    let input = DispatchSource.makeReadSource(fileDescriptor: 0, queue: queue)
    input.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(0, &bytes, bytes.count)
      if count > 0 {
        continuation.yield(.bytes(Array(bytes.prefix(count))))
      } else if count == 0 || errno != EINTR && errno != EAGAIN {
        input.cancel()
        continuation.yield(.end)
      }
    }
    let changes = RawTerminal.source(of: SIGWINCH, queue) { continuation.yield(.resized) }
    let ends = RawTerminal.signals.map { number in RawTerminal.source(of: number, queue) { continuation.yield(.end) } }
    sources = [input, changes] + ends
    for source in sources { source.resume() }
    // The other screen, with pastes in brackets.
    write("\u{1B}[?1049h\u{1B}[?2004h")
  }

  private static func source(
    of number: Int32, _ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
  ) -> any DispatchSourceProtocol {
    // A signal that has an effect of its own would not wait for the source.
    if number != SIGWINCH { signal(number, SIG_IGN) }
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: handler)
    return source
  }

  /// The columns and rows; 80 and 24 where the terminal does not say.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Writes to the screen; false when it is gone.
  @discardableResult func write(_ text: String) -> Bool { StandardStream.output.write(text) }

  /// Gives the terminal back.
  func restore() {
    for source in sources { source.cancel() }
    write("\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l")
    var state = before
    tcsetattr(0, TCSAFLUSH, &state)
  }
}
