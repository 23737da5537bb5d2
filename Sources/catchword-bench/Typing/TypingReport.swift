import CatchwordCompletion
import CatchwordRPC

/// The printed report of texts that were typed.
struct TypingReport {
  let run: TypingRun
  let options: TypingOptions

  /// The facts, and a table for each kind of text and for all.
  var text: String {
    let kinds: [TypingText.Kind?] = run.kinds
    return facts + (kinds + (kinds.count > 1 ? [nil] : [])).map(table).joined()
  }

  private var facts: String {
    let alone = run.texts.count { $0.others.isEmpty }
    return
      "\(options.paths.joined(separator: ", ")): \(run.texts.count) texts are typed, \(alone) of them with nothing "
      + "beside them, up to \(grouped(options.words)) words of each; seed \(options.seed)\n"
      + "Catchword: all built-in sources with their defaults, lists of \(CompletionSettings.typingLimit), as much time as it takes; "
      + "plain: words before the cursor, and of \(TypingText.neighbourCount) files of the same folder\n"
  }

  private func table(_ kind: TypingText.Kind?) -> String {
    let tally = run.tally(kind, .ours)
    let heads = [
      kind?.rawValue ?? "total", "menus", "wanted first", "in ten", "not in it", "words first",
      "nothing begins so, < 5", ">= 5 letters",
      "finished words", "Enter changes, line's end", "elsewhere", "items", "p99", "most",
    ]
    let rows = run.orders.map { [$0.rawValue] + TypingReport.cells(run.tally(kind, $0)) }
    return "\n\(grouped(tally.words)) words, \(grouped(tally.wordsAtLineEnds)) of them at the end of a line, "
      + "\(grouped(tally.places)) letters\n\n" + TextTable(heads: heads, rows: rows).text
  }

  private static func cells(_ tally: TypingTally) -> [String] {
    let counts = [
      tally.menus, tally.first, tally.inTen, tally.without, tally.wordsFirst, tally.strange.behindFew,
      tally.strange.behindMany, tally.finished, tally.changed.atLineEnds, tally.changed.elsewhere,
    ]
    return counts.map(grouped) + [readable(tally.meanItems), grouped(tally.tailItems), grouped(tally.mostItems)]
  }

  /// All counts and figures.
  var json: String {
    let kinds = run.kinds.map { kind in
      let orders = run.orders.map { ($0.rawValue, TypingReport.json(run.tally(kind, $0))) }
      return (kind.rawValue, JSONValue.object(Dictionary(uniqueKeysWithValues: orders)))
    }
    let fields: [String: JSONValue] = [
      "seed": .number(String(options.seed)), "texts": .array(run.texts.map { .string($0.file.path) }),
      "counts": .object(Dictionary(uniqueKeysWithValues: kinds)),
      "figures": .object(TypingFigures(run).values.mapValues { .number(String($0)) }),
    ]
    return JSONValue.object(fields).json
  }

  private static func json(_ tally: TypingTally) -> JSONValue {
    [
      "words": .int(tally.words), "wordsAtLineEnds": .int(tally.wordsAtLineEnds), "letters": .int(tally.places),
      "menus": .int(tally.menus), "wantedFirst": .int(tally.first), "wantedInTen": .int(tally.inTen),
      "wantedNotInIt": .int(tally.without), "wordsFirst": .int(tally.wordsFirst),
      "nothingBeginsSo": [.int(tally.strange.behindFew), .int(tally.strange.behindMany)],
      "finishedWords": .int(tally.finished),
      "changedByEnter": ["atLineEnds": .int(tally.changed.atLineEnds), "elsewhere": .int(tally.changed.elsewhere)],
      "items": [
        "mean": .number(String(tally.meanItems)), "p99": .int(tally.tailItems), "most": .int(tally.mostItems),
      ],
    ]
  }
}
