import CatchwordRPC
import CatchwordTranscript

/// A process whose frames are timed: one thread moves bytes both ways, and no pipe ever holds it up.
///
/// A frame's time is taken right after the read that completed it; what it says is looked at by whoever takes it, later.
final class PipeClient {
  /// A frame that came.
  struct Arrival {
    let time: ContinuousClock.Instant
    let body: ContiguousArray<UInt8>
  }

  /// Why nothing more can be measured.
  enum Failure: Error, CustomStringConvertible {
    case ended(code: Int32?)
    case silent(Duration)
    case notAFrame

    var description: String {
      switch self {
      case .ended(let code):
        "the server ends in the middle, with \(code.map { "exit code \($0)" } ?? "its output closed")"
      case .silent(let patience): "there is no answer in \(readable(patience.microseconds / 1e6)) s"
      case .notAFrame: "the output holds something that is no frame"
      }
    }
  }

  let started: ContinuousClock.Instant
  private let process: ChildProcess
  private let clock = ContinuousClock()
  /// What is to be written, and how much of the first is.
  private var unwritten: [ContiguousArray<UInt8>] = []
  private var written = 0
  private var buffer = ContiguousArray<UInt8>(repeating: 0, count: 1 << 20)
  private var decoder = FrameDecoder()
  private var arrivals: [Arrival] = []

  /// Starts a program.
  init(_ command: [String], environment: [String: String]) throws(ChildProcess.LaunchError) {
    started = clock.now
    process = try ChildProcess(command, environment: environment)
    Kernel.stopBlocking(process.input)
    Kernel.stopBlocking(process.output)
  }

  deinit {
    process.kill()
    Kernel.done(process.output)
  }

  /// What the process has used so far.
  var processorTime: Duration? { Kernel.processorTime(of: process.id) }
  /// What the process holds.
  var residentBytes: Int? { Kernel.residentBytes(of: process.id) }

  /// Writes as much as the pipe takes; the rest goes while something is waited for.
  ///
  /// - Returns: The time just before the first byte.
  @discardableResult
  func send(_ bytes: ContiguousArray<UInt8>) throws(Failure) -> ContinuousClock.Instant {
    let start = clock.now
    unwritten.append(bytes)
    if unwritten.count == 1 { try write() }
    return start
  }

  /// The next frame; nil when none comes in time.
  func receive(within patience: Duration) throws(Failure) -> Arrival? {
    let deadline = clock.now + patience
    while arrivals.isEmpty {
      let left = deadline - clock.now
      try move(within: max(.zero, left))
      if arrivals.isEmpty && left <= .zero { return nil }
    }
    return arrivals.removeFirst()
  }

  /// Closes the input and gives the process time to end.
  func end(within patience: Duration) -> Int32? {
    process.closeInput()
    return process.waitForExit(patience)
  }

  /// Waits until bytes can move, and moves them.
  private func move(within patience: Duration) throws(Failure) {
    Kernel.wait(reading: process.output, writing: unwritten.isEmpty ? nil : process.input, for: patience)
    try write()
    switch Kernel.read(process.output, into: &buffer) {
    case .nothingYet: return
    case .ended: throw .ended(code: process.waitForExit(.seconds(1)))
    case .bytes(let count):
      let time = clock.now
      decoder.append(buffer[..<count])
      while let event = decoder.next() {
        guard case .body(let body) = event else { throw .notAFrame }
        arrivals.append(Arrival(time: time, body: body))
      }
    }
  }

  private func write() throws(Failure) {
    while let bytes = unwritten.first {
      guard let count = Kernel.write(bytes[written...], to: process.input) else {
        throw .ended(code: process.waitForExit(.seconds(1)))
      }
      guard count > 0 else { return }
      written += count
      guard written == bytes.count else { continue }
      unwritten.removeFirst()
      written = 0
    }
  }
}
