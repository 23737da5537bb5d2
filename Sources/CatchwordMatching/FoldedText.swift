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
}
