/// What Helix' `languages.toml` says about servers and languages, as far as `catchword setup` must know it.
///
/// TOML allows many ways to say the same thing. Tables with a line of their own are understood; whatever else names servers makes
/// it a file that is left alone, since a table that stands there twice keeps Helix from reading it.
struct HelixLanguages {
  /// True when there is a server named catchword.
  private(set) var hasServer = false
  /// The text of each language's entry, by the language's name.
  private(set) var languages: [String: String] = [:]
  /// Why nothing can be added, and the remedy, in words that follow the file's path; nil when it can.
  private(set) var problem: String?

  /// - Complexity: O(length).
  init(_ text: String) {
    var table: [String] = []
    var isEntry = false
    var entry = ""
    var name: String?
    var outline = TOMLOutline()
    for (number, line) in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let isContinued = outline.isWithinValue
      let code = outline.read(line)
      let row = code.trimmingPrefix(while: \.isWhitespace)
      if isContinued || row.isEmpty || !row.hasPrefix("[") {
        entry += code + "\n"
        guard !isContinued, let (key, value) = HelixLanguages.assignment(row) else { continue }
        if key.first == "name", key.count == 1 { name = HelixLanguages.plain(value) }
        if table.isEmpty || table == ["language-server"], names(key, in: table) {
          problem =
            problem
            ?? "defines servers or languages in another way than by tables, in line \(number + 1); write them as tables, "
            + "[language-server.NAME] and [[language]], and run this again"
        }
        continue
      }
      if isEntry, let name { languages[name] = entry }
      (entry, name) = ("", nil)
      guard let header = HelixLanguages.header(row) else {
        problem = problem ?? "is not valid TOML in line \(number + 1); correct it, and run this again"
        continue
      }
      table = header.keys
      isEntry = header.isArray && table == ["language"]
      if table == ["language-server", "catchword"] { hasServer = true }
      if table == ["language"], !header.isArray {
        problem =
          problem
          ?? "has a table of languages where Helix wants an array of them, in line \(number + 1); write [[language]] there, and "
          + "run this again"
      }
    }
    if isEntry, let name { languages[name] = entry }
    if outline.isWithinValue {
      problem = problem ?? "is not valid TOML: a value is not closed; correct it, and run this again"
    }
  }

  /// True for a key outside of tables, or in the table of all servers, that defines servers or languages.
  private func names(_ key: [String], in table: [String]) -> Bool {
    table.isEmpty ? ["language-server", "language"].contains(key.first) : key.first == "catchword"
  }

  /// Returns the keys of a table's header: `[a."b c"]`.
  private static func header(_ row: Substring) -> (keys: [String], isArray: Bool)? {
    let isArray = row.hasPrefix("[[")
    let (open, close) = isArray ? ("[[", "]]") : ("[", "]")
    var text = row
    while text.last?.isWhitespace == true { text.removeLast() }
    guard text.hasPrefix(open), text.hasSuffix(close), text.count > open.count + close.count else { return nil }
    return keys(text.dropFirst(open.count).dropLast(close.count)).map { ($0, isArray) }
  }

  private static func assignment(_ row: Substring) -> (key: [String], value: Substring)? {
    var quote: Character?
    for index in row.indices {
      let character = row[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "=" {
        return keys(row[..<index]).map { ($0, row[row.index(after: index)...]) }
      }
    }
    return nil
  }

  /// Returns the parts of a dotted key, without quotes; nil when it is none.
  private static func keys(_ text: Substring) -> [String]? {
    var keys = [""]
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil } else { keys[keys.count - 1].append(character) }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "." {
        keys.append("")
      } else if !character.isWhitespace {
        guard character.isLetter || character.isNumber || character == "_" || character == "-" else { return nil }
        keys[keys.count - 1].append(character)
      }
    }
    return quote == nil && !keys.contains("") ? keys : nil
  }

  private static func plain(_ value: Substring) -> String? {
    let text = value.trimmingPrefix(while: \.isWhitespace)
    guard let quote = text.first, quote == "\"" || quote == "'" else { return nil }
    return String(text.dropFirst().prefix { $0 != quote })
  }
}

/// Reads TOML line by line, and tells what is a comment, and what is within a text or an array of several lines.
private struct TOMLOutline {
  /// The text that is open at the end of a line: with three quotes, it goes on.
  private var open: Unicode.Scalar?
  private var depth = 0

  /// True when the next line belongs to a value that has begun.
  var isWithinValue: Bool { open != nil || depth > 0 }

  /// Reads a line; returns it without its comment and its line end.
  mutating func read(_ line: Substring.UnicodeScalarView) -> String {
    var code = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    // Brackets of a table's header, and of keys, are no arrays.
    var isValue = isWithinValue
    var rest = line
    if rest.last == "\r" { rest.removeLast() }
    while let scalar = rest.first {
      let triple =
        scalar == "\"" || scalar == "'" ? rest.prefix(3).allSatisfy { $0 == scalar } && rest.count > 2 : false
      if let quoted = open ?? quote {
        if scalar == "\\", quoted == "\"" {
          code.append(contentsOf: rest.prefix(2))
          rest = rest.dropFirst(2)
          continue
        }
        if open != nil ? triple && scalar == quoted : scalar == quoted {
          let count = open == nil ? 1 : 3
          code.append(contentsOf: rest.prefix(count))
          rest = rest.dropFirst(count)
          (open, quote) = (nil, nil)
          continue
        }
      } else if scalar == "#" {
        break
      } else if triple, isValue {
        open = scalar
        code.append(contentsOf: rest.prefix(3))
        rest = rest.dropFirst(3)
        continue
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == "=" {
        isValue = true
      } else if isValue, scalar == "[" || scalar == "{" {
        depth += 1
      } else if isValue, scalar == "]" || scalar == "}" {
        depth = max(0, depth - 1)
      }
      code.append(scalar)
      rest = rest.dropFirst()
    }
    return String(code)
  }
}
