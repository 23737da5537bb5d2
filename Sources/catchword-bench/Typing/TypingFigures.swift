import CatchwordRPC

/// The figures by which typed texts are judged, and those that are out of their bounds.
struct TypingFigures {
  /// The values by name: counts, and ratios of our count to a plain completion's.
  let values: [String: Double]

  init(values: [String: Double]) { self.values = values }

  init(_ run: TypingRun) {
    var values: [String: Double] = [:]
    for kind in run.kinds {
      let figures = TypingFigures.values(
        of: run.tally(kind, .ours), taking: run.tally(kind, .taking), beside: run.tally(kind, .plain))
      for (name, value) in figures { values["\(kind.rawValue): \(name)"] = value }
    }
    self.values = values
  }

  /// Returns the figures of one kind of text.
  ///
  /// - Parameter taking: The tally for the clients whose Enter takes the first item.
  static func values(
    of ours: TypingTally, taking: TypingTally, beside plain: TypingTally
  ) -> [String: Double] {
    let changed = { (tally: TypingTally) in Double(tally.changed.atLineEnds + tally.changed.elsewhere) }
    func times(_ count: (TypingTally) -> Int) -> Double { Double(count(ours)) / Double(max(1, count(plain))) }
    return [
      "menus, beside plain": times(\.menus),
      "menus with the wanted word first, beside plain": times(\.first),
      "menus with the wanted word, beside plain": times(\.helpful),
      "words that came first, beside plain": times(\.wordsFirst),
      "finished words with a menu, beside plain": times(\.finished),
      "words that Enter would change, beside plain": changed(taking) / max(1, changed(plain)),
      "lines that Enter would change": Double(taking.changed.atLineEnds),
      "menus in which nothing begins so, of few letters": Double(ours.strange.behindFew),
      "items of the longest menu": Double(ours.mostItems),
    ]
  }

  /// Returns the figures that are out of their bounds, have none, or were not measured, one sentence each.
  ///
  /// - Parameter bounds: By the name of a figure, the `least` that it must be, or the `most` that it may be.
  func misses(_ bounds: JSONValue) -> [String] {
    guard case .object(let rows) = bounds, !rows.isEmpty else { return ["There are no bounds."] }
    let unknown = rows.keys.filter { values[$0] == nil }.sorted().map { "\"\($0)\" was not measured." }
    return unknown
      + values.sorted { $0.key < $1.key }.compactMap { name, value in
        let (least, most) = (rows[name]?["least"]?.doubleValue, rows[name]?["most"]?.doubleValue)
        if least == nil && most == nil { return "\"\(name)\" has no bound." }
        if let least, value < least {
          return "\"\(name)\" is \(QualityReport.digits(value)), and must be \(QualityReport.digits(least)) at least."
        }
        if let most, value > most {
          return "\"\(name)\" is \(QualityReport.digits(value)), and may be \(QualityReport.digits(most)) at most."
        }
        return nil
      }
  }
}
