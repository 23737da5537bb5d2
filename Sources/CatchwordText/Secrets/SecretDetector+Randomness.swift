extension SecretDetector {
  /// True when a word is likelier to come from a generator of random characters than from a person.
  ///
  /// Each run of letters and digits is judged by the bits that it takes as a name (`NameModel`) in excess of the bits
  /// it takes as characters drawn from its alphabet. A long run is judged alone. A word with small letters, capitals
  /// and digits is judged by all of its longer runs together, because a key in URL-safe base 64 contains `-` and `_`; a
  /// very long one need not have a digit.
  static func isRandom(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Most words are too short, or of too few kinds, whatever their letters are.
    let all = CharacterKinds(bytes)
    if all.count < 2 || bytes.count < shortestRun && all != .all { return false }
    var total = 0
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
      let found = run.count == bytes.count ? all : CharacterKinds(run)
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
  ///
  /// - Parameter bits: Its surplus, in thousandths of a bit.
  static func isRandomAlone(_ run: UnsafeBufferPointer<UInt8>, _ kinds: CharacterKinds, _ bits: Int) -> Bool {
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
  /// In thousandths of a bit: a million to one, so that hardly any name in all the headers and libraries of a system is lost.
  static let certainty = 20_000
  /// The certainty in thousandths of a bit for a run of 12 to 15 characters.
  private static let shortCertainty = 18_000
  /// The certainty in thousandths of a bit for a run without a digit, as most names are.
  private static let lettersCertainty = 30_000
  /// The surplus of a run with letters of one kind only: it proves nothing, and suggests a name.
  private static let oneKind = -10_000

  /// Returns the information in a run as a name in excess of that as random characters, in thousandths of a bit.
  static func surplus(of run: UnsafeBufferPointer<UInt8>, _ kinds: CharacterKinds) -> Int {
    guard kinds.count > 1, !isAlphabet(run) else { return oneKind }
    let bits = NameModel.surplus(of: run, kinds)
    // Few runs reach this point.
    guard bits > repetitionMatters, let news = news(in: run) else { return bits }
    return news.withUnsafeBufferPointer { NameModel.surplus(of: $0, kinds) }
  }

  /// The minimum surplus for the check of repetitions, in thousandths of a bit: with less, a run is not taken for a key anyway.
  private static let repetitionMatters = 5000
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
    var successors = 0
    for index in 1..<max(1, run.count) where run[index] &- run[index - 1] == 1 { successors += 1 }
    return 3 * successors > run.count
  }
}

extension NameModel {
  /// Returns the information in a run as a name in excess of that as random characters of its kinds, in thousandths of a bit.
  static func surplus(of run: UnsafeBufferPointer<UInt8>, _ kinds: CharacterKinds) -> Int {
    // A run in capitals only is read like small letters, not as another kind.
    bits(run, ignoresCase: !kinds.contains(.smallLetters)) - run.count * bitsPerCharacter(kinds)
  }

  /// Returns the base-2 logarithm of the size of an alphabet, in thousandths.
  private static func bitsPerCharacter(_ kinds: CharacterKinds) -> Int {
    switch kinds {
    case .all: 5954
    case .digits: 3322
    case .smallLetters, .capitals: 4700
    case [.smallLetters, .capitals]: 5700
    default: 5170
    }
  }
}
