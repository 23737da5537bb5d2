/// The known name that somebody probably meant.
public enum NearestName {
  /// The known name with the fewest letters to change, unless that are too many.
  ///
  /// Counts as one change: a letter too many, missing or wrong, and two neighbours exchanged (the restricted
  /// Damerau-Levenshtein distance).
  ///
  /// - Returns: nil when more than a third of the letters would have to change.
  /// - Complexity: O(names × length²), of at most 64 letters.
  public static func of(_ name: String, among names: [String]) -> String? {
    let wanted = Array(name.lowercased().prefix(64))
    let best = names.map { (name: $0, changes: changes(wanted, Array($0.lowercased().prefix(64)))) }
      .min { $0.changes < $1.changes }
    guard let best, best.changes < wanted.count, best.changes <= max(1, max(wanted.count, best.name.count) / 3) else {
      return nil
    }
    return best.name
  }

  private static func changes(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in 0..<left.count {
      var row = [i + 1]
      for j in 0..<right.count {
        var best = min(row[j] + 1, last[j + 1] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { best = min(best, beforeLast[j - 1] + 1) }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
