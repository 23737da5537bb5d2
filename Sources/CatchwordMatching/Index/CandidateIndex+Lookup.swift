extension CandidateIndex {
  /// The number of texts read between two calls of the checkpoint.
  private static let textsBetweenChecks = 512
  /// The maximum number of characters of a text that are looked up in the planes before texts are read.
  private static let charactersLookedUp = 32

  /// Finds the candidate that equals a text, byte by byte.
  ///
  /// - Parameter checkpoint: Called every few microseconds of work; an error that it throws ends the lookup.
  /// - Returns: The first of several; nil when there is none.
  /// - Throws: Any error that `checkpoint` throws.
  /// - Complexity: O(*n* / 64) with a small constant, plus O(length) for each candidate with the same characters.
  public func row(of text: String, checkpoint: () throws -> Void = {}) throws -> Row? {
    let wanted = ContiguousArray(text.utf8)
    let groups = IndexSearch.groups(
      of: Pattern(String(String.UnicodeScalarView(text.unicodeScalars.prefix(CandidateIndex.charactersLookedUp)))))
    var filter = RowFilter()
    var texts = 0
    func check() throws {
      guard texts > CandidateIndex.textsBetweenChecks else { return }
      texts = 0
      try checkpoint()
    }
    for part in parts {
      defer { part.keep() }
      let rows = part.rows
      filter.begin(rows)
      for group in groups { filter.require(BitPlanes.present + group, of: rows) }
      for word in 0..<BitPlanes.words(forRows: rows.rowCount) {
        var bits = filter.bits(word)
        texts += bits.nonzeroBitCount + (word & 15 == 0 ? 1 : 0)
        while bits != 0 {
          let row = word << 6 | bits.trailingZeroBitCount
          bits &= bits &- 1
          let found = rows.text(row)
          guard found.count == wanted.count else { continue }
          if found.elementsEqual(wanted) { return part.firstRow + row }
          // The comparison read the bytes up to the first difference.
          texts += found.count / IndexSearch.textWork
          try check()
        }
        try check()
      }
    }
    return nil
  }
}
