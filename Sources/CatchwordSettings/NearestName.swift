/// A search for the known name that was probably meant.
package enum NearestName {
  /// The maximum length of names that are compared, in bytes.
  private static let maximumLength = 64

  /// Returns the only known name with this prefix, or else the one with the fewest edits; case does not matter.
  ///
  /// - Returns: Nil when none is near: more than a third of the letters are wrong, and the name is no unique prefix.
  /// - Complexity: O(names × length²), over names of at most 64 bytes.
  package static func of(_ name: String, among names: [String]) -> String? {
    let wanted = Array(name.lowercased().utf8)
    guard wanted.count <= maximumLength else { return nil }
    let known = names.filter { $0.utf8.count <= maximumLength }.map { (name: $0, letters: Array($0.lowercased().utf8)) }
    let beginnings = known.filter { wanted.count > 2 && $0.letters.starts(with: wanted) }
    if beginnings.count == 1 { return beginnings[0].name }
    let best = known.map { (name: $0.name, letters: $0.letters, edits: edits(wanted, $0.letters)) }
      .min { $0.edits < $1.edits }
    guard let best else { return nil }
    let length = letterCount(wanted)
    let allowed = max(1, max(length, letterCount(best.letters)) / 3)
    return length > 1 && best.edits < length && best.edits <= allowed ? best.name : nil
  }

  /// Returns the number of letters that must be changed, left out, put in, or swapped with the next (the restricted
  /// Damerau-Levenshtein distance).
  static func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var twoAgo: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in right.indices {
        let isSame = left[row] == right[column]
        var best = min(previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, twoAgo[column - 1] + 1)
        }
        current.append(best)
      }
      (twoAgo, previous) = (previous, current)
    }
    return previous[right.count]
  }

  /// Returns the length without dashes: those of options are easily right, so they do not count.
  private static func letterCount(_ name: [UInt8]) -> Int { name.count { $0 != UInt8(ascii: "-") } }
}
