/// What takes the place of a match in UltiSnips: `$1`, `(?1:then:otherwise)`, `\u`, `\U…\E`.
enum UltiSnipsReplacement {
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
        case "n": plain.append("\n")
        case "t": plain.append("\t")
        case "u", "l", "U", "L":
          guard let change = change(escaped, &rest) else { return nil }
          flush()
          formats.append(change)
        case _ where escaped.isLetter || escaped.isNumber: return nil
        default: plain.append(escaped)
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

  /// `\u$1`, `\U$1\E`, `\L$1\E`.
  private static func change(_ kind: Character, _ rest: inout Substring) -> SnippetFormat? {
    guard kind != "l", rest.popFirst() == "$", let number = number(&rest) else { return nil }
    if kind == "u" { return .changed(number, "capitalize") }
    if rest.hasPrefix("\\E") { rest = rest.dropFirst(2) } else if !rest.isEmpty { return nil }
    return .changed(number, kind == "U" ? "upcase" : "downcase")
  }

  /// `1:then:otherwise)` and `1:then)`, of plain text.
  private static func conditional(_ rest: inout Substring) -> SnippetFormat? {
    guard let number = number(&rest), rest.popFirst() == ":" else { return nil }
    guard let end = rest.firstIndex(of: ")") else { return nil }
    let parts = rest[..<end].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    rest = rest[rest.index(after: end)...]
    guard parts.allSatisfy({ part in !part.contains { "\\$(".contains($0) } }) else { return nil }
    return .conditional(number, then: String(parts[0]), otherwise: parts.count > 1 ? String(parts[1]) : "")
  }

  private static func number(_ rest: inout Substring) -> Int? {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, digits.count <= 2 else { return nil }
    rest = rest.dropFirst(digits.count)
    return Int(digits)
  }
}
