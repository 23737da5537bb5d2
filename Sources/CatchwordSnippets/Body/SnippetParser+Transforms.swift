extension SnippetParser {
  /// Reads `/pattern/format/options}`; nil when there is none, and then nothing is read.
  package mutating func transform() -> SnippetTransform? {
    let start = position
    guard skip("/"), let pattern = pattern(), let found = format(), let options = options() else {
      position = start
      return nil
    }
    let formats: [SnippetFormat]?
    switch found {
    // With an obstacle, the body is not offered whatever its other transforms are.
    case _ where obstacle != nil: formats = nil
    case .read(let read): formats = read
    case .foreign(let text) where dialect.transforms == .ultiSnips:
      let isShared = !options.contains("a") && UltiSnipsReplacement.isShared(pattern, parts: &partsLeft)
      formats = isShared ? UltiSnipsReplacement.format(text) : nil
    case .foreign: formats = nil
    }
    guard let formats, formats.allSatisfy(\.canBeWritten) else {
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

  /// A format, up to its slash.
  private enum Format {
    case read([SnippetFormat])
    /// The text of a format in another dialect.
    case foreign(String)
  }

  private mutating func format() -> Format? {
    dialect.transforms == .kept ? formats().map { .read($0) } : part().map { .foreign($0) }
  }

  /// Reads up to a slash that is not escaped; escapes are kept.
  private mutating func part() -> String? {
    let start = position
    let end = min(bytes.count, position + SnippetParser.maximumPart)
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\\"): position += 2
      case UInt8(ascii: "/"):
        defer { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
      default: position += 1
      }
    }
    return nil
  }

  private mutating func options() -> String? {
    let start = position
    while position < bytes.count, (0x61...0x7A).contains(bytes[position]) { position += 1 }
    let options = String(decoding: bytes[start..<position], as: UTF8.self)
    return options.utf8.count <= 8 && skip("}") ? options : nil
  }

  // MARK: What takes the place of a match

  /// Reads a format up to its slash, as VS Code does: only a backslash and a slash can be escaped between the groups.
  private mutating func formats() -> [SnippetFormat]? {
    var formats: [SnippetFormat] = []
    var plain: [UInt8] = []
    func flush() {
      if !plain.isEmpty { formats.append(.text(String(decoding: plain, as: UTF8.self))) }
      plain = []
    }
    let end = min(bytes.count, position + SnippetParser.maximumPart)
    while position < end {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "/"):
        flush()
        return formats
      case UInt8(ascii: "\\"):
        plain.append(skip("/") ? UInt8(ascii: "/") : byte)
        if plain.last == byte { _ = skip("\\") }
      case UInt8(ascii: "$"):
        let start = position
        if let group = group() {
          // Whether or not it has matched.
          if case .conditional(_, let then?, let otherwise) = group, then == otherwise {
            plain += then.utf8
          } else {
            flush()
            formats.append(group)
          }
        } else {
          position = start
          plain.append(byte)
        }
      default: plain.append(byte)
      }
    }
    return nil
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

  /// Reads up to an end character that is not escaped; a dollar sign, a closing brace and a backslash can be.
  ///
  /// - Returns: nil for an empty text, and for one with another backslash: VS Code then takes the group for text.
  private mutating func word(_ end: Unicode.Scalar) -> String? {
    var text: [UInt8] = []
    let limit = min(bytes.count, position + SnippetParser.maximumPart)
    while position < limit {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: end) { return text.isEmpty ? nil : String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        guard position < limit, [0x24, 0x5C, 0x7D].contains(bytes[position]) else { return nil }
        text.append(bytes[position])
        position += 1
      } else {
        text.append(byte)
      }
    }
    return nil
  }
}
