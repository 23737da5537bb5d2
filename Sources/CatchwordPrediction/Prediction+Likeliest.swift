extension Prediction {
  /// Returns the likeliest words in the order of their scores, which take longer to compute than likelihoods.
  ///
  /// - Parameter isCancelled: Checked every 1024 words; when it is true, there are no words.
  func best(
    of found: [(token: Token, likelihood: Float)], among count: Int, isCancelled: () -> Bool = { false },
    _ signals: (Token) -> Signals
  ) -> [(token: Token, signals: Signals)] {
    var best: [(token: Token, signals: Signals)] = []
    for word in Prediction.likeliest(count, of: found) {
      best.append((word.token, signals(word.token)))
      if best.count & 1023 == 0, isCancelled() { return [] }
    }
    return best.sorted { ($0.signals.score, $1.token) > ($1.signals.score, $0.token) }
  }

  /// Returns the likeliest words; of words as likely as the last one, the first ones.
  ///
  /// - Complexity: O(*n*).
  static func likeliest(
    _ count: Int, of found: [(token: Token, likelihood: Float)]
  ) -> [(token: Token, likelihood: Float)] {
    if found.count <= count { return found }
    if count <= 0 { return [] }
    /// Returns the bits of a likelihood: numbers that are not negative are in the order of their bits.
    func bits(_ likelihood: Float) -> UInt32 { likelihood.bitPattern & 0x7FFF_FFFF }
    // The bits of the last likelihood kept, found from the greatest on, and the number of words kept that begin so.
    var (last, left) = (UInt32(0), count)
    for (shift, width) in [(20, 11), (9, 11), (0, 9)] as [(UInt32, UInt32)] {
      var counts = ContiguousArray(repeating: 0, count: 1 << Int(width))
      for word in found where bits(word.likelihood) &>> (shift + width) == last &>> (shift + width) {
        counts[Int(bits(word.likelihood) &>> shift) & (counts.count - 1)] += 1
      }
      var step = counts.count - 1
      while counts[step] < left {
        left -= counts[step]
        step -= 1
      }
      last |= UInt32(step) &<< shift
    }
    return found.filter { word in
      let own = bits(word.likelihood)
      if own != last { return own > last }
      left -= 1
      return left >= 0
    }
  }
}
