/// Takes a snippet's body apart. Every text is one: what does not fit the grammar is text to be inserted.
///
/// - Complexity: O(*n*); nothing is read twice but the beginnings of broken transforms and choices, which are bounded.
package struct SnippetParser {
  /// Deeper placeholders are text.
  package static let maximumDepth = 24
  /// The longest number of a place, in digits.
  private static let maximumDigits = 6
  /// How far a broken choice or transform is looked at, in bytes.
  package static let maximumPart = 2048

  package let bytes: [UInt8]
  package let dialect: SnippetDialect
  package var position = 0
  /// What stands against offering the body.
  package var obstacle: SnippetObstacle?
  /// How many parts of regular expressions may be compiled yet, to see whether they mean the same in LSP.
  package var partsLeft = SnippetLimits.patternParts
  /// How many fields without a number there were.
  private var unnumbered = 0

  package init(_ text: String, dialect: SnippetDialect = .lsp) {
    bytes = Array(text.utf8)
    self.dialect = dialect
  }

  /// Takes a body apart.
  package static func parse(_ text: String) -> SnippetBody {
    var parser = SnippetParser(text)
    return parser.parse()
  }

  /// Translates a body of another dialect to LSP's.
  ///
  /// - Returns: The body, or what stands against it.
  package static func translate(_ text: String, from dialect: SnippetDialect) -> Result<String, TranslationError> {
    var parts = SnippetLimits.patternParts
    return translate(text, from: dialect, parts: &parts)
  }

  /// Translates one of many bodies of another dialect to LSP's.
  ///
  /// - Parameter parts: How many parts of regular expressions may be compiled; those that were are subtracted.
  /// - Returns: The body, or what stands against it.
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

  /// A body that cannot be offered.
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

  /// Reads what begins with a dollar sign; nil when that is text.
  private mutating func element(depth: Int) -> [SnippetNode]? {
    position += 1
    if dialect.isYasnippet, skip(">") { return [] }
    if skip("{") { return depth < SnippetParser.maximumDepth ? braced(depth: depth) : nil }
    if let number = number() { return [.tabStop(number, nil)] }
    guard let name = variable() else { return nil }
    return [.variable(name, fallback: nil, nil)]
  }

  /// Reads what is in braces.
  private mutating func braced(depth: Int) -> [SnippetNode]? {
    let start = position
    if let number = number() {
      if skip("}") { return [.tabStop(number, nil)] }
      if skip("|") { return choices().map { [.choice(number, $0)] } }
      if let transform = transform() { return [.tabStop(number, transform)] }
      guard skip(":") else { return nil }
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

  /// Reads up to the closing brace; when there is none, what came before the content is text, and so is not read again.
  private mutating func content(
    from start: Int, depth: Int, _ make: ([SnippetNode]) -> SnippetNode
  ) -> [SnippetNode] {
    let head = String(decoding: bytes[start..<position], as: UTF8.self)
    let children = nodes(inPlaceholder: true, depth: depth + 1)
    if skip("}") { return [make(children)] }
    return [.text("${" + head)] + children
  }

  /// Notes Emacs Lisp at the beginning of a field.
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

  /// Reads the rest of a choice: `one,two|}`.
  private mutating func choices() -> [String]? {
    var choices: [String] = []
    var text: [UInt8] = []
    let end = min(bytes.count, position + SnippetParser.maximumPart)
    while position < end {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\\") where position < end && [0x24, 0x2C, 0x5C, 0x7C, 0x7D].contains(bytes[position]):
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
