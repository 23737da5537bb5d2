/// Finds what a misspelt word was meant for.
enum Spelling {
  /// Longer words are not looked at.
  private static let maximumLength = 64

  /// The known word that is nearest to one that is not known.
  ///
  /// - Returns: nil when none is near: more than a third of the letters are wrong, and it is no beginning either.
  /// - Complexity: O(number of known words × length²), over words of at most 64 letters.
  static func nearest(to word: String, among known: [String]) -> String? {
    let letters = Array(word.lowercased().utf8)
    guard letters.count <= maximumLength else { return nil }
    let beginnings = known.filter { letters.count > 2 && $0.lowercased().utf8.starts(with: letters) }
    if beginnings.count == 1 { return beginnings[0] }
    let distances = known.map { (word: $0, distance: distance(letters, Array($0.lowercased().utf8))) }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    let length = letters.count { $0 != UInt8(ascii: "-") }
    return best.distance <= max(1, length / 3) && length > 1 ? best.word : nil
  }

  /// How many letters must be changed, left out, put in, or swapped with the next.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
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
}
