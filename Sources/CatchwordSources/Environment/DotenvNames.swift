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

  /// Reads the names in a text.
  ///
  /// Values in quotes may have several lines, which may look like definitions, and are passed over; where a quote is not
  /// closed, the rest is.
  ///
  /// - Complexity: O(length).
  static func names(in text: String) -> [String] {
    var names: [String] = []
    var seen: Set<Substring> = []
    var rest = text[...].unicodeScalars
    while !rest.isEmpty {
      let line = rest.prefix { $0 != "\n" }
      rest = rest[line.endIndex...].dropFirst()
      guard let (name, value) = definition(String(line)[...]) else { continue }
      if name.utf8.count <= maximumLength, seen.insert(name).inserted { names.append(String(name)) }
      guard let quote = value.unicodeScalars.first, quote == "\"" || quote == "'" || quote == "`",
        !isClosed(value.unicodeScalars.dropFirst(), quote)
      else { continue }
      // The value goes on until the quote is closed.
      while !rest.isEmpty {
        let line = rest.prefix { $0 != "\n" }
        rest = rest[line.endIndex...].dropFirst()
        if isClosed(line, quote) { break }
      }
    }
    return names
  }

  private static func definition(_ line: Substring) -> (name: Substring, value: Substring)? {
    var line = line.drop(while: \.isWhitespace)
    if line.hasPrefix("export ") { line = line.dropFirst(7).drop(while: \.isWhitespace) }
    let name = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    let rest = line[name.endIndex...].drop { $0 == " " || $0 == "\t" }
    guard let first = name.first, !first.isNumber, rest.first == "=" else { return nil }
    return (name, rest.dropFirst().drop { $0 == " " || $0 == "\t" })
  }

  private static func isClosed(_ text: some Collection<Unicode.Scalar>, _ quote: Unicode.Scalar) -> Bool {
    var isEscaped = false
    for scalar in text {
      if scalar == quote, !isEscaped { return true }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return false
  }

  /// Reads the names of the files in a folder; blocks. Links are not followed, and what is no text has none.
  static func read(in folder: String) -> [(name: String, file: String)] {
    let reader = FileTextReader(FileSelection(maximumFileSize: maximumBytes))
    var found: [(name: String, file: String)] = []
    var seen: Set<String> = []
    for file in files {
      guard case .text(let bytes, let count) = reader.read("\(folder)/\(file)") else { continue }
      let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
      for name in names(in: text) where seen.insert(name).inserted { found.append((name, file)) }
    }
    return found
  }
}
