/// Parses a snippet's body. Every text is a body: what does not fit the grammar is text to be inserted.
///
/// - Complexity: O(*n*); only the beginnings of broken transforms and choices are read twice, and they are bounded.
package struct SnippetParser {
  /// The maximum depth of placeholders; deeper ones are text.
  package static let maximumDepth = 24
  /// The maximum length of a place's number, in digits.
  private static let maximumDigits = 6
  /// The maximum length of a choice or of a part of a transform, in bytes.
  package static let maximumPart = 2048

  package let bytes: [UInt8]
  package let dialect: SnippetDialect
  package var position = 0
  /// The reason why the body cannot be offered; nil when there is none.
  package var obstacle: SnippetObstacle?
  /// The beginning of a place that is text, as `${1:`, since it is not closed or not well-formed; nil for none.
  package private(set) var brokenPlace: String?
  /// The number of parts of regular expressions that may still be compiled, to see whether they mean the same in LSP.
  package var partsLeft = SnippetLimits.patternParts
  /// The number of fields without a number so far.
  private var unnumbered = 0

  package init(_ text: String, dialect: SnippetDialect = .lsp) {
    bytes = Array(text.utf8)
    self.dialect = dialect
  }

  /// Parses a body.
  package static func parse(_ text: String) -> SnippetBody {
    var parser = SnippetParser(text)
    return parser.parse()
  }

  /// Returns the beginning of a place in a body that is text, since it is not closed, or is a malformed choice; nil for
  /// none.
  package static func brokenPlace(in text: String) -> String? {
    guard mayBeBroken(text) else { return nil }
    var parser = SnippetParser(text)
    _ = parser.parse()
    return parser.brokenPlace
  }

  /// Translates a body of another dialect to LSP's syntax.
  ///
  /// - Returns: The body, or the reason why it cannot be offered.
  package static func translate(_ text: String, from dialect: SnippetDialect) -> Result<String, TranslationError> {
    var parts = SnippetLimits.patternParts
    return translate(text, from: dialect, parts: &parts)
  }

  /// False when each place of a body is closed and none is a choice, as for most; found without parsing it.
  private static func mayBeBroken(_ text: String) -> Bool {
    var depth = 0
    var last: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "|"): return true
      case UInt8(ascii: "{") where last == UInt8(ascii: "$"): depth += 1
      case UInt8(ascii: "}") where last != UInt8(ascii: "\\"): depth = max(0, depth - 1)
      default: break
      }
      last = byte
    }
    return depth > 0
  }

  /// Translates one of many bodies of another dialect to LSP's syntax.
  ///
  /// - Parameter parts: The number of parts of regular expressions that may be compiled; reduced by those compiled.
  /// - Returns: The body, or the reason why it cannot be offered.
  package static func translate(
    _ text: String, from dialect: SnippetDialect, parts: inout Int
  ) -> Result<String, TranslationError> {
    var parser = SnippetParser(text, dialect: dialect)
    parser.partsLeft = parts
    let body = parser.parse()
    parts = parser.partsLeft
    if let obstacle = parser.obstacle { return .failure(TranslationError(obstacle: obstacle)) }
    return .success(body.snippetText)
  }

  /// The error for a body that cannot be offered.
  package struct TranslationError: Error, Equatable {
    package let obstacle: SnippetObstacle
  }

  package mutating func parse() -> SnippetBody { SnippetBody(nodes: nodes(inPlaceholder: false, depth: 0)) }

  // MARK: Nodes

  private mutating func nodes(inPlaceholder: Bool, depth: Int) -> [SnippetNode] {
    var nodes: [SnippetNode] = []
    var text: [UInt8] = []
    var braces = 0
    func flush() {
      nodes.add(.text(String(decoding: text, as: UTF8.self)))
      text.removeAll(keepingCapacity: true)
    }
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\\") where position + 1 < bytes.count && dialect.isEscaped(bytes[position + 1]):
        text.append(bytes[position + 1])
        position += 2
      case UInt8(ascii: "}") where inPlaceholder && braces == 0:
        flush()
        return nodes
      case UInt8(ascii: "}") where inPlaceholder:
        braces -= 1
        take(&text)
      case UInt8(ascii: "{") where inPlaceholder && dialect.balancesBraces:
        braces += 1
        take(&text)
      case UInt8(ascii: "`") where dialect.hasBackquotedCode && bytes[(position + 1)...].contains(byte):
        obstacle = .code
        take(&text)
      case UInt8(ascii: "$"):
        let start = position
        if let found = element(depth: depth) {
          flush()
          nodes.add(found)
        } else {
          position = start
          take(&text)
        }
      default: take(&text)
      }
    }
    flush()
    return nodes
  }

  private mutating func take(_ text: inout [UInt8]) {
    text.append(bytes[position])
    position += 1
  }

  /// Reads an element that begins with a dollar sign; nil when it is text.
  private mutating func element(depth: Int) -> [SnippetNode]? {
    position += 1
    if dialect.isYasnippet, skip(">") { return [] }
    if skip("{") { return depth < SnippetParser.maximumDepth ? braced(depth: depth) : nil }
    if let number = number() { return [.tabStop(number, nil)] }
    guard let name = variable() else { return nil }
    return [.variable(name, fallback: nil, nil)]
  }

  /// Reads an element in braces; nil when it is text.
  private mutating func braced(depth: Int) -> [SnippetNode]? {
    let start = position
    if let number = number() {
      if skip("}") { return [.tabStop(number, nil)] }
      if skip("|") {
        if let found = choices() { return [.choice(number, found)] }
        noteBroken("\(number)|")
        return nil
      }
      if let transform = transform() { return [.tabStop(number, transform)] }
      guard skip(":") else {
        if skip("/") { noteBroken("\(number)/") }
        return nil
      }
      noteLisp()
      return content(from: start, depth: depth) { .placeholder(number, $0) }
    }
    if let name = variable() {
      if skip("}") { return [.variable(name, fallback: nil, nil)] }
      if let transform = transform() { return [.variable(name, fallback: nil, transform)] }
      guard skip(":") else { return nil }
      return content(from: start, depth: depth) { .variable(name, fallback: $0, nil) }
    }
    guard dialect.isYasnippet else { return nil }
    noteLisp()
    unnumbered += 1
    let number = 900 + unnumbered
    return content(from: start, depth: depth) { .placeholder(number, $0) }
  }

  /// Reads up to the closing brace; without one, the text before the content becomes plain text, and is not read again.
  private mutating func content(
    from start: Int, depth: Int, _ make: ([SnippetNode]) -> SnippetNode
  ) -> [SnippetNode] {
    let head = String(decoding: bytes[start..<position], as: UTF8.self)
    let children = nodes(inPlaceholder: true, depth: depth + 1)
    if skip("}") { return [make(children)] }
    noteBroken(head)
    return [.text("${" + head)] + children
  }

  private mutating func noteBroken(_ head: String) { brokenPlace = brokenPlace ?? "${" + head }

  /// Records an obstacle when a field begins with Emacs Lisp.
  private mutating func noteLisp() {
    guard dialect.isYasnippet else { return }
    let rest = bytes[position...].prefix(3)
    if rest.starts(with: "$(".utf8) || rest.starts(with: "$$(".utf8) { obstacle = .code }
  }

  // MARK: Pieces

  package mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  package mutating func number() -> Int? {
    var end = position
    while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
    guard end > position, end - position <= SnippetParser.maximumDigits else { return nil }
    let value = bytes[position..<end].reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    position = end
    return value
  }

  private mutating func variable() -> String? {
    var end = position
    while end < bytes.count {
      let byte = bytes[end]
      let isLetter = byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte | 0x20)
      guard isLetter || (end > position && (0x30...0x39).contains(byte)) else { break }
      end += 1
    }
    guard end > position else { return nil }
    let name = String(decoding: bytes[position..<end], as: UTF8.self)
    guard let variables = dialect.variables else {
      position = end
      return name
    }
    guard let known = variables[name] else { return nil }
    position = end
    return known
  }

  /// Reads the rest of a choice, such as `one,two|}`; nil when it is broken.
  private mutating func choices() -> [String]? {
    var choices: [String] = []
    var text: [UInt8] = []
    let end = min(bytes.count, position + SnippetParser.maximumPart)
    while position < end {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\\") where position < end && [0x2C, 0x5C, 0x7C].contains(bytes[position]):
        text.append(bytes[position])
        position += 1
      case UInt8(ascii: ","), UInt8(ascii: "|"):
        choices.append(String(decoding: text, as: UTF8.self))
        text = []
        if byte == UInt8(ascii: "|") { return skip("}") ? choices : nil }
      default: text.append(byte)
      }
    }
    return nil
  }
}
