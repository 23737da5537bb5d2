import CatchwordRPC
import CatchwordServer
import CatchwordSources
import CatchwordText

/// The text of `catchword status` for one server: as JSON, which running servers write, and for people.
///
/// Names of clients and folders may contain anything: a line feed in a name must not begin a line.
enum StatusText {
  /// Returns the state of a server, and what its sources have loaded, as JSON.
  static func json(_ report: ServerReport, _ statuses: [SourceStatus], memory: Int) -> JSONValue {
    [
      "client": .string(report.client), "version": .string(Catchword.fullVersion),
      "folders": .array(report.folders.map { .string($0) }),
      "documents": .int(report.documents), "problems": .array(report.problems.map { .string($0) }),
      "peakMemory": .int(memory), "sources": json(statuses),
    ]
  }

  /// Returns the name of a server's client, for people.
  static func client(of server: JSONValue) -> String {
    let client = text(server["client"])
    return client.isEmpty ? "an editor that does not say its name" : client
  }

  /// Returns what sources have loaded, as JSON.
  static func json(_ statuses: [SourceStatus]) -> JSONValue {
    .array(
      statuses.map { status in
        [
          "name": .string(status.name), "state": .string(status.state),
          "facts": .array(status.facts.map { ["name": .string($0.name), "value": .string($0.value)] }),
          "problems": .array(status.problems.map { .string($0) }),
        ]
      })
  }

  /// Returns the lines about a running server; parts that no server would write are left out.
  static func lines(_ server: JSONValue, processID: Int) -> [String] {
    let documents = server["documents"]?.intValue ?? 0
    var lines = ["server \(processID), for \(client(of: server))"]
    lines += strings(server["folders"]).map { "  folder      \($0)" }
    lines.append("  documents   \(documents) open")
    lines.append("  memory      \((server["peakMemory"]?.intValue ?? 0) / 1024) KiB at most")
    lines += strings(server["problems"]).map { "  problem     \($0)" }
    return lines + sources(server["sources"] ?? .null)
  }

  /// Returns the lines about sources.
  static func sources(_ statuses: JSONValue) -> [String] {
    var lines = ["sources"]
    for status in statuses.arrayValue ?? [] {
      lines.append("  \(padded(text(status["name"]), 11)) \(text(status["state"]))")
      lines += (status["facts"]?.arrayValue ?? []).map {
        "    \(padded(text($0["name"]), 10)) \(text($0["value"]))"
      }
      lines += strings(status["problems"]).map { "    problem    \($0)" }
    }
    return lines
  }

  /// Returns the meanings of the states that occur in these statuses.
  static func legend(_ statuses: [JSONValue]) -> [String] {
    let used = Set(statuses.flatMap { $0.arrayValue ?? [] }.compactMap { $0["state"]?.stringValue })
    let known = meanings.filter { used.contains($0.state) }
    return known.isEmpty ? [] : ["states"] + known.map { "  \(padded($0.state, 12))\($0.meaning)" }
  }

  private static let meanings: [(state: String, meaning: String)] = [
    ("idle", "nothing needs it; it loads when something does"),
    ("loading", "what it needs is being read"),
    ("loaded", "it is ready"),
    ("empty", "it has nothing to offer: there are no files, folders or settings for it"),
    ("failed", "it cannot offer anything; the reason is under it"),
    ("off", "it learns from the open documents alone: no project folder is open, or \"prediction\" is disabled"),
    ("building", "it reads the files of the project for the first time"),
    ("ready", "it has learned from the files of the project"),
  ]

  private static func strings(_ value: JSONValue?) -> [String] {
    (value?.arrayValue ?? []).compactMap(\.stringValue).map(PlainText.line)
  }

  /// Returns a string of a status on one line; empty for anything else.
  static func text(_ value: JSONValue?) -> String { PlainText.line(value?.stringValue ?? "") }

  /// Returns a text padded with spaces up to a width.
  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
