/// Ends a server that stands still, once its client has gone or has told it to exit.
///
/// Where the system makes no more threads, Dispatch waits for ever inside whoever starts a task; the receive loop then sees
/// neither `exit` nor the end of its input. This thread is made before all others and needs none of them. Every few seconds
/// it looks whether the server has gone on, and does no more while it has.
final class Watchdog: Sendable {
  /// How often to look.
  private static let interval = Duration.seconds(5)
  /// The most that a process computes in an interval in which it stands still: next to nothing.
  private static let idleTime = Duration.milliseconds(5)
  /// For how many intervals a server may stand still that has nothing more to read: it gives its client ten seconds to take
  /// what is left.
  private static let lastIntervals = 3
  /// How long to wait for input in the loop's place.
  private static let glance = Duration.milliseconds(250)

  private let loop: ReceiveLoop
  private let parentID = Platform.parentID

  private init(_ loop: ReceiveLoop) { self.loop = loop }

  /// Begins to watch a loop; for as long as the process lives.
  ///
  /// - Returns: False when the system makes no thread for it.
  static func start(watching loop: ReceiveLoop) -> Bool {
    let watchdog = Watchdog(loop)
    return Platform.startThread { watchdog.watch() }
  }

  private func watch() {
    var still = 0
    while true {
      let (progress, used) = (loop.progress, Platform.processorTime)
      _ = Platform.waitToRead(nil, for: Watchdog.interval)
      let hasGoneOn = loop.progress != progress || Platform.processorTime - used > Watchdog.idleTime
      if hasGoneOn || loop.isIdle {
        still = 0
        continue
      }
      still += 1
      if !loop.hasReadAll {
        say("the server has not gone on for \(Watchdog.interval.components.seconds) s")
        standIn(since: progress)
      } else if still == Watchdog.lastIntervals {
        say("the server could not end by itself")
        Platform.exitNow(1)
      }
    }
  }

  private func say(_ what: String) {
    StandardStream.error.write("catchword: \(what): perhaps \(ThreadSupply.advice).\n")
  }

  /// Reads for the loop until that goes on, and ends the process when nobody needs it any more.
  private func standIn(since progress: ReceiveLoop.Progress) {
    var decoder = FrameDecoder()
    decoder.append(loop.unhandled)
    while loop.progress == progress {
      while let event = decoder.next() {
        if case .body(let body) = event, case .notification("exit", _) = Message(body) { Platform.exitNow(1) }
      }
      if Platform.parentID != parentID { Platform.exitNow(1) }
      guard let bytes = loop.readInPlace(within: Watchdog.glance) else { Platform.exitNow(1) }
      decoder.append(bytes)
    }
  }
}
