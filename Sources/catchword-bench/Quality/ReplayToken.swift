/// A piece of a text in a replay: a word, a number, a mark, or the end of lines.
///
/// These are the measure, not the engine's own words, so that all orders are measured alike. A word begins with a
/// letter or `_`; consecutive ends of lines are one token.
struct ReplayToken {
  enum Kind {
    case word
    case number
    case mark
    case lineEnd
  }

  let kind: Kind
  /// The range in bytes.
  let range: Range<Int>
  /// The length in Unicode scalars.
  let length: Int

  /// Calls `body` with the pieces of a text, in order; between them is white space.
  ///
  /// - Complexity: O(*n*).
  static func forEach(in text: String, _ body: (ReplayToken) -> Void) {
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    var offset = 0
    var isAfterLineEnd = true
    while index < scalars.endIndex {
      let (first, start) = (scalars[index], offset)
      let role = Role(first)
      scalars.formIndex(after: &index)
      offset += UTF8.width(first)
      if role == .space { continue }
      if role == .lineEnd {
        if !isAfterLineEnd { body(ReplayToken(kind: .lineEnd, range: start..<offset, length: 1)) }
        isAfterLineEnd = true
        continue
      }
      isAfterLineEnd = false
      var length = 1
      while role != .mark, index < scalars.endIndex {
        let scalar = scalars[index]
        guard Role(scalar).isInWords else { break }
        scalars.formIndex(after: &index)
        offset += UTF8.width(scalar)
        length += 1
      }
      let kind: Kind =
        switch role {
        case .letter: .word
        case .digit, .numeral: .number
        case .mark, .space, .lineEnd: .mark
        }
      body(ReplayToken(kind: kind, range: start..<offset, length: length))
    }
  }

  private enum Role {
    case letter
    case digit
    case numeral
    case mark
    case space
    case lineEnd

    var isInWords: Bool { self == .letter || self == .digit || self == .numeral }

    init(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "\n": self = .lineEnd
      case "a"..."z", "A"..."Z", "_": self = .letter
      case "0"..."9": self = .digit
      case " ", "\t"..."\r", "\u{1C}"..."\u{1F}": self = .space
      case "\0"..."\u{7F}": self = .mark
      default: self.init(rare: scalar.properties)
      }
    }

    private init(rare properties: Unicode.Scalar.Properties) {
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: self = .letter
      case .decimalNumber: self = .digit
      default: self = properties.isWhitespace ? .space : properties.numericType != nil ? .numeral : .mark
      }
    }
  }
}
