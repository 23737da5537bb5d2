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
    // Most names have no digit, and every key has some.
    guard bytes.contains(where: \.isDigit) else { return false }
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
      if run.count >= shortestRun, found.contains(.digits), bits > certainty { return true }
      total += bits
      totalLength += run.count
      kinds.formUnion(found)
    }
    return totalLength >= shortestWhole && kinds == .all && total > certainty
  }

  /// A run of this length is judged alone.
  private static let shortestRun = 16
  /// Shorter parts of a word say nothing: two letters and a digit may be anything.
  private static let shortestPart = 7
  /// So much of a word must be in such parts.
  private static let shortestWhole = 20
  /// In bits: a million to one, so that of the names in all the headers and libraries of a system, hardly one is lost.
  private static let certainty = 20.0
  /// What takes a name that has letters of one kind only: such a run proves nothing, and speaks for a name.
  private static let oneKind = -10.0

  /// How many more bits a run takes as a name than as random characters.
  private static func surplus(of run: UnsafeBufferPointer<UInt8>, _ kinds: CharacterKinds) -> Double {
    guard kinds.rawValue.nonzeroBitCount > 1, !isAlphabet(run) else { return oneKind }
    // Capitals only are shouted, and not another kind of letters.
    let bits = NameModel.bits(run, ignoresCase: !kinds.contains(.smallLetters))
    return bits - Double(run.count) * bitsPerCharacter(kinds)
  }

  /// True when many characters are followed by the next in the alphabet, as in the alphabet itself.
  private static func isAlphabet(_ run: UnsafeBufferPointer<UInt8>) -> Bool {
    3 * zip(run, run.dropFirst()).count { $1 &- $0 == 1 } > run.count
  }

  /// The base-2 logarithm of the size of an alphabet.
  private static func bitsPerCharacter(_ kinds: CharacterKinds) -> Double {
    if kinds == .all { return 5.954 }
    return kinds.contains(.digits) ? 5.170 : 5.700
  }
}

/// What a name consists of.
enum CharacterKind: Int {
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

/// The kinds of characters that a run consists of.
struct CharacterKinds: OptionSet {
  let rawValue: UInt8

  static let smallLetters = CharacterKinds(rawValue: 1)
  static let capitals = CharacterKinds(rawValue: 2)
  static let digits = CharacterKinds(rawValue: 4)
  static let all: CharacterKinds = [.smallLetters, .capitals, .digits]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ run: UnsafeBufferPointer<UInt8>) {
    var value: UInt8 = 0
    for byte in run { value |= 1 << UInt8(CharacterKind(byte)?.rawValue ?? 7) }
    rawValue = value & 7
  }
}
