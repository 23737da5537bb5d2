extension SnippetParser {
  /// Reads `/pattern/format/options}`; nil when there is none, and then nothing is read.
  package mutating func transform() -> SnippetTransform? {
    let start = position
    guard skip("/"), let pattern = pattern(), let format = part(), let options = options() else {
      position = start
      return nil
    }
    let formats: [SnippetFormat]?
    switch dialect.transforms {
    // With an obstacle, the body is not offered whatever its other transforms are.
    case _ where obstacle != nil: formats = nil
    case .kept: formats = SnippetParser.format(format)
    case .ultiSnips:
      let isShared = !options.contains("a") && UltiSnipsReplacement.isShared(pattern, parts: &partsLeft)
      formats = isShared ? UltiSnipsReplacement.format(format) : nil
    case .foreign: formats = nil
    }
    guard let formats else {
      obstacle = obstacle ?? .transform
      return SnippetTransform(pattern: "", format: [], options: "")
    }
    return SnippetTransform(pattern: pattern, format: formats, options: options)
  }

  /// Reads up to a slash not directly after a backslash, even an escaped one: many write `[\\/]`, and VS Code agrees.
  private mutating func pattern() -> String? {
    let start = position
    let end = min(bytes.count, position + SnippetParser.maximumPart)
    while position < end {
      if bytes[position] == UInt8(ascii: "/"), position == start || bytes[position - 1] != UInt8(ascii: "\\") {
        defer { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
      }
      position += 1
    }
    return nil
  }

  /// Reads up to a slash that is neither escaped nor within braces; escapes are kept.
  private mutating func part() -> String? {
    let start = position
    let end = min(bytes.count, position + SnippetParser.maximumPart)
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\\"): position += 2
      case UInt8(ascii: "/"):
        // The slash of `${1:/upcase}` is not the end.
        if position > start, bytes[position - 1] == UInt8(ascii: ":"), isInGroup(from: start) {
          position += 1
          continue
        }
        defer { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
      default: position += 1
      }
    }
    return nil
  }

  /// True when the text before the slash is `${1:`, with any number.
  private func isInGroup(from start: Int) -> Bool {
    var place = position - 2
    while place >= start, (0x30...0x39).contains(bytes[place]) { place -= 1 }
    return place < position - 2 && place > start && bytes[place] == UInt8(ascii: "{")
      && bytes[place - 1] == UInt8(ascii: "$")
  }

  private mutating func options() -> String? {
    let start = position
    while position < bytes.count, (0x61...0x7A).contains(bytes[position]) { position += 1 }
    let options = String(decoding: bytes[start..<position], as: UTF8.self)
    return options.utf8.count <= 8 && skip("}") ? options : nil
  }

  // MARK: What takes the place of a match

  /// Parses a format.
  package static func format(_ text: String) -> [SnippetFormat] {
    var parser = SnippetParser(text)
    var formats: [SnippetFormat] = []
    var plain: [UInt8] = []
    func flush() {
      if !plain.isEmpty { formats.append(.text(String(decoding: plain, as: UTF8.self))) }
      plain = []
    }
    while parser.position < parser.bytes.count {
      let byte = parser.bytes[parser.position]
      let start = parser.position
      parser.position += 1
      if byte == UInt8(ascii: "\\"), parser.position < parser.bytes.count {
        plain += unescaped(parser.bytes[parser.position])
        parser.position += 1
      } else if byte == UInt8(ascii: "$"), let group = parser.group() {
        flush()
        formats.append(group)
      } else {
        parser.position = start + 1
        plain.append(byte)
      }
    }
    flush()
    return formats
  }

  /// Returns the value of an escape: a line break or tab as in VS Code, a special byte, or the backslash and the byte.
  private static func unescaped(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "n"): [0x0A]
    case UInt8(ascii: "t"): [0x09]
    case UInt8(ascii: "r"): [0x0D]
    case UInt8(ascii: "$"), UInt8(ascii: "}"), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: ":"): [byte]
    default: [UInt8(ascii: "\\"), byte]
    }
  }

  /// Reads `1`, `{1}`, `{1:/upcase}`, `{1:+then}`, `{1:?then:otherwise}`, `{1:-otherwise}` or `{1:otherwise}`.
  private mutating func group() -> SnippetFormat? {
    guard skip("{") else { return number().map { .group($0) } }
    guard let number = number() else { return nil }
    if skip("}") { return .group(number) }
    guard skip(":") else { return nil }
    if skip("/") {
      let start = position
      while position < bytes.count, (0x61...0x7A).contains(bytes[position] | 0x20) { position += 1 }
      let name = String(decoding: bytes[start..<position], as: UTF8.self)
      return !name.isEmpty && skip("}") ? .changed(number, name) : nil
    }
    if skip("+") { return word("}").map { .conditional(number, then: $0, otherwise: "") } }
    if skip("?") {
      guard let then = word(":"), let otherwise = word("}") else { return nil }
      return .conditional(number, then: then, otherwise: otherwise)
    }
    _ = skip("-")
    return word("}").map { .conditional(number, then: nil, otherwise: $0) }
  }

  /// Reads up to an end character that is not escaped.
  private mutating func word(_ end: Unicode.Scalar) -> String? {
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: end) { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), position < bytes.count {
        text += SnippetParser.unescaped(bytes[position])
        position += 1
      } else {
        text.append(byte)
      }
    }
    return nil
  }
}
