import CatchwordRPC
import CatchwordTranscript

/// A process whose frames are timed: one thread moves bytes both ways, and no pipe ever blocks it.
///
/// A frame's time is taken right after the read that completed it; its content is parsed later, by the caller.
final class PipeClient {
  /// A received frame.
  struct Arrival {
    let time: ContinuousClock.Instant
    let body: ContiguousArray<UInt8>
  }

  /// A reason why nothing more can be measured.
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
  /// The messages to write; `written` is the number of bytes of the first that are written already.
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

  /// The processor time that the process has used so far.
  var processorTime: Duration? { Kernel.processorTime(of: process.id) }
  /// The resident memory of the process, in bytes.
  var residentBytes: Int? { Kernel.residentBytes(of: process.id) }

  /// Writes as much as the pipe accepts; the rest is written while something is awaited.
  ///
  /// - Returns: The time just before the first byte.
  @discardableResult
  func send(_ bytes: ContiguousArray<UInt8>) throws(Failure) -> ContinuousClock.Instant {
    let start = clock.now
    unwritten.append(bytes)
    if unwritten.count == 1 { try write() }
    return start
  }

  /// Returns the next frame; nil on a timeout.
  func receive(within patience: Duration) throws(Failure) -> Arrival? {
    let deadline = clock.now + patience
    while arrivals.isEmpty {
      let left = deadline - clock.now
      try move(within: max(.zero, left))
      if arrivals.isEmpty && left <= .zero { return nil }
    }
    return arrivals.removeFirst()
  }

  /// Closes the input, waits for the process to end, and returns its exit code; nil on a timeout.
  func end(within patience: Duration) -> Int32? {
    process.closeInput()
    return process.waitForExit(patience)
  }

  /// Waits until bytes can be moved, and moves them.
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
