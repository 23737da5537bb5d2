import CatchwordCompletion
import CatchwordProcesses
import CatchwordShared
import Dispatch
import Synchronization

/// A connection through a program of the user, such as `ssh` or `openssl`, which passes bytes on.
final class CommandChannel: ByteChannel {
  /// What the program has said and nobody has read.
  private struct Waiting {
    var bytes: [UInt8] = []
    var isEnded = false
    var exit: ProcessExit?
    /// The last line of its standard error.
    var lastError: String?
    /// The reason for which it does not trust the server, if that is `openssl`.
    var distrust: String?
    /// What the first line of its standard error means that is known.
    var meaning: String?
  }

  /// The maximum number of bytes that wait to be read, and to be written; a program that exceeds it is ended.
  private static let maximumWaiting = 128 << 20

  private let program: String
  private let process: SupervisedProcess
  private let waiting: Waiter
  var isDirect: Bool { false }

  /// The bytes, and the thread that waits for them.
  private final class Waiter: Sendable {
    let state = Mutex(Waiting())
    let changed = DispatchSemaphore(value: 0)
  }

  /// Starts the program.
  ///
  /// - Throws: `PageStoreError` when it cannot be started.
  init(_ command: [String], environment: [String: String] = [:]) throws(PageStoreError) {
    let waiting = Waiter()
    let isTLS = command.first == "openssl"
    program = command.first ?? ""
    let log = EventLog()
    log.listen { _, message in
      waiting.state.withLock { waiting in
        waiting.lastError = message
        waiting.meaning = waiting.meaning ?? (isTLS ? CommandChannel.meaning(of: message) : nil)
        // "verify error:num=64:IP address mismatch"
        guard let error = message.firstRange(of: "verify error:num=") else { return }
        waiting.distrust = message[error.upperBound...].split(separator: ":", maxSplits: 1).last.map(String.init)
      }
    }
    var launch = ProcessLaunch(name: command.first ?? "", command: command, environment: environment)
    launch.limits.waitingInput = CommandChannel.maximumWaiting
    do throws(ProcessLaunchError) {
      process = try SupervisedProcess(launch, log: log)
    } catch {
      throw PageStoreError("\(command.first ?? "") cannot be started: \(error)", isAway: true)
    }
    self.waiting = waiting
    // It ends when the process does, which `deinit` sees to.
    Task(name: "reading from \(launch.name)") { [process] in
      while let bytes = await process.read() {
        let isTooMuch = waiting.state.withLock { waiting in
          waiting.bytes += bytes
          return waiting.bytes.count > CommandChannel.maximumWaiting
        }
        if isTooMuch { process.end(grace: .zero) }
        waiting.changed.signal()
      }
      // By then it has said why.
      let exit = await process.waitForExit()
      waiting.state.withLock { ($0.isEnded, $0.exit) = (true, exit) }
      waiting.changed.signal()
    }
  }

  deinit { process.end(grace: .zero) }

  func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(PageStoreError) {
    if !process.write(ContiguousArray(bytes)) { throw ended }
  }

  func read(into bytes: inout [UInt8], until deadline: ContinuousClock.Instant) throws(PageStoreError) {
    while true {
      let (found, isEnded) = waiting.state.withLock { waiting in
        defer { waiting.bytes = [] }
        return (waiting.bytes, waiting.isEnded)
      }
      bytes += found
      if !found.isEmpty { return }
      if isEnded { throw ended }
      let left = (deadline - .now) / .nanoseconds(1)
      guard left > 0, waiting.changed.wait(timeout: .now() + .nanoseconds(Int(left))) == .success else {
        throw .late()
      }
    }
  }

  /// Returns all that the program prints, once it has ended.
  ///
  /// - Throws: `PageStoreError`, also when it ends with another status than 0.
  func readAll(until deadline: ContinuousClock.Instant) throws(PageStoreError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= CommandChannel.maximumWaiting {
      do throws(PageStoreError) {
        try read(into: &bytes, until: deadline)
      } catch {
        guard error.isClosed else { throw error }
        let (exit, reason) = waiting.state.withLock { ($0.exit, $0.lastError) }
        if exit == .code(0) { return bytes }
        throw PageStoreError(reason ?? "the program \(exit?.description ?? "has ended")")
      }
    }
    throw PageStoreError("it prints too much")
  }

  private var ended: PageStoreError {
    waiting.state.withLock { waiting in
      if let distrust = waiting.distrust {
        return PageStoreError(
          "the server's certificate is refused: \(distrust); check \"authorities\", and the host in \"server\"",
          isAway: true)
      }
      if let meaning = waiting.meaning { return PageStoreError(meaning, isClosed: true) }
      let reason = waiting.lastError.map { ": \($0)" } ?? ", without a word on its standard error"
      return PageStoreError("\(program) has ended the connection\(reason)", isClosed: true)
    }
  }

  private static let refusal =
    "the server refuses the connection: it may ask for a certificate of yours, \"certificate\" and \"key\", or for another one"

  /// What lines of `openssl` mean that say why there is no connection, by parts of them.
  private static let meanings: [(part: String, meaning: String)] = [
    ("Connection refused", "the server cannot be reached: connection refused; is a server running there?"),
    ("Name or service not known", "the host of the server is not found"),
    ("failure in name resolution", "the host of the server is not found"),
    ("nodename nor servname", "the host of the server is not found"),
    (
      "client certificate",
      "the file of \"certificate\" or \"key\" cannot be read, or has none that can be used without a pass phrase"
    ),
    ("alert handshake failure", refusal), ("alert bad certificate", refusal),
    ("alert unsupported certificate", refusal),
    ("alert certificate revoked", "the server refuses your certificate, which has been revoked"),
    ("alert certificate expired", "the server refuses your certificate, which has expired"),
    ("unknown ca", "the server does not trust your certificate: it takes one by an authority that the server knows"),
    ("key values mismatch", "the file of \"key\" has the key of another certificate"),
    ("calling fopen", "the file of \"authorities\" cannot be opened"),
    ("X509_load_cert", "the file of \"authorities\" has no certificate"),
    (
      "certificate required",
      "the server asks for a certificate of yours: name its file as \"certificate\", and that of its key as \"key\""
    ),
    ("wrong version number", "the server does not speak TLS at that port: write \"redis:\", or the port that does"),
    ("packet length too long", "the server does not speak TLS at that port: write \"redis:\", or the port that does"),
  ]

  /// Returns what a line of `openssl` means, with a remedy.
  private static func meaning(of line: String) -> String? { meanings.first { line.contains($0.part) }?.meaning }
}
