/// The construct around a path that is still open at the end of the line: quotes, a link, or an argument.
struct PathEnclosure: Equatable {
  /// The index at which its contents begin.
  var start: Int
  /// The style in which names are written in it.
  var style: PathStyle
  /// True when its contents are a file name, so that a name without a slash is a path.
  var isFileName = false
  /// True when its contents name a package, unless they begin as a path does.
  var isPackage = false

  /// Returns the innermost enclosure that is open at the end of a line; nil when there is none.
  static func innermost(in line: [UInt8], language: PathLanguage) -> PathEnclosure? {
    var found = quote(in: line, language: language)
    let others = [
      include(in: line), link(in: line, language: language), definition(in: line, language: language),
      argument(in: line, language: language),
    ]
    for other in others {
      if let other, other.start > found?.start ?? -1 { found = other }
    }
    return found
  }

  // MARK: Quotes

  private static func quote(in line: [UInt8], language: PathLanguage) -> PathEnclosure? {
    var open: [(quote: UInt8, start: Int)] = []
    var index = 0
    while index < line.count {
      let byte = line[index]
      index += 1
      if byte == UInt8(ascii: "\\") {
        index += 1
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`") {
        if let place = open.lastIndex(where: { $0.quote == byte }) {
          // Quotes opened within these quotes end with them.
          open.removeSubrange(place...)
        } else if byte != UInt8(ascii: "'") || !isApostrophe(in: line, at: index - 1) {
          open.append((byte, index))
        }
      }
    }
    guard let last = open.last else { return nil }
    return quote(last.quote, at: last.start, in: line, language: language)
  }

  private static func quote(
    _ quote: UInt8, at start: Int, in line: [UInt8], language: PathLanguage
  ) -> PathEnclosure {
    let before = line[..<(start - 1)]
    if ends(before, with: ["src=", "href=", "poster=", "url("]) {
      return PathEnclosure(start: start, style: .percent(encodesNonASCII: false), isFileName: true)
    }
    let style: PathStyle =
      switch language {
      case .words, .markdown, .latex, .other: .raw(end: quote)
      case .shell, .make:
        quote == UInt8(ascii: "'") ? .shellSingle : .string(quote: quote, also: Array("$`".utf8))
      case .interpolating: .string(quote: quote, also: quote == UInt8(ascii: "'") ? [] : Array("$`".utf8))
      case .code, .script: .string(quote: quote, also: quote == UInt8(ascii: "`") ? [UInt8(ascii: "$")] : [])
      }
    let words = [
      "#include", "#import", "include", "include_once", "require_once", "require_relative", "source", "@import",
    ]
    let imports = language == .script ? words : words + ["import"]
    let isFileName = language != .other && language != .markdown && ends(before, with: imports)
    let isPackage =
      language == .script && ends(before, with: ["from", "import", "require(", "import(", "resolve("])
      && !line[start...].starts(with: ".".utf8)
    return PathEnclosure(start: start, style: style, isFileName: isFileName, isPackage: isPackage)
  }

  /// True for `'` in `don't`, and false for `'` in a Python prefix such as `f'`.
  private static func isApostrophe(in line: [UInt8], at index: Int) -> Bool {
    guard index > 0, PathScan.isWordByte(line[index - 1]) else { return false }
    let word = line[..<index].reversed().prefix { PathScan.isWordByte($0) }
    return word.count > 2 || !word.allSatisfy { "bBfFrRuULt".utf8.contains($0) }
  }

  // MARK: Other things

  /// Returns the enclosure of `#include <`.
  private static func include(in line: [UInt8]) -> PathEnclosure? {
    guard let place = line.lastIndex(of: UInt8(ascii: "<")), ends(line[..<place], with: ["#include", "#import"]),
      !line[place...].contains(UInt8(ascii: ">"))
    else { return nil }
    return PathEnclosure(start: place + 1, style: .raw(end: UInt8(ascii: ">")), isFileName: true)
  }

  /// Returns the enclosure of `](` or `](<` of a link in Markdown, or of `url(` in a style sheet.
  private static func link(in line: [UInt8], language: PathLanguage) -> PathEnclosure? {
    guard let place = line.lastIndex(of: UInt8(ascii: "(")), !line[place...].contains(UInt8(ascii: ")")) else {
      return nil
    }
    let start = place + 1
    if language == .markdown, line[..<place].last == UInt8(ascii: "]") {
      guard start < line.count, line[start] == UInt8(ascii: "<") else {
        return PathEnclosure(start: start, style: .percent(encodesNonASCII: false), isFileName: true)
      }
      if line[start...].contains(UInt8(ascii: ">")) { return nil }
      return PathEnclosure(start: start + 1, style: .raw(end: UInt8(ascii: ">")), isFileName: true)
    }
    guard ends(line[...place], with: ["url("]) else { return nil }
    return PathEnclosure(start: start, style: .percent(encodesNonASCII: false), isFileName: true)
  }

  /// Returns the enclosure of `[name]: ` in Markdown, which says where the links of that name lead.
  private static func definition(in line: [UInt8], language: PathLanguage) -> PathEnclosure? {
    guard language == .markdown, let open = line.firstIndex(where: { !PathScan.isSpace($0) }),
      line[open] == UInt8(ascii: "["), let close = line[open...].firstIndex(of: UInt8(ascii: "]")), close > open + 1,
      // That of a footnote is followed by text.
      line[open + 1] != UInt8(ascii: "^"), close + 1 < line.count, line[close + 1] == UInt8(ascii: ":"),
      let start = line[(close + 2)...].firstIndex(where: { !PathScan.isSpace($0) }),
      !line[start...].contains(where: { PathScan.isSpace($0) || $0 == UInt8(ascii: "<") })
    else { return nil }
    return PathEnclosure(start: start, style: .percent(encodesNonASCII: false), isFileName: true)
  }

  /// Returns the enclosure of `\input{` or `\includegraphics[width=…]{`.
  private static func argument(in line: [UInt8], language: PathLanguage) -> PathEnclosure? {
    guard language == .latex, let place = line.lastIndex(of: UInt8(ascii: "{")),
      !line[place...].contains(UInt8(ascii: "}"))
    else { return nil }
    var head = line[..<place]
    if head.last == UInt8(ascii: "]") {
      guard let option = head.lastIndex(of: UInt8(ascii: "[")) else { return nil }
      head = head[..<option]
    }
    if head.last == UInt8(ascii: "*") { head = head.dropLast() }
    let commands = [
      "\\input", "\\include", "\\includeonly", "\\includegraphics", "\\subfile", "\\addbibresource", "\\bibliography",
      "\\lstinputlisting", "\\verbatiminput", "\\includepdf", "\\includesvg", "\\loadglsentries",
    ]
    return PathEnclosure(start: place + 1, style: .braces, isFileName: ends(head, with: commands))
  }

  /// True when a text, without spaces at its end, ends with one of the words as a whole word.
  private static func ends(_ text: ArraySlice<UInt8>, with words: [String]) -> Bool {
    var text = text
    while let last = text.last, PathScan.isSpace(last) { text = text.dropLast() }
    return words.contains { word in
      guard text.count >= word.utf8.count, text.suffix(word.utf8.count).elementsEqual(word.utf8) else { return false }
      guard let before = text.dropLast(word.utf8.count).last else { return true }
      return !PathScan.isWordByte(before) && !(word.first == "i" && before == UInt8(ascii: "."))
    }
  }
}
