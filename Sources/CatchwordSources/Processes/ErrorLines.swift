import CatchwordCompletion

/// What a program writes to its standard error, on its way to the log: line by line, and never much of it.
struct ErrorLines {
  /// The longest line that is shown whole, in bytes.
  static let maximumLength = 2000
  /// How many lines are shown in one interval.
  static let maximumLines = 20
  /// After how long so many lines may be shown again.
  static let interval = Duration.seconds(10)

  private let name: String
  private let log: EventLog
  private var lines = LineSplitter(maximumLength: ErrorLines.maximumLength)
  private var intervalStart: Duration?
  private var shown = 0
  private var left = 0

  init(name: String, log: EventLog) {
    self.name = name
    self.log = log
  }

  /// Takes what has come.
  mutating func append(_ bytes: ContiguousArray<UInt8>.SubSequence, now: Duration) {
    for line in lines.append(bytes) { show(line, now: now) }
  }

  /// Shows what came after the last line end, and how much was not shown.
  mutating func end(now: Duration) {
    if let line = lines.end() { show(line, now: now) }
    reportLeft()
  }

  private mutating func show(_ line: LineSplitter.Line, now: Duration) {
    if intervalStart.map({ now - $0 >= ErrorLines.interval }) ?? true {
      reportLeft()
      intervalStart = now
      shown = 0
    }
    guard shown < ErrorLines.maximumLines else { return left += 1 }
    let text = String(
      String.UnicodeScalarView(line.text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 || $0 == "\t" }))
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    shown += 1
    log.report(.info, "\(name): \(text)\(line.isCut ? "…" : "")")
  }

  private mutating func reportLeft() {
    if left > 0 { log.report(.info, "\(name): … and \(left) more lines, which are not shown.") }
    left = 0
  }
}
