import CatchwordRPC

/// The figures of a replay by their names, and those of them that are below their floors.
struct QualityFigures {
  /// The values by name; a greater one is always better.
  let values: [String: Double]

  init(values: [String: Double]) { self.values = values }

  init(_ run: QualityRun, _ options: QualityOptions) {
    var values: [String: Double] = [:]
    let recency = run.tallies.first { $0.name == WordOrder.recency.name }?.tally ?? RankTally()
    let ours = run.tallies.first { $0.name == QualityRun.ours }?.tally ?? RankTally()
    let add = { (name: String, figure: (RankTally) -> Double) in
      values[name] = figure(ours)
      values[name + ", beyond recency"] = figure(ours) - figure(recency)
    }
    for letters in 0...3 {
      let when = letters == 1 ? "after 1 letter" : "after \(letters) letters"
      add("reciprocal rank \(when)") { $0.reciprocalRank(after: letters) }
      for count in [1, 5] { add("top \(count) \(when)") { $0.share(inFirst: count, after: letters) } }
    }
    for count in [1, 5] { add("keys saved, top \(count)") { $0.savedKeys(fromFirst: count) } }
    if options.measuresGhostText, let ghost = run.ghosts.first(where: { $0.confidence == 0.5 }) {
      values["ghost text shown"] = ghost.shownShare
      values["ghost text right"] = ghost.precision
      values["ghost text calibration"] = 1 - ghost.calibrationError
    }
    self.values = values
  }

  /// Returns the figures that are below their floors or missing, one sentence each.
  ///
  /// - Parameter floors: The minimum of each figure, by its name.
  func misses(_ floors: JSONValue) -> [String] {
    guard case .object(let fields) = floors, !fields.isEmpty else { return ["There are no floors."] }
    return fields.sorted { $0.key < $1.key }.compactMap { name, floor in
      guard let least = floor.doubleValue else { return "The floor of \"\(name)\" is no number." }
      guard let value = values[name] else { return "There is no figure \"\(name)\"." }
      if value >= least { return nil }
      return "\"\(name)\" is \(QualityReport.digits(value)), and its floor is \(QualityReport.digits(least))."
    }
  }
}
