import CatchwordRPC

/// The output of a soak while it runs and at its end.
struct SoakReport {
  /// The resident memory at the last sample, in bytes; nil where the system does not tell.
  var residentBytes: Int?
  private let options: SoakOptions
  private var recent: [Duration] = []
  private var all: [Duration] = []

  init(_ options: SoakOptions) { self.options = options }

  var isLongEnoughForMemory: Bool { .seconds(options.minutes * 60) >= SoakMemory.shortestRun }

  mutating func note(_ latency: Duration) {
    recent.append(latency)
    all.append(latency)
  }

  func begin() {
    let pace = "\(options.rate) messages a second for \(readable(options.minutes)) minutes"
    SoakReport.print("seed \(options.seed): \(options.documents) documents, \(pace)")
    SoakReport.print(
      SoakReport.row(["elapsed s", "messages", "requests", "answered", "pending", "memory MB", "p50 ms", "p99 ms"]))
  }

  mutating func line(at elapsed: Duration, _ messages: Int, _ ledger: SoakLedger) {
    let counts = [Int(elapsed.components.seconds), messages, ledger.asked, ledger.answered, ledger.pending]
    let memory = residentBytes.map(SoakReport.megabytes) ?? "-"
    SoakReport.print(SoakReport.row(counts.map(String.init) + [memory] + SoakReport.percentiles(recent)))
    recent = []
  }

  func end(_ messages: Int, seconds: Double, _ ledger: SoakLedger, _ memory: SoakMemory.Verdict) {
    let latency = SoakReport.percentiles(all)
    let slowest = all.max().map { readable($0.microseconds / 1000) } ?? "-"
    SoakReport.print(
      """

      \(messages) messages in \(readable(seconds)) s (\(readable(Double(messages) / seconds)) a second)
      \(ledger.asked) requests: \(ledger.answered) answered once (\(ledger.cancelled) as cancelled, \
      \(ledger.lists) with completions), \(ledger.pending) lost, \(ledger.twice) answered again; \
      \(ledger.unasked) answers unasked
      latency: p50 \(latency[0]) ms, p99 \(latency[1]) ms, at most \(slowest) ms
      memory: \(words(memory))
      """)
  }

  private func words(_ memory: SoakMemory.Verdict) -> String {
    let change: (Int, Int) -> String = {
      "\(SoakReport.megabytes($0)) MB in the second quarter, \(SoakReport.megabytes($1)) MB in the last"
    }
    let caveat = isLongEnoughForMemory ? "" : " (not judged: less than a minute)"
    switch memory {
    case .flat(let from, let to): return "\(change(from, to)): flat\(caveat)"
    case .grows(let from, let to): return "\(change(from, to)): grows\(caveat)"
    case .unknown: return "not known here"
    }
  }

  private static func percentiles(_ times: [Duration]) -> [String] {
    guard !times.isEmpty else { return ["-", "-"] }
    let measured = Measurement(times)
    return [measured.p50, measured.p99].map { readable($0.microseconds / 1000) }
  }

  private static func megabytes(_ bytes: Int) -> String { readable(Double(bytes) / 1e6) }

  private static func row(_ cells: [String]) -> String {
    cells.map { String(repeating: " ", count: max(0, 10 - $0.count)) + $0 }.joined(separator: " ")
  }

  private static func print(_ text: String) { StandardStream.output.write(text + "\n") }
}
