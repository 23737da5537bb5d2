import CatchwordCompletion
import CatchwordText

/// The key of a citation that is being typed.
struct CitationPlace: Equatable {
  /// The typed part of the key.
  let typed: String
  /// The offset of the key in the document, in bytes.
  let start: Int

  private static let maximumLine = 1024
  private static let texts = ["markdown", "mdx", "rmd", "quarto", "pandoc", "org", "asciidoc", "typst", "djot"]
  private static let formulae = ["latex", "tex", "plaintex", "context", "rnoweb"]

  /// Nil where none is typed: behind `@` in texts, and in the braces of a command such as `\cite` in LaTeX.
  init?(_ query: CompletionQuery) {
    let language = query.document.languageID.lowercased()
    let line = query.lineBeforeCursor(limit: CitationPlace.maximumLine)
    let bytes = Array(line.text.utf8)
    let start: Int
    if CitationPlace.texts.contains(language) {
      let key = bytes.reversed().prefix {
        $0 != UInt8(ascii: "@") && Bibliography.isOfKey($0) && !"[];".utf8.contains($0)
      }
      start = bytes.count - key.count
      guard start > 0, bytes[start - 1] == UInt8(ascii: "@") else { return nil }
      // An address of mail is none.
      if start > 1, !" \t([;-\u{2014}".utf8.contains(bytes[start - 2]) { return nil }
    } else if CitationPlace.formulae.contains(language) {
      guard let open = bytes.lastIndex(of: UInt8(ascii: "{")), !bytes[open...].contains(UInt8(ascii: "}")),
        CitationPlace.isCitation(bytes[..<open])
      else { return nil }
      let after = bytes[(open + 1)...]
      let separator = after.lastIndex(of: UInt8(ascii: ",")) ?? open
      start = bytes[(separator + 1)...].firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.count
    } else {
      return nil
    }
    typed = String(decoding: bytes[start...], as: UTF8.self)
    self.start = line.start + start
  }

  /// True for `\cite`, `\parencite[12]`, `\textcite*` and their like.
  private static func isCitation(_ head: ArraySlice<UInt8>) -> Bool {
    var head = head
    while head.last == UInt8(ascii: "]") {
      guard let open = head.lastIndex(of: UInt8(ascii: "[")) else { return false }
      head = head[..<open]
    }
    if head.last == UInt8(ascii: "*") { head = head.dropLast() }
    guard let backslash = head.lastIndex(of: UInt8(ascii: "\\")) else { return false }
    let name = String(decoding: head[(backslash + 1)...], as: UTF8.self).lowercased()
    return name.contains("cite") && name.allSatisfy(\.isLetter)
  }
}
