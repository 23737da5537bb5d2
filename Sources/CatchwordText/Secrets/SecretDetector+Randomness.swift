extension SecretDetector {
  /// True when a word is likelier to come from a generator of random characters than from a person.
  ///
  /// Each run of letters and digits is judged by the bits that it takes as a name (`NameModel`) in excess of the bits
  /// it takes as characters drawn from its alphabet. A long run is judged alone. A word with small letters, capitals
  /// and digits is judged by all of its longer runs together, because a key in URL-safe base 64 contains `-` and `_`; a
  /// very long one need not have a digit.
  static func isRandom(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var total = 0.0
    var totalLength = 0
    var kinds: CharacterKinds = []
    var start = 0
    while start < bytes.count {
      guard CharacterKind(bytes[start]) != nil else {
        // Random keys contain no letters with accents.
        if bytes[start] > 0x7F { return false }
        start += 1
        continue
      }
      var end = start
      while end < bytes.count, CharacterKind(bytes[end]) != nil { end += 1 }
      let run = UnsafeBufferPointer(rebasing: bytes[start..<end])
      start = end
      guard run.count >= shortestPart else { continue }
      let found = CharacterKinds(run)
      let bits = surplus(of: run, found)
      if isRandomAlone(run, found, bits) { return true }
      total += bits
      totalLength += run.count
      kinds.formUnion(found)
    }
    if kinds == [.smallLetters, .capitals] { return totalLength >= longWhole && total > lettersCertainty }
    return totalLength >= shortestWhole && kinds == .all && total > certainty
  }

  /// True for a run that is random whatever surrounds it.
  static func isRandomAlone(_ run: UnsafeBufferPointer<UInt8>, _ kinds: CharacterKinds, _ bits: Double) -> Bool {
    if kinds.contains(.digits) {
      return run.count >= shortestRun ? bits > certainty : kinds == .all && run.count >= 12 && bits > shortCertainty
    }
    return run.count >= shortestRun && kinds == [.smallLetters, .capitals] && bits > lettersCertainty
  }

  /// The minimum length of a run that is judged alone.
  private static let shortestRun = 16
  /// The minimum length of a part that is judged: two letters and a digit may be anything.
  static let shortestPart = 7
  /// The minimum total length of such parts in a word.
  static let shortestWhole = 20
  /// The same for a word without a digit: of a key that long, one in three hundred has none.
  static let longWhole = 30
  /// In bits: a million to one, so that hardly any name in all the headers and libraries of a system is lost.
  static let certainty = 20.0
  /// The certainty in bits for a run of 12 to 15 characters.
  private static let shortCertainty = 18.0
  /// The certainty in bits for a run without a digit, as most names are.
  private static let lettersCertainty = 30.0
  /// The bits of a run with letters of one kind only: it proves nothing, and suggests a name.
  private static let oneKind = -10.0

  /// Returns the number of bits that a run takes as a name in excess of those as random characters.
  static func surplus(of run: UnsafeBufferPointer<UInt8>, _ kinds: CharacterKinds) -> Double {
    guard kinds.rawValue.nonzeroBitCount > 1, !isAlphabet(run) else { return oneKind }
    let bits = NameModel.surplus(of: run, kinds)
    // Few runs reach this point.
    guard bits > repetitionMatters, let news = news(in: run) else { return bits }
    return news.withUnsafeBufferPointer { NameModel.surplus(of: $0, kinds) }
  }

  /// The minimum of bits for the check of repetitions: with fewer, a run is not taken for a key anyway.
  private static let repetitionMatters = 5.0
  /// The minimum length of a repetition: so many equal characters, as in `v32i32v32i32`, are no coincidence.
  private static let shortestRepetition = 4

  /// Returns the parts of a run that do not repeat earlier ones; nil when nothing is repeated.
  ///
  /// - Complexity: O(*n*²), of 128 characters at most.
  private static func news(in run: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard run.count > shortestRepetition, run.count <= 128 else { return nil }
    var news: [UInt8] = []
    var index = 0
    while index < run.count {
      var longest = 0
      for start in 0..<index {
        var length = 0
        while index + length < run.count, run[start + length] == run[index + length] { length += 1 }
        longest = max(longest, length)
      }
      if longest < shortestRepetition { news.append(run[index]) }
      index += longest < shortestRepetition ? 1 : longest
    }
    return news.count < run.count ? news : nil
  }

  /// True when many characters are followed by their successor in the alphabet.
  private static func isAlphabet(_ run: UnsafeBufferPointer<UInt8>) -> Bool {
    3 * zip(run, run.dropFirst()).count { $1 &- $0 == 1 } > run.count
  }
}

extension NameModel {
  /// Returns the number of bits that a run takes as a name in excess of those as random characters of its kinds.
  static func surplus(of run: UnsafeBufferPointer<UInt8>, _ kinds: CharacterKinds) -> Double {
    // A run in capitals only is read like small letters, not as another kind.
    bits(run, ignoresCase: !kinds.contains(.smallLetters)) - Double(run.count) * bitsPerCharacter(kinds)
  }

  /// Returns the base-2 logarithm of the size of an alphabet.
  private static func bitsPerCharacter(_ kinds: CharacterKinds) -> Double {
    switch kinds {
    case .all: 5.954
    case .digits: 3.322
    case .smallLetters, .capitals: 4.700
    case [.smallLetters, .capitals]: 5.700
    default: 5.170
    }
  }
}
