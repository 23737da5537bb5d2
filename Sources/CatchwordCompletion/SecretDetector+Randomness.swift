extension SecretDetector {
  /// True for runs of letters and digits that no one would write as a name.
  ///
  /// A name is made of words: capitals begin them, and digits end them. So its pieces — a run of small letters with or
  /// without a capital before it, a run of capitals, a run of digits — are some letters long, where those of a run of
  /// random characters are hardly two.
  static func isRandom(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var run = 0
    var pieces = 0
    var kinds: Set<Kind> = []
    var last: Kind?
    func isSuspicious() -> Bool {
      run >= leastRun && kinds.count > 1 && kinds.contains(.digit)
        && Double(run) < longestPiece * Double(pieces)
    }
    for byte in bytes {
      guard let kind = Kind(byte) else {
        if isSuspicious() { return true }
        (run, pieces, kinds, last) = (0, 0, [], nil)
        continue
      }
      run += 1
      // A capital that begins a word is of one piece with it.
      if kind != last, !(last == .capital && kind == .small) { pieces += 1 }
      kinds.insert(kind)
      last = kind
    }
    return isSuspicious()
  }

  /// Runs of fewer characters are left alone.
  private static let leastRun = 20
  /// A run whose pieces are shorter on average is random.
  private static let longestPiece = 2.9

  private enum Kind {
    case small, capital, digit

    init?(_ byte: UInt8) {
      if byte.isSmall {
        self = .small
      } else if byte.isCapital {
        self = .capital
      } else if byte.isDigit {
        self = .digit
      } else {
        return nil
      }
    }
  }
}
