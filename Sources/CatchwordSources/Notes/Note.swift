import CatchwordFiles

/// A text in Markdown, as links name it. What looks like a key or a password, and what is not UTF-8, is no title and no
/// heading of it.
struct Note: Equatable, Sendable {
  /// The path from the root, without the extension.
  let path: String
  /// Its title: that of its front matter, or its first heading of the first level; nil for none.
  let title: String?
  /// Its headings, in order.
  let headings: [String]

  /// The name of its file, without the extension.
  var name: String { FilePath.split(path).name }

  /// The maximum number of headings, and of the bytes of one.
  private static let (mostHeadings, longestHeading) = (500, 256)

  /// Reads what is needed of a text.
  ///
  /// - Complexity: O(*n*).
  init(path: String, text: some Sequence<UInt8>) {
    self.path = path
    var title: String?
    var headings: [String] = []
    var first: String?
    var isInFrontMatter = false
    var fence: Character?
    for (number, bytes) in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A }).enumerated() {
      if bytes.count > Note.longestHeading { continue }
      let line = String(decoding: bytes, as: UTF8.self).trimming(while: \.isWhitespace)
      if number == 0, line == "---" {
        isInFrontMatter = true
      } else if isInFrontMatter {
        if line == "---" || line == "..." { isInFrontMatter = false }
        if title == nil, line.hasPrefix("title:") {
          title = Note.value(line.dropFirst("title:".count)).flatMap { Note.isOffered($0) ? $0 : nil }
        }
      } else if line.hasPrefix("```") || line.hasPrefix("~~~") {
        if fence == nil { fence = line.first } else if fence == line.first { fence = nil }
      } else if fence == nil, headings.count < Note.mostHeadings, let heading = Note.heading(line),
        Note.isOffered(heading.text)
      {
        headings.append(heading.text)
        if heading.level == 1 { first = first ?? heading.text }
      }
    }
    self.title = title ?? first
    self.headings = headings
  }

  /// Returns a heading as links name it: a space takes the place of what would end the link or lead elsewhere.
  static func linked(_ heading: String) -> String {
    heading.split { $0 == " " || "[]|#^".contains($0) }.joined(separator: " ")
  }

  private static func isOffered(_ text: String) -> Bool { !text.contains("\u{FFFD}") && !ProjectText.isSecret(text) }

  /// Returns the level and the text of a heading; nil for any other line.
  private static func heading(_ line: String) -> (level: Int, text: String)? {
    let level = line.prefix { $0 == "#" }.count
    let rest = line.dropFirst(level)
    guard 1...6 ~= level, rest.first?.isWhitespace == true else { return nil }
    // Marks may close it, too.
    var text = String(rest).trimming(while: \.isWhitespace)
    let open = text.trimming { $0 == "#" }
    if text.hasSuffix("#"), open.last?.isWhitespace != false { text = open.trimming(while: \.isWhitespace) }
    return text.isEmpty ? nil : (level, text)
  }

  /// Returns the value of a line of front matter, without quotation marks; nil for none.
  private static func value(_ text: Substring) -> String? {
    let value = String(text).trimming(while: \.isWhitespace)
    guard let mark = value.first, mark == "\"" || mark == "'", value.count > 1, value.last == mark else {
      return value.isEmpty ? nil : value
    }
    return String(value.dropFirst().dropLast())
  }
}

extension String {
  /// Returns the text without the characters at both ends for which a condition holds.
  fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> String {
    var rest = self[...]
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return String(rest.drop(while: isTrimmed))
  }
}
