import CatchwordCompletion
import CatchwordText

/// The key of a citation that is being typed.
struct CitationPlace: Equatable {
  /// The typed part of the key.
  let typed: String
  /// The offset of the key in the document, in bytes.
  let start: Int

  private static let maximumLine = 1024
  /// The maximum number of bytes before the cursor in which the command of a citation is looked for.
  private static let maximumReach = 1024
  private static let texts = ["markdown", "mdx", "rmd", "quarto", "pandoc", "org", "asciidoc", "typst", "djot"]
  private static let formulae = ["latex", "tex", "plaintex", "context", "rnoweb"]
  /// The brackets that begin an argument, by those that end it.
  private static let openings: [UInt8: UInt8] = [
    UInt8(ascii: "]"): UInt8(ascii: "["), UInt8(ascii: "}"): UInt8(ascii: "{"), UInt8(ascii: ")"): UInt8(ascii: "("),
  ]

  /// Nil where none is typed: behind `@` in texts, and in the braces of a command such as `\cite` in LaTeX.
  init?(_ query: CompletionQuery) {
    let language = query.document.languageID.lowercased()
    let start: Int
    if CitationPlace.texts.contains(language) {
      let line = query.lineBeforeCursor(limit: CitationPlace.maximumLine)
      let bytes = Array(line.text.utf8)
      let key = bytes.reversed().prefix {
        $0 != UInt8(ascii: "@") && Bibliography.isOfKey($0) && !"[];".utf8.contains($0)
      }
      let place = bytes.count - key.count
      guard place > 0, bytes[place - 1] == UInt8(ascii: "@") else { return nil }
      // An address of mail is none.
      if place > 1, !" \t([;-\"*\u{2014}".utf8.contains(bytes[place - 2]) { return nil }
      start = line.start + place
    } else if CitationPlace.formulae.contains(language) {
      let text = query.document.text
      let first = text.scalarBoundary(atOrBefore: query.offset - CitationPlace.maximumReach)
      let bytes = text.bytes(in: first..<query.offset)
      guard let open = bytes.lastIndex(of: UInt8(ascii: "{")), !bytes[open...].contains(UInt8(ascii: "}")),
        CitationPlace.isCitation(bytes[..<open])
      else { return nil }
      let after = bytes[(open + 1)...]
      guard !after.contains(0x0A) || CitationPlace.isListOfKeys(after) else { return nil }
      let separator = after.lastIndex(of: UInt8(ascii: ",")) ?? open
      start = first + (bytes[(separator + 1)...].firstIndex { $0 > 0x20 } ?? bytes.count)
    } else {
      return nil
    }
    typed = query.document.text.string(in: start..<query.offset)
    self.start = start
  }

  /// True for keys between commas. What goes on behind a space is text, of a citation that is not closed.
  private static func isListOfKeys(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.split(separator: UInt8(ascii: ",")).allSatisfy { part in
      let words = part.split { $0 <= 0x20 }
      return words.count <= 1 && words.allSatisfy { $0.allSatisfy(Bibliography.isOfKey) }
    }
  }

  /// True for `\cite`, `\parencite[12]`, `\textcite*` and their like, and for `\cites(see)[12]{key}`, which takes more.
  private static func isCitation(_ head: ArraySlice<UInt8>) -> Bool {
    var head = head
    var isMany = false
    while let last = head.last, let opening = CitationPlace.openings[last] {
      guard let open = head.lastIndex(of: opening) else { return false }
      head = head[..<open]
      isMany = isMany || last != UInt8(ascii: "]")
    }
    if head.last == UInt8(ascii: "*") { head = head.dropLast() }
    guard let backslash = head.lastIndex(of: UInt8(ascii: "\\")) else { return false }
    let name = String(decoding: head[(backslash + 1)...], as: UTF8.self).lowercased()
    return (isMany ? name.hasSuffix("cites") : name.contains("cite")) && name.allSatisfy(\.isLetter)
  }
}
