import CatchwordRPC
import CatchwordTranscript
import Foundation

/// One long dialogue with one process, in which messages are sent by the clock, whether or not answers come.
final class Soak {
  /// The maximum time for any answer.
  private static let patience = Duration.seconds(30)

  private let options: SoakOptions
  private let peer: ProcessPeer
  private let watch: SoakWatch
  private let clock = ContinuousClock()
  private var editor: SoakEditor
  private var ledger = SoakLedger()
  private var memory = SoakMemory()
  private var report: SoakReport
  private var messages = 0
  /// True once the documents are open: the time of a start says nothing about keys.
  private var isOpen = false
  private var hasEnded = false
  private var problems: [String] = []

  /// Starts the server.
  init(_ options: SoakOptions, folder: URL) throws {
    self.options = options
    peer = try ProcessPeer(options.command, environment: OwnFolder.environment(folder))
    watch = SoakWatch(processID: peer.processID, patience: Soak.patience)
    editor = SoakEditor(seed: options.seed, documents: options.documents)
    report = SoakReport(options)
  }

  /// - Returns: The faults that were found, in sentences.
  func run() -> [String] {
    defer { watch.end() }
    report.begin()
    if begin() {
      let seconds = play()
      waitForAnswers()
      report.end(messages, seconds: seconds, ledger, memory.verdict)
      checkUsefulness()
      end()
      if case .grows = memory.verdict, report.isLongEnoughForMemory { problems.append("memory grows") }
    }
    judgeAnswers()
    return problems
  }

  // MARK: Life

  private func begin() -> Bool {
    let processID = Int(ProcessInfo.processInfo.processIdentifier)
    send(editor.request("initialize", ["processId": .int(processID), "rootUri": nil, "capabilities": [:]]))
    waitForAnswers()
    guard ledger.answered == 1, !hasEnded else { return false }
    send(SoakEditor.Message(json: SoakEditor.notification("initialized", [:])))
    for message in editor.opening() { send(message) }
    isOpen = true
    return true
  }

  /// Checks that a word of the text is offered: a server that answers everything with nothing is fast and steady, but
  /// useless. In the quiet after the load there is no excuse for it.
  private func checkUsefulness() {
    let (deadline, lists) = (clock.now + Soak.patience, ledger.lists)
    isOpen = false
    send(editor.typeTwice())
    while ledger.lists == lists, !hasEnded {
      guard clock.now < deadline else { return problems.append("in the end nothing is offered for a word in the text") }
      send(editor.completeThere())
      waitForAnswers()
      if ledger.lists == lists { hear(for: .milliseconds(50)) }
    }
  }

  private func end() {
    guard !hasEnded else { return }
    send(editor.request("shutdown", nil))
    waitForAnswers()
    guard !hasEnded else { return }
    send(SoakEditor.Message(json: ["jsonrpc": "2.0", "method": "exit"]))
    // Messages between the last answer and the end were not asked for, and are ignored.
    let deadline = clock.now + Soak.patience
    while !hasEnded, clock.now < deadline { hear(for: .seconds(1), isEndExpected: true) }
    watch.end()
    switch peer.exitCode(within: Soak.patience) {
    case 0?: break
    case let code?: problems.append("the exit code is \(code)")
    case nil: problems.append("the server does not end after shutdown and exit")
    }
  }

  // MARK: Sending by the clock

  /// - Returns: The duration in seconds.
  private func play() -> Double {
    let start = clock.now
    let total = Duration.seconds(options.minutes * 60)
    let pace = Duration.seconds(1) / options.rate
    let sampling = min(.seconds(1), total / 40)
    var (due, sample, line) = (start, start + sampling, start + .seconds(10))
    while clock.now < start + total, !hasEnded {
      // Late messages are sent in bursts, but not without reading answers in between.
      var burst = 0
      while due <= clock.now, burst < options.rate {
        let parts = editor.next()
        // The time of an answer starts when its request was due, so that a server that blocks its client gains nothing.
        for message in parts { send(message, due: due) }
        due += pace * parts.count
        burst += parts.count
      }
      hear(for: min(due, sample) - clock.now)
      if clock.now >= sample {
        sample += sampling
        report.residentBytes = memory.sample(peer.processID)
        guard checkPatience() else { break }
      }
      if clock.now >= line {
        line += .seconds(10)
        report.line(at: clock.now - start, messages, ledger)
      }
    }
    return (clock.now - start).microseconds / 1e6
  }

  private func checkPatience() -> Bool {
    let age = ledger.oldest(at: clock.now)
    guard age > Soak.patience else { return true }
    problems.append("a request has had no answer for \(age.components.seconds) s")
    return false
  }

  // MARK: Talking

  private func send(_ message: SoakEditor.Message, due: ContinuousClock.Instant? = nil) {
    watch.tick()
    if let id = message.asks { ledger.ask(id, at: due ?? clock.now) }
    if let id = message.cancels { ledger.cancel(id) }
    peer.send(OutgoingMessage.frame(ContiguousArray(message.json.json.utf8)))
    messages += 1
  }

  /// Receives messages until none has come for the given time.
  private func hear(for patience: Duration, isEndExpected: Bool = false) {
    watch.tick()
    var patience = max(.zero, patience)
    // A server that sends without end must not keep its client from sending.
    for _ in 0..<1000 where !hasEnded {
      switch peer.receive(within: patience) {
      case .message(let message): take(message)
      case .garbage(let reason): complain("the output holds something that is no frame: \(reason)")
      case .ended:
        hasEnded = true
        if !isEndExpected { problems.append("the server ends in the middle, with \(endingWords())") }
      case .nothing: return
      }
      patience = .zero
    }
  }

  private func endingWords() -> String {
    if watch.hasKilled { return "its input unread for \(Soak.patience.components.seconds) s" }
    watch.end()
    return peer.exitCode(within: Soak.patience).map { "exit code \($0)" } ?? "its output closed"
  }

  private func take(_ message: JSONValue) {
    if message["method"] != nil {
      // A request of the server gets the smallest valid answer.
      if let id = message["id"] { send(SoakEditor.Message(json: ["jsonrpc": "2.0", "id": id, "result": nil])) }
    } else if let latency = ledger.enter(message, at: clock.now) {
      if isOpen { report.note(latency) }
      editor.see(message)
    }
  }

  private func waitForAnswers() {
    let deadline = clock.now + Soak.patience
    while ledger.pending > 0, !hasEnded, clock.now < deadline { hear(for: .milliseconds(100)) }
  }

  // MARK: Judging

  /// Adds a fault that may occur many times; only the first few are kept.
  private func complain(_ problem: String) {
    if problems.count < 10 { problems.append(problem) }
  }

  private func judgeAnswers() {
    problems += ledger.problems
    if ledger.pending > 0 { problems.append("\(ledger.pending) requests were never answered") }
    if ledger.twice > 0 { problems.append("\(ledger.twice) answers came for requests that had theirs") }
    if ledger.unasked > 0 { problems.append("\(ledger.unasked) answers came that nobody asked for") }
  }
}
