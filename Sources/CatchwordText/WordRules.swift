/// The characters of words in a language, besides letters, marks, digits and `_`.
///
/// The sets contain ASCII only; everything else follows from Unicode's properties.
public struct WordRules: Equatable, Sendable {
  /// Characters that join two word characters: `-` in CSS, an apostrophe in prose (then also the typographic `’`), `_` where it
  /// marks emphasis and so neither begins nor ends a word.
  public var joiners: Set<UInt8> = []
  /// Characters that may begin a word: `$` in PHP.
  public var openers: Set<UInt8> = []
  /// Characters that may end a word: `?` in Ruby.
  public var closers: Set<UInt8> = []
  /// Characters that count as letters everywhere.
  public var letters: Set<UInt8> = []
  /// True to divide Chinese and Japanese, which have no spaces, into words; false to take the text between two
  /// punctuation marks as one word.
  public var segmentsIdeographs = true

  /// True for natural languages: apostrophes are part of their words.
  package var isProse: Bool { joiners.contains(UInt8(ascii: "'")) }

  /// Creates rules with the given extra characters; anything that is not ASCII is ignored.
  public init(
    joiners: String = "", openers: String = "", closers: String = "", letters: String = "",
    segmentsIdeographs: Bool = true
  ) {
    self.segmentsIdeographs = segmentsIdeographs
    self.joiners = Set(joiners.utf8.filter { $0 < 0x80 })
    self.openers = Set(openers.utf8.filter { $0 < 0x80 })
    self.closers = Set(closers.utf8.filter { $0 < 0x80 })
    self.letters = Set(letters.utf8.filter { $0 < 0x80 })
  }

  /// Returns these rules with more characters that may stand anywhere in a word; only ASCII punctuation is added.
  public func adding(_ characters: String) -> WordRules {
    var rules = self
    let bytes = characters.utf8.filter { byte in
      byte > 0x20 && byte < 0x7F && !Character(UnicodeScalar(byte)).isLetter && !Character(UnicodeScalar(byte)).isNumber
    }
    rules.letters.formUnion(bytes)
    return rules
  }
}
