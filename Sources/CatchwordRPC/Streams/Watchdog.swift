/// A watchdog that ends a server without progress, once its client has gone or has told it to exit.
///
/// When the system creates no more threads, Dispatch blocks any thread that starts a task forever; the receive loop
/// then sees neither `exit` nor the end of its input. The watchdog's thread is created before all others and needs none
/// of them. Every five seconds it checks the server's progress, and does nothing else while there is some. After SIGTERM
/// or SIGHUP it ends the process in two seconds, whatever the progress.
final class Watchdog: Sendable {
  /// The interval of the checks.
  private static let interval = Duration.seconds(5)
  /// The maximum processor time in an interval without progress: next to nothing.
  private static let idleTime = Duration.milliseconds(5)
  /// The number of intervals without progress after which a server with nothing more to read is ended: it gives its
  /// client ten seconds to read the remaining output.
  private static let lastIntervals = 3
  /// The time that the process has to end by itself after SIGTERM or SIGHUP, whatever it is doing.
  private static let terminationGrace = Duration.seconds(2)
  /// The maximum time of one wait for input in the loop's place.
  private static let glance = Duration.milliseconds(250)

  private let loop: ReceiveLoop
  /// Woken by SIGTERM and SIGHUP.
  private let termination = StreamPlatform.WakePipe()
  private let parentID = StreamPlatform.parentID

  private init(_ loop: ReceiveLoop) { self.loop = loop }

  /// Starts to watch a loop, for as long as the process lives.
  ///
  /// - Returns: False when the system creates no thread.
  static func start(watching loop: ReceiveLoop) -> Bool {
    let watchdog = Watchdog(loop)
    StreamPlatform.handleTermination(waking: loop.leaderPipe, loop.followerPipe, watchdog.termination)
    return StreamPlatform.startThread { watchdog.watch() }
  }

  private func watch() {
    var still = 0
    while true {
      let (progress, used) = (loop.progress, StreamPlatform.processorTime)
      if StreamPlatform.waitToRead(termination.readingEnd, for: Watchdog.interval) { endSoon() }
      let hasGoneOn = loop.progress != progress || StreamPlatform.processorTime - used > Watchdog.idleTime
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
        StreamPlatform.exitNow(1)
      }
    }
  }

  /// Ends the process after SIGTERM or SIGHUP, unless that has been done by then.
  private func endSoon() -> Never {
    _ = StreamPlatform.waitToRead(nil, for: Watchdog.terminationGrace)
    StreamPlatform.exitNow(1)
  }

  private func say(_ what: String) {
    StandardStream.error.write("catchword: \(what): perhaps \(ThreadSupply.advice).\n")
  }

  /// Reads for the loop until it continues; ends the process on `exit`, at the input's end, or without its parent.
  private func standIn(since progress: ReceiveLoop.Progress) {
    var decoder = FrameDecoder()
    decoder.append(loop.unhandled)
    while loop.progress == progress {
      while let event = decoder.next() {
        if case .body(let body) = event, case .notification("exit", _) = Message(body) { StreamPlatform.exitNow(1) }
      }
      if StreamPlatform.parentID != parentID { StreamPlatform.exitNow(1) }
      if StreamPlatform.waitToRead(termination.readingEnd, for: .zero) { endSoon() }
      guard let bytes = loop.readInPlace(within: Watchdog.glance) else { StreamPlatform.exitNow(1) }
      decoder.append(bytes)
    }
  }
}
