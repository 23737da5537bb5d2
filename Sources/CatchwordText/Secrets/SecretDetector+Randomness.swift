extension SecretDetector {
  /// True when a word is likelier to come from a generator of random characters than from a person.
  ///
  /// Its runs of letters and digits are judged by how many more bits it takes to write them down by the habits of names
  /// (`NameModel`) than as characters drawn from the alphabet that they use. A long run is judged alone. A word that uses
  /// small letters, capitals and digits is judged by all of its longer runs together, as a key in the URL-safe base 64 has
  /// `-` and `_` in it.
  static func isRandom(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var total = 0.0
    var totalLength = 0
    var kinds: CharacterKinds = []
    var start = 0
    while start < bytes.count {
      guard CharacterKind(bytes[start]) != nil else {
        // Nobody draws letters with accents at random.
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
    return totalLength >= shortestWhole && kinds == .all && total > certainty
  }

  /// True for a run that is random whatever it stands beside.
  static func isRandomAlone(_ run: UnsafeBufferPointer<UInt8>, _ kinds: CharacterKinds, _ bits: Double) -> Bool {
    if kinds.contains(.digits) {
      return run.count >= shortestRun ? bits > certainty : kinds == .all && run.count >= 12 && bits > shortCertainty
    }
    return run.count >= shortestRun && kinds == [.smallLetters, .capitals] && bits > lettersCertainty
  }

  /// A run of this length is judged alone.
  private static let shortestRun = 16
  /// Shorter parts of a word say nothing: two letters and a digit may be anything.
  static let shortestPart = 7
  /// So much of a word must be in such parts.
  static let shortestWhole = 20
  /// In bits: a million to one, so that of the names in all the headers and libraries of a system, hardly one is lost.
  static let certainty = 20.0
  /// The same for a run of 12 to 15 characters.
  private static let shortCertainty = 18.0
  /// The same for a run without a digit, as most names are.
  private static let lettersCertainty = 30.0
  /// What takes a name that has letters of one kind only: such a run proves nothing, and speaks for a name.
  private static let oneKind = -10.0

  /// How many more bits a run takes as a name than as random characters.
  static func surplus(of run: UnsafeBufferPointer<UInt8>, _ kinds: CharacterKinds) -> Double {
    guard kinds.rawValue.nonzeroBitCount > 1, !isAlphabet(run) else { return oneKind }
    let bits = NameModel.surplus(of: run, kinds)
    // Few runs get as far as here.
    guard bits > repetitionMatters, let news = news(in: run) else { return bits }
    return news.withUnsafeBufferPointer { NameModel.surplus(of: $0, kinds) }
  }

  /// In bits: with less, nothing is taken for a key anyhow.
  private static let repetitionMatters = 5.0
  /// Characters in a row that stood in the same run before, as they do in `v32i32v32i32`, are no chance.
  private static let shortestRepetition = 4

  /// What of a run is not said for the second time; nil when all is.
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

  /// True when many characters are followed by the next in the alphabet, as in the alphabet itself.
  private static func isAlphabet(_ run: UnsafeBufferPointer<UInt8>) -> Bool {
    3 * zip(run, run.dropFirst()).count { $1 &- $0 == 1 } > run.count
  }
}

extension NameModel {
  /// How many more bits a run takes as a name than as random characters of its kinds.
  static func surplus(of run: UnsafeBufferPointer<UInt8>, _ kinds: CharacterKinds) -> Double {
    // Capitals only are shouted, and not another kind of letters.
    bits(run, ignoresCase: !kinds.contains(.smallLetters)) - Double(run.count) * bitsPerCharacter(kinds)
  }

  /// The base-2 logarithm of the size of an alphabet.
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
