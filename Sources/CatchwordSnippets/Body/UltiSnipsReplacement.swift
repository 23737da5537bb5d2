/// The replacement for a match in UltiSnips: `$1`, `(?1:then:otherwise)`, `\u`, `\U…\E`.
enum UltiSnipsReplacement {
  /// True when a Python regular expression is a JavaScript one, too.
  ///
  /// - Parameter parts: The number of parts that may be compiled; reduced by those compiled.
  static func isShared(_ pattern: String, parts: inout Int) -> Bool {
    !pattern.contains("[[:") && (try? PatternProgram(pattern, parts: &parts)) != nil
  }

  /// Translates a replacement; nil when it has no counterpart.
  static func format(_ text: String) -> [SnippetFormat]? {
    var formats: [SnippetFormat] = []
    var plain = ""
    var rest = text[...]
    func flush() {
      if !plain.isEmpty { formats.append(.text(plain)) }
      plain = ""
    }
    while let character = rest.first {
      rest = rest.dropFirst()
      switch character {
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        switch escaped {
        case "u", "l", "U", "L":
          guard let change = change(escaped, &rest) else { return nil }
          flush()
          formats.append(change)
        default:
          guard let character = unescaped(escaped) else { return nil }
          plain.append(character)
        }
      case "$":
        guard let number = number(&rest) else { return nil }
        flush()
        formats.append(.group(number))
      case "(" where rest.first == "?":
        rest = rest.dropFirst()
        guard let conditional = conditional(&rest) else { return nil }
        flush()
        formats.append(conditional)
      default: plain.append(character)
      }
    }
    flush()
    return formats
  }

  /// Reads the rest of `\u$1`, `\U$1\E` or `\L$1\E`; nil for another form.
  private static func change(_ kind: Character, _ rest: inout Substring) -> SnippetFormat? {
    guard kind != "l", rest.popFirst() == "$", let number = number(&rest) else { return nil }
    if kind == "u" { return .changed(number, "capitalize") }
    if rest.hasPrefix("\\E") { rest = rest.dropFirst(2) } else if !rest.isEmpty { return nil }
    return .changed(number, kind == "U" ? "upcase" : "downcase")
  }

  /// Reads `1:then:otherwise)` or `1:then)`, with plain text; nil for another form.
  private static func conditional(_ rest: inout Substring) -> SnippetFormat? {
    guard let number = number(&rest), rest.popFirst() == ":" else { return nil }
    var (then, otherwise): (String, String?) = ("", nil)
    while let character = rest.popFirst() {
      var text = String(character)
      switch character {
      case ")": return .conditional(number, then: then, otherwise: otherwise ?? "")
      case ":" where otherwise == nil:
        otherwise = ""
        continue
      case "\\":
        guard let escaped = rest.popFirst(), let plain = unescaped(escaped) else { return nil }
        text = String(plain)
      case "$", "(": return nil
      default: break
      }
      if otherwise == nil { then += text } else { otherwise? += text }
    }
    return nil
  }

  /// Returns the character that an escape stands for; nil for an escape with another meaning.
  private static func unescaped(_ character: Character) -> Character? {
    switch character {
    case "n": "\n"
    case "t": "\t"
    default: character.isLetter || character.isNumber ? nil : character
    }
  }

  private static func number(_ rest: inout Substring) -> Int? {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, digits.count <= 2 else { return nil }
    rest = rest.dropFirst(digits.count)
    return Int(digits)
  }
}
