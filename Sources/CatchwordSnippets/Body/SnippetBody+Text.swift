extension SnippetBody {
  /// The body in LSP's syntax, which parses to the same body.
  ///
  /// - Complexity: O(*n*).
  package var snippetText: String {
    var text = ""
    SnippetBody.write(nodes, to: &text)
    return text
  }

  private static func write(_ nodes: [SnippetNode], to text: inout String) {
    for node in nodes {
      switch node {
      case .text(let plain): escape(plain, "$}\\", to: &text)
      // Always with braces, as a digit may follow.
      case .tabStop(let number, nil): text += "${\(number)}"
      case .tabStop(let number, let transform?):
        text += "${\(number)"
        transform.write(to: &text)
      case .placeholder(let number, let children):
        text += "${\(number):"
        write(children, to: &text)
        text += "}"
      case .choice(let number, let choices):
        text += "${\(number)|"
        for (index, choice) in choices.enumerated() {
          if index > 0 { text += "," }
          escape(choice, "\\,|", to: &text)
        }
        text += "|}"
      case .variable(let name, let fallback, let transform):
        text += "${\(name)"
        if let transform {
          transform.write(to: &text)
        } else {
          if let fallback {
            text += ":"
            write(fallback, to: &text)
          }
          text += "}"
        }
      }
    }
  }

  /// Appends text, with a backslash before each special character.
  package static func escape(_ plain: String, _ special: StaticString, to text: inout String) {
    let isSpecial = { (byte: UInt8) in special.withUTF8Buffer { $0.contains(byte) } }
    guard plain.utf8.contains(where: isSpecial) else { return text += plain }
    for scalar in plain.unicodeScalars {
      if scalar.isASCII, isSpecial(UInt8(ascii: scalar)) { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(scalar)
    }
  }
}

extension SnippetTransform {
  /// Appends `/pattern/format/options}`. Escaped is only what VS Code takes for escaped at that place.
  fileprivate func write(to text: inout String) {
    text += "/\(pattern)/"
    for part in format {
      switch part {
      case .text(let plain): SnippetTransform.write(plain, to: &text)
      case .group(let number): text += "${\(number)}"
      case .changed(let number, let name): text += "${\(number):/\(name)}"
      case .conditional(let number, let then?, let otherwise):
        SnippetTransform.write(number, then, otherwise, to: &text)
      case .conditional(let number, nil, ""): text += "${\(number)}"
      case .conditional(let number, nil, let otherwise):
        text += "${\(number):-"
        SnippetBody.escape(otherwise, "$}\\", to: &text)
        text += "}"
      }
    }
    text += "/\(options)}"
  }

  /// Appends the text between groups. There, a dollar sign cannot be escaped: where it would begin a group, it is written as
  /// the text of one, whether or not anything was matched.
  private static func write(_ plain: String, to text: inout String) {
    for (place, piece) in plain.split(separator: "$", omittingEmptySubsequences: false).enumerated() {
      if place > 0 {
        let first = piece.unicodeScalars.first
        let beginsGroup = first == "{" || first.map { ("0"..."9").contains($0) } == true
        text += beginsGroup ? #"${0:?\$:\$}"# : "$"
      }
      SnippetBody.escape(String(piece), "\\/", to: &text)
    }
  }

  /// Appends one text for a group that has matched, and another one for a group that has not. A colon ends the first, so what
  /// is behind one is written in a group of its own.
  private static func write(_ number: Int, _ then: String, _ otherwise: String, to text: inout String) {
    if then.isEmpty && otherwise.isEmpty { return }
    let head = otherwise.isEmpty ? "" : then.prefix { $0 != ":" }
    if !otherwise.isEmpty {
      text += "${\(number):?"
      SnippetBody.escape(String(head), "$}\\", to: &text)
      text += ":"
      SnippetBody.escape(otherwise, "$}\\", to: &text)
      text += "}"
    }
    let rest = then.dropFirst(head.count)
    if rest.isEmpty { return }
    text += "${\(number):+"
    SnippetBody.escape(String(rest), "$}\\", to: &text)
    text += "}"
  }
}

extension SnippetFormat {
  /// False for a condition that has no counterpart in VS Code: with a text for a group that has not matched, the text for one
  /// that has must not begin with a colon, or be empty.
  var canBeWritten: Bool {
    guard case .conditional(_, let then?, let otherwise) = self, !otherwise.isEmpty else { return true }
    return then.first.map { $0 != ":" } ?? false
  }
}

extension SnippetBody {
  /// The maximum length of a place's text that is copied to the other places with its number, in bytes.
  private static let maximumMirrorBytes = 1024
  /// The maximum length of the plain text, in bytes.
  private static let maximumPlainBytes = 64 << 10

  /// The body as plain text: places have their default text, choices their first one, and transforms are left out.
  ///
  /// - Complexity: O(*n*) in the length of the result, which is bounded.
  package var plainText: String {
    var definitions: [Int: [SnippetNode]] = [:]
    SnippetBody.collect(nodes, into: &definitions)
    var writer = PlainWriter(definitions: definitions)
    var text = ""
    writer.write(nodes, to: &text, limit: SnippetBody.maximumPlainBytes)
    return text
  }

  private static func collect(_ nodes: [SnippetNode], into definitions: inout [Int: [SnippetNode]]) {
    for node in nodes {
      switch node {
      case .placeholder(let number, let children):
        if definitions[number] == nil { definitions[number] = children }
        collect(children, into: &definitions)
      case .choice(let number, let choices):
        if definitions[number] == nil { definitions[number] = choices.first.map { [.text($0)] } ?? [] }
      case .variable(_, let fallback?, _): collect(fallback, into: &definitions)
      default: break
      }
    }
  }

  private struct PlainWriter {
    let definitions: [Int: [SnippetNode]]
    /// The texts of places; the text of one that is being written is empty, so that a place inside itself is empty.
    var mirrors: [Int: String] = [:]
    /// The nesting depth of the places that are being written.
    private var depth = 0

    init(definitions: [Int: [SnippetNode]]) { self.definitions = definitions }

    mutating func write(_ nodes: [SnippetNode], to text: inout String, limit: Int) {
      depth += 1
      defer { depth -= 1 }
      for node in nodes where text.utf8.count < limit {
        switch node {
        case .text(let plain): text += plain
        case .tabStop(let number, _): text += mirror(number)
        case .placeholder(_, let children): write(children, to: &text, limit: limit)
        case .choice(_, let choices): text += choices.first ?? ""
        case .variable(_, let fallback, _): write(fallback ?? [], to: &text, limit: limit)
        }
      }
    }

    private mutating func mirror(_ number: Int) -> String {
      if let known = mirrors[number] { return known }
      // Places may refer to one another in a chain as long as the body: deep ones are empty, to bound the stack.
      guard depth <= SnippetParser.maximumDepth else { return "" }
      mirrors[number] = ""
      var text = ""
      write(definitions[number] ?? [], to: &text, limit: SnippetBody.maximumMirrorBytes)
      if text.utf8.count > SnippetBody.maximumMirrorBytes { text = "" }
      mirrors[number] = text
      return text
    }
  }
}
