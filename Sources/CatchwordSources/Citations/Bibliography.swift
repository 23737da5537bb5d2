/// The entries of a BibTeX file, as far as a menu shows them.
enum Bibliography {
  struct Entry: Equatable, Sendable {
    /// The key by which it is cited.
    let key: String
    /// The family name of the first author and the year, and the title; empty when it has none of these, or when they
    /// look like a key or a password.
    let detail: String
  }

  /// The maximum number of entries of a file.
  static let mostEntries = 50_000
  private static let mostKeyBytes = 200
  private static let mostDetail = 160

  /// Reads the entries of a file; what is malformed is passed over, up to the next `@` at the beginning of a line.
  ///
  /// - Complexity: O(length).
  static func entries(in bytes: [UInt8]) -> [Entry] {
    var entries: [Entry] = []
    var index = 0
    while index < bytes.count, entries.count < mostEntries {
      guard let at = bytes[index...].firstIndex(of: UInt8(ascii: "@")) else { break }
      index = at + 1
      let kind = bytes[index...].prefix { isLetter($0) }
      index = skipSpace(bytes, kind.endIndex)
      guard !kind.isEmpty, index < bytes.count, bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "(")
      else { continue }
      let name = String(decoding: kind, as: UTF8.self).lowercased()
      if ["comment", "string", "preamble"].contains(name) { continue }
      index = skipSpace(bytes, index + 1)
      if beginsEntry(bytes, index) { continue }
      let key = bytes[index...].prefix(mostKeyBytes).prefix { isOfKey($0) }
      index = key.endIndex
      let text = String(decoding: key, as: UTF8.self)
      guard !key.isEmpty, !text.contains("\u{FFFD}") else { continue }
      let (fields, end) = fields(bytes, from: index)
      index = end
      entries.append(Entry(key: text, detail: detail(fields)))
    }
    return entries
  }

  /// Reads the fields of an entry up to its end, or to an `@` at the beginning of a line.
  private static func fields(_ bytes: [UInt8], from start: Int) -> (fields: [String: String], end: Int) {
    var fields: [String: String] = [:]
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: ")") { return (fields, index + 1) }
      if beginsEntry(bytes, index) { break }
      guard isLetter(byte) else {
        index += 1
        continue
      }
      let name = bytes[index...].prefix { isLetter($0) || $0 == UInt8(ascii: "-") }
      index = skipSpace(bytes, name.endIndex)
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { continue }
      let (value, end) = value(bytes, from: skipSpace(bytes, index + 1))
      index = end
      let field = String(decoding: name, as: UTF8.self).lowercased()
      if ["author", "editor", "title", "year", "date"].contains(field) { fields[field] = plain(value) }
    }
    return (fields, index)
  }

  private static func value(_ bytes: [UInt8], from start: Int) -> (value: ArraySlice<UInt8>, end: Int) {
    guard start < bytes.count, !beginsEntry(bytes, start) else { return (bytes[start...].prefix(0), start) }
    let open = bytes[start]
    guard open == UInt8(ascii: "{") || open == UInt8(ascii: "\"") else {
      let word = bytes[start...].prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") && $0 != 0x0A }
      return (word, word.endIndex)
    }
    var depth = 0
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if open == UInt8(ascii: "{"), depth == 0 { return (bytes[start + 1..<index], index + 1) }
        if depth < 0 { return (bytes[start + 1..<index], index) }
      case UInt8(ascii: "\"") where open == UInt8(ascii: "\"") && depth == 0 && index > start:
        return (bytes[start + 1..<index], index + 1)
      // A value that is not closed must not swallow the rest of the file.
      case UInt8(ascii: "@") where beginsEntry(bytes, index): return (bytes[start + 1..<index], index)
      default: break
      }
      index += 1
    }
    return (bytes[min(start + 1, bytes.count)...], bytes.count)
  }

  /// True for an `@` at the beginning of a line: whatever is not closed before it ends there.
  private static func beginsEntry(_ bytes: [UInt8], _ index: Int) -> Bool {
    index > 0 && index < bytes.count && bytes[index] == UInt8(ascii: "@") && bytes[index - 1] == 0x0A
  }

  /// Returns a value without braces and line breaks.
  private static func plain(_ value: ArraySlice<UInt8>) -> String {
    let text = String(decoding: value.prefix(4 * mostDetail).filter { $0 != 0x7B && $0 != 0x7D }, as: UTF8.self)
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func detail(_ fields: [String: String]) -> String {
    let people = (fields["author"] ?? fields["editor"] ?? "").components(" and ")
    var name = people.first.map(family) ?? ""
    if people.count > 2 { name += " et al." } else if people.count == 2 { name += " and \(family(people[1]))" }
    let year = (fields["year"] ?? fields["date"]).map { String($0.prefix(4)) } ?? ""
    let head = [name, year].filter { !$0.isEmpty }.joined(separator: " ")
    let text = [head, fields["title"] ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    if ProjectText.isSecret(text) { return "" }
    return text.count > mostDetail ? String(text.prefix(mostDetail - 1)) + "…" : text
  }

  private static func family(_ person: String) -> String {
    if let comma = person.firstIndex(of: ",") { return String(person[..<comma]) }
    return person.split(separator: " ").last.map(String.init) ?? person
  }

  private static func skipSpace(_ bytes: [UInt8], _ index: Int) -> Int {
    bytes[min(index, bytes.count)...].firstIndex { !(0x09...0x0D).contains($0) && $0 != 0x20 } ?? bytes.count
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

  /// True for what may be in a key, after BibTeX: no spaces, commas, braces, quotes, `#`, `%`, `=`, `(`, `)` and `\`.
  static func isOfKey(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x7F && !"\"#%'(),={}\\".utf8.contains(byte) }
}

extension String {
  /// The parts between a separator, none of which is empty.
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator).map { $0.trimmingPrefix(while: \.isWhitespace) }.filter { !$0.isEmpty }.map(String.init)
  }
}
