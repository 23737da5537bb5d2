import CatchwordCompletion
import CatchwordText

/// The link to a note that is being typed, behind `[[`.
struct NotePlace: Equatable {
  /// The name or title of the note, as far as it is typed.
  let note: String
  /// The typed part of one of its headings, behind `#`; nil where the note itself is typed.
  let heading: String?
  /// The offset in the document of what is being typed, in bytes.
  let start: Int
  /// True when the link ends behind the cursor already, on its line.
  let isClosed: Bool
  /// True when a heading or what the link reads as stands between the cursor and that end.
  let isContinued: Bool

  private static let maximumLine = 1024
  private static let languages: Set<String> = ["markdown", "mdx", "rmd", "quarto", "pandoc", "vimwiki", "telekasten"]

  /// Nil where no link is typed: only texts in Markdown and its kin have them.
  init?(_ query: CompletionQuery) {
    guard NotePlace.languages.contains(query.document.languageID.lowercased()) else { return nil }
    let line = query.lineBeforeCursor(limit: NotePlace.maximumLine)
    let bytes = Array(line.text.utf8)
    let bracket = UInt8(ascii: "[")
    guard let last = bytes.lastIndex(where: { $0 == bracket || $0 == UInt8(ascii: "]") }), last > 0,
      bytes[last] == bracket, bytes[last - 1] == bracket
    else { return nil }
    let typed = bytes[(last + 1)...]
    // Behind a bar stands what the link reads as.
    if typed.contains(UInt8(ascii: "|")) { return nil }
    let mark = typed.lastIndex(of: UInt8(ascii: "#"))
    note = String(decoding: typed[..<(typed.firstIndex(of: UInt8(ascii: "#")) ?? typed.endIndex)], as: UTF8.self)
    heading = mark.map { String(decoding: typed[($0 + 1)...], as: UTF8.self) }
    start = line.start + (mark.map { $0 + 1 } ?? last + 1)
    let text = query.document.text
    let after = text.bytes(in: query.offset..<min(text.count, query.offset + NotePlace.maximumLine))
    let rest = NotePlace.rest(ofLinkIn: after.prefix { $0 != 0x0A && $0 != 0x0D })
    isClosed = rest != nil
    isContinued = rest?.contains { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "|") } ?? false
  }

  /// Returns what stands before the end of the link in the rest of a line; nil where another link begins first, or none
  /// ends.
  private static func rest(ofLinkIn line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    for index in line.indices.dropLast() where line[index] == line[index + 1] {
      if line[index] == UInt8(ascii: "]") { return line[..<index] }
      if line[index] == UInt8(ascii: "[") { return nil }
    }
    return nil
  }
}
