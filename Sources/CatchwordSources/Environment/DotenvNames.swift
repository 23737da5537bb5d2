import CatchwordFiles

/// The names that files of environment variables define; their values are never kept.
enum DotenvNames {
  /// The names of the files that are read in a folder.
  static let files = [
    ".env", ".env.local", ".env.development", ".env.test", ".env.production", ".env.example", ".env.sample",
    ".env.template", ".env.dist",
  ]
  /// The maximum size of a file, in bytes: what is larger is no such file.
  static let maximumBytes = 64 << 10
  private static let maximumLength = 64

  /// Reads the names in a text, up to the first line that is neither a definition, a comment nor empty.
  ///
  /// A value that may go on in the next line ends the names: what is in it may look like definitions, and be a part of a key.
  ///
  /// - Complexity: O(length).
  static func names(in text: String) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    var rest = text[...].unicodeScalars
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
    while !rest.isEmpty {
      let line = rest.prefix { $0 != "\n" }
      rest = rest[line.endIndex...].dropFirst()
      let row = Substring(line).drop(while: \.isWhitespace)
      if row.isEmpty || row.hasPrefix("#") { continue }
      guard let (name, value) = definition(row) else { break }
      let isWhole = endsInItsLine(value)
      // The last line of a key in Base64 ends with such a mark.
      let isPadding = value.allSatisfy { $0 == "=" || $0.isWhitespace } && name.contains(where: \.isLowercase)
      if !isPadding, name.utf8.count <= maximumLength, seen.insert(String(name)).inserted { names.append(String(name)) }
      if isPadding && !value.isEmpty || !isWhole { break }
    }
    return names
  }

  private static func definition(_ line: Substring) -> (name: Substring, value: Substring)? {
    var line = line
    if line.hasPrefix("export"), let after = line.dropFirst(6).first, after == " " || after == "\t" {
      line = line.dropFirst(6).drop { $0 == " " || $0 == "\t" }
    }
    let name = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    let rest = line[name.endIndex...].drop { $0 == " " || $0 == "\t" }
    guard let first = name.first, !first.isNumber, rest.first == "=" else { return nil }
    return (name, rest.dropFirst().drop { $0 == " " || $0 == "\t" })
  }

  /// True when a value cannot go on in the next line: each quote in it is closed, and nothing else is open.
  private static func endsInItsLine(_ value: Substring) -> Bool {
    if value.contains("<<") || value.contains("\"\"\"") || value.contains("'''") || value.contains("$(") {
      return false
    }
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in value.unicodeScalars {
      defer { isEscaped = scalar == "\\" && !isEscaped }
      if let open = quote {
        // Programs differ in what a backslash before a quote means, so it counts as either.
        if scalar == open { if isEscaped { return false } else { quote = nil } }
      } else if scalar == "\"" || scalar == "'" || scalar == "`" {
        quote = scalar
      }
    }
    return quote == nil && !isEscaped
  }

  /// Reads the names of the files in a folder; blocks. Links are not followed, and what is no text has none.
  static func read(in folder: String) -> [(name: String, file: String)] {
    let reader = FileTextReader(FileSelection(maximumFileSize: maximumBytes))
    var found: [(name: String, file: String)] = []
    var seen: Set<String> = []
    for file in files {
      guard case .text(let bytes, let count) = reader.read("\(folder)/\(file)") else { continue }
      let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
      for name in names(in: text) where seen.insert(String(name)).inserted { found.append((name, file)) }
    }
    return found
  }
}
