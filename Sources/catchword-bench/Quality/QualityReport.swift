import CatchwordPrediction
import CatchwordRPC

/// The printed report of a replay.
struct QualityReport {
  let run: QualityRun
  let options: QualityOptions
  let folder: ReplayFolder

  /// The facts, the table and the times.
  var text: String { facts + "\n" + table + "\n" + times + ghosts }

  private var facts: String {
    let unknown = 100 * Double(run.unknownWords) / Double(max(1, run.words.count))
    var lines = [
      "\(options.folder): \(grouped(folder.files.count)) files, \(grouped(run.corpus.tokens.count)) tokens, "
        + "\(grouped(run.corpus.wordCount)) different words" + (folder.leftOut.isEmpty ? "" : "; \(folder.remarks)"),
      "seed \(options.seed): \(run.heldOut.count) files are typed anew, \(grouped(run.words.count)) words of them are asked for; "
        + "\(readable(unknown)) % of these are new when they are typed",
      "known then: all other files, and what stands before the word; nothing after it"
        + (options.isAlone ? "; to Catchword none of these files" : "")
        + (options.further.isEmpty ? "" : "; to Catchword also \(options.further.joined(separator: ", "))"),
      "Catchword: all built-in sources with their defaults, lists of 100, as much time as it takes; "
        + "its model has \(grouped(run.status.files)) files with \(grouped(run.status.tokens)) tokens",
    ]
    if run.heldOut.count < options.files { lines.append("there are no more files with enough text of their own") }
    return lines.map { $0 + "\n" }.joined()
  }

  private var table: String {
    let heads = [
      "order", "MRR@0", "@1", "@2", "@3", "top 1@0", "@1", "top 5@0", "@1", "keys saved, top 1", "top 5",
      "letters to top 1", "top 5",
    ]
    let rows = run.tallies.map { name, tally in
      let figures =
        (0...3).map { tally.reciprocalRank(after: $0) }
        + [1, 5].flatMap { count in (0...1).map { tally.share(inFirst: count, after: $0) } }
        + [1, 5].map { tally.savedKeys(fromFirst: $0) } + [1, 5].map { tally.neededLetters(forFirst: $0) }
      return [name] + figures.map { QualityReport.digits($0) }
    }
    return TextTable(heads: heads, rows: rows).text
  }

  private var times: String {
    guard !run.listTimes.isEmpty else { return "" }
    let lists = Measurement(run.listTimes)
    return "milliseconds: a list \(QualityReport.milliseconds(lists)); the model alone "
      + QualityReport.milliseconds(Measurement(run.predictionTimes))
      + "; \(grouped(run.listTimes.count)) of each, asked one after the other\n"
  }

  private var ghosts: String {
    guard options.measuresGhostText, !run.ghostTimes.isEmpty else { return "" }
    let heads = ["ghost text", "shown", "right", "letters when right", "calibration error"]
    let rows = run.ghosts.map { ghost in
      ["confidence \(ghost.confidence)"]
        + [ghost.shownShare, ghost.precision, ghost.rightLength, ghost.calibrationError].map(QualityReport.digits)
    }
    return "\n" + TextTable(heads: heads, rows: rows).text
      + "\n\(grouped(run.ghosts[0].places)) places; milliseconds: "
      + QualityReport.milliseconds(Measurement(run.ghostTimes)) + "\n"
  }

  private static func milliseconds(_ times: Measurement) -> String {
    "p50 \(readable(times.p50.microseconds / 1000)), p99 \(readable(times.p99.microseconds / 1000))"
  }

  /// Returns a number with three digits after the decimal point.
  static func digits(_ value: Double) -> String {
    let thousandths = Int((abs(value) * 1000).rounded())
    let sign = value < 0 && thousandths > 0 ? "-" : ""
    return "\(sign)\(thousandths / 1000)." + String(1000 + thousandths % 1000).dropFirst()
  }

  // MARK: JSON

  /// All figures, and the ranks of all words.
  var json: String {
    let lists = run.listTimes.isEmpty ? nil : Measurement(run.listTimes)
    var fields: [String: JSONValue] = [
      "folder": .string(options.folder), "seed": .number(String(options.seed)),
      "files": .int(folder.files.count), "tokens": .int(run.corpus.tokens.count),
      "differentWords": .int(run.corpus.wordCount), "leftOut": .object(folder.leftOut.mapValues { .int($0) }),
      "unknownWords": .int(run.unknownWords),
      "heldOut": .array(run.heldOut.map { .string(run.corpus.spans[$0.number].file.path) }),
      "figures": .object(QualityFigures(run, options).values.mapValues { .number(String($0)) }),
      "orders": .object(
        Dictionary(uniqueKeysWithValues: run.tallies.map { ($0.name, QualityReport.json($0.tally)) })),
      "words": .array(run.words.map(QualityReport.json)),
    ]
    if let lists {
      fields["listMilliseconds"] = [
        "p50": .number(String(lists.p50.microseconds / 1000)), "p99": .number(String(lists.p99.microseconds / 1000)),
      ]
    }
    if options.measuresGhostText {
      fields["ghostText"] = .array(
        run.ghosts.map { ghost in
          [
            "confidence": .number(String(ghost.confidence)), "shown": .number(String(ghost.shownShare)),
            "right": .number(String(ghost.precision)), "places": .int(ghost.places),
            "calibrationError": .number(String(ghost.calibrationError)),
          ]
        })
    }
    return JSONValue.object(fields).json
  }

  private static func json(_ tally: RankTally) -> JSONValue {
    let after = { (figure: (Int) -> Double) in JSONValue.array((0...3).map { .number(String(figure($0))) }) }
    return [
      "reciprocalRank": after { tally.reciprocalRank(after: $0) },
      "top1": after { tally.share(inFirst: 1, after: $0) }, "top5": after { tally.share(inFirst: 5, after: $0) },
      "savedKeys": .array([1, 5].map { .number(String(tally.savedKeys(fromFirst: $0))) }),
      "neededLetters": .array([1, 5].map { .number(String(tally.neededLetters(forFirst: $0))) }),
    ]
  }

  private static func json(_ word: QualityRun.Word) -> JSONValue {
    [
      "file": .string(word.file), "offset": .int(word.offset), "word": .string(word.text),
      "ranks": .object(word.ranks.mapValues { .array($0.map { .int($0) }) }),
    ]
  }
}
