import CatchwordRPC

/// A completion list, as `catchword complete` prints it.
struct Report {
  private struct Row {
    let word: String
    let source: String
    let detail: String
  }

  private let rows: [Row]
  private let isIncomplete: Bool

  /// Creates the report of a `CompletionList`.
  init(_ list: JSONValue) {
    isIncomplete = list["isIncomplete"]?.boolValue ?? false
    rows = (list["items"]?.arrayValue ?? []).map { item in
      Row(
        word: item["label"]?.stringValue ?? "",
        source: item["labelDetails"]?["description"]?.stringValue ?? "",
        detail: item["detail"]?.stringValue ?? "")
    }
  }

  /// Prints the list.
  ///
  /// - Returns: The exit code: 0, or 1 when the list is empty.
  func write(asJSON isJSON: Bool, place: String) -> Int32 {
    if isJSON {
      Printer.print(json + "\n")
    } else if rows.isEmpty {
      Printer.complain("no completions at \(place).")
    } else {
      Printer.print(table)
    }
    return rows.isEmpty ? 1 : 0
  }

  private var json: String {
    let items = rows.map { row in
      JSONValue.object(
        row.detail.isEmpty
          ? ["word": .string(row.word), "source": .string(row.source)]
          : ["word": .string(row.word), "source": .string(row.source), "detail": .string(row.detail)])
    }
    return JSONValue.object(["isIncomplete": .bool(isIncomplete), "items": .array(items)]).json
  }

  private var table: String {
    let wordWidth = rows.map { TerminalWidth.of($0.word) }.max() ?? 0
    let sourceWidth = rows.map { TerminalWidth.of($0.source) }.max() ?? 0
    return rows.map { row in
      let columns = [Report.padded(row.word, wordWidth), Report.padded(row.source, sourceWidth), row.detail]
      let line = columns.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - TerminalWidth.of(text)))
  }
}
