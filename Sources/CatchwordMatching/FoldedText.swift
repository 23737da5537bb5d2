/// Texts as they are compared, for those who sort by that: without case and without diacritics.
package enum FoldedText {
  /// The version of the rules, for what is stored; texts that were folded by others are in another order.
  package static let version = 1

  /// Returns the folded scalars of a text. The invisible ones are left out.
  ///
  /// - Complexity: O(*n*).
  package static func scalars(of text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.compactMap { scalar in
      let folded = Folding.fold(scalar)
      return folded == 0 ? nil : Unicode.Scalar(folded)
    }
  }

  /// Returns true when the folded scalars of a text begin with some others.
  ///
  /// - Complexity: O(number of these).
  package static func scalars(of text: String, beginWith prefix: [Unicode.Scalar]) -> Bool {
    var index = 0
    for scalar in text.unicodeScalars {
      if index == prefix.count { return true }
      let folded = Folding.fold(scalar)
      if folded == 0 { continue }
      guard folded == prefix[index].value else { return false }
      index += 1
    }
    return index == prefix.count
  }

  /// Appends the folded scalars of a text in UTF-8.
  ///
  /// - Complexity: O(*n*).
  package static func append(_ text: String, to bytes: inout ContiguousArray<UInt8>) {
    var text = text
    let isASCII = text.withUTF8 { characters in
      guard characters.allSatisfy({ $0 < 0x80 }) else { return false }
      // Among these, folding is to make small letters.
      bytes.append(contentsOf: characters.lazy.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 })
      return true
    }
    if !isASCII { for scalar in scalars(of: text) { bytes.append(contentsOf: UTF8.encode(scalar)!) } }
  }
}
