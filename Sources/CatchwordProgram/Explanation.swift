import CatchwordCompletion
import CatchwordRPC

/// The reasons for the position of each candidate, as `catchword complete --explain` prints them.
struct Explanation {
  private let items: [CompletionResult.Item]

  init(_ result: CompletionResult?) { items = result?.items ?? [] }

  /// Prints the explanation.
  ///
  /// - Returns: The exit code: 0, or 1 when there are no candidates.
  func write(asJSON isJSON: Bool, place: String) -> Int32 {
    if isJSON {
      Printer.print(json.json + "\n")
    } else if items.isEmpty {
      Printer.complain("no completions at \(place).")
    } else {
      Printer.print(text)
    }
    return items.isEmpty ? 1 : 0
  }

  private var json: JSONValue {
    .array(
      items.map { item in
        let signals = item.signals.explained.map { signal in
          let value: JSONValue = [
            "value": .number("\(signal.value)"), "contribution": .number("\(signal.contribution)"),
          ]
          return (signal.name, value)
        }
        return [
          "word": .string(item.candidate.text), "source": .string(item.source),
          "score": .number("\(item.signals.score)"), "match": .string(Explanation.kind(item)),
          "signals": .object(Dictionary(signals) { _, last in last }),
        ]
      })
  }

  /// A line for each candidate, and one for each signal that is not 0.
  private var text: String {
    items.map { item in
      let head =
        "\(item.candidate.shown)  \(item.source)  \(Explanation.digits(item.signals.score))  \(Explanation.kind(item))\n"
      let lines = item.signals.explained.filter { $0.value != 0 }.map { signal in
        let name = signal.name + String(repeating: " ", count: max(0, 12 - signal.name.count))
        return "    \(name)\(Explanation.digits(signal.value))  adds \(Explanation.digits(signal.contribution))\n"
      }
      return head + lines.joined()
    }.joined()
  }

  /// Returns the kind of match between the candidate and the typed text.
  private static func kind(_ item: CompletionResult.Item) -> String {
    item.signals.matchKind.map { "\($0)" } ?? "none"
  }

  /// Returns a number with four decimal places.
  private static func digits(_ value: Double) -> String {
    let scaled = Int((abs(value) * 10_000).rounded())
    let fraction = String(scaled % 10_000)
    let zeros = String(repeating: "0", count: 4 - fraction.count)
    return "\(value < 0 ? "-" : "")\(scaled / 10_000).\(zeros)\(fraction)"
  }
}
