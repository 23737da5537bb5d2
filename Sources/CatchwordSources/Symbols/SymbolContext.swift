import CatchwordCompletion
import CatchwordText

/// The symbol that is being typed at a place in a text, as the line before the cursor tells.
struct SymbolContext: Equatable {
  /// The kind of names that is meant.
  let kind: SymbolKind
  /// The characters that introduce the name: `\`.
  let leader: String
  /// The typed part of the name.
  let name: String
  /// True when the name is complete, with its closing mark: `:smile:`.
  let isClosed: Bool
  /// The offset of the leader in the document, in bytes.
  let start: Int
  /// True when only names that begin as typed may match, as here other things look like a name.
  let wantsBeginnings: Bool
  /// True when too little of the name is typed to offer anything, which the next character may change.
  let isTooShort: Bool

  /// The maximum number of bytes of a line that are examined.
  private static let maximumLineBytes = 1024
  /// The maximum number of characters in a name.
  static let maximumNameLength = 80

  /// Returns the context at the place of a query; nil where no symbol is being typed.
  ///
  /// - Complexity: O(log *n*) plus at most `maximumLineBytes`.
  static func at(_ query: CompletionQuery, _ settings: SymbolsSettings) -> SymbolContext? {
    guard settings.isEnabled else { return nil }
    let language = query.document.languageID
    let line = query.lineBeforeCursor(limit: maximumLineBytes)
    // Most lines have none of the signs that introduce a name.
    guard line.text.hasAny(of: signs) || settings.digraphs.contains(language) else { return nil }
    let before = SymbolLine(Array(line.text.unicodeScalars), start: line.start)
    if settings.digraphs.contains(language), let found = before.digraph(behind: settings.digraphLeader) { return found }
    if settings.emoji.contains(language), let found = before.emoji() { return found }
    if settings.entities.contains(language), let found = before.entity() { return found }
    guard settings.latex.contains(language) else { return nil }
    // In a formula the LaTeX command itself is wanted, not the symbol.
    if formulae.contains(language.lowercased()), before.isInFormula { return nil }
    return before.latex(isCode: !isPlain(language), mayFollowWords: hasFormulae(language))
  }

  /// The signs that introduce emoji, entities and names of LaTeX.
  private static let signs = ASCIISet(":&\\".utf8)

  /// The languages in which text between two dollar signs is LaTeX.
  private static let formulae: Set<String> = [
    "markdown", "mdx", "markdown.mdx", "quarto", "rmd", "org", "norg", "asciidoc",
  ]

  /// True for languages in which a symbol may directly follow a word, as in `sin\alpha`.
  private static func hasFormulae(_ language: String) -> Bool {
    let language = language.lowercased()
    return formulae.contains(language) || mathematical.contains(language) || tex.contains(language)
  }

  private static let tex: Set<String> = ["latex", "tex", "plaintex", "context", "bibtex", "texinfo", "rnoweb"]

  /// True for languages in which a backslash either introduces a symbol or means nothing.
  private static func isPlain(_ language: String) -> Bool {
    let language = language.lowercased()
    return SymbolsSettings.prose.contains(language) || mathematical.contains(language)
  }

  private static let mathematical: Set<String> = [
    "julia", "lean", "lean4", "lean3", "agda", "literate-agda", "idris", "idris2", "coq", "rocq", "isabelle", "fstar",
    "apl", "uiua", "bqn", "tlaplus", "typst", "restructuredtext", "rst", "asciidoc", "org", "norg", "neorg",
  ]
}

/// The text of a line before the cursor, read backwards.
private struct SymbolLine {
  let scalars: [Unicode.Scalar]
  /// The offset in the document at which the line, or the known part of it, begins, in bytes.
  let start: Int

  init(_ scalars: [Unicode.Scalar], start: Int) {
    self.scalars = scalars
    self.start = start
  }

  // MARK: Kinds

  /// Returns the context of an emoji: a colon that is not part of something else, and letters.
  func emoji() -> SymbolContext? {
    let isClosed = scalars.last == ":"
    let end = scalars.count - (isClosed ? 1 : 0)
    let first = run(before: end) { SymbolLine.isWord($0) || $0 == "+" || $0 == "-" }
    guard first > 0, first < end, scalars[first - 1] == ":" else { return nil }
    // Not after a word or another colon: `a:b`, `12:30`, `std::`, `http:`.
    if first > 1, SymbolLine.isWord(scalars[first - 2]) || scalars[first - 2] == ":" { return nil }
    // The next character tells `:-D` from `:-1`.
    if scalars[first] == "+" || scalars[first] == "-" {
      guard first + 1 < end, ("0"..."9").contains(scalars[first + 1]) else {
        return first + 1 == end ? context(.emoji, ":", first, end, isTooShort: true) : nil
      }
    }
    return context(.emoji, ":", first, end, isClosed: isClosed, isTooShort: !isClosed && end - first < 2)
  }

  /// Returns the context of an entity: an ampersand and letters, but not in a URL, where `&` separates parameters.
  func entity() -> SymbolContext? {
    let isClosed = scalars.last == ";"
    let end = scalars.count - (isClosed ? 1 : 0)
    let first = run(before: end) { SymbolLine.isWord($0) && $0 != "_" && $0.isASCII }
    guard first > 0, first < end, scalars[first - 1] == "&" else { return nil }
    if first > 1, scalars[first - 2] == "&" { return nil }
    let outside = run(before: first - 1) { !$0.properties.isWhitespace && $0 != "\"" && $0 != "'" }
    if scalars[outside..<(first - 1)].contains("?") { return nil }
    return context(.entities, "&", first, end, isClosed: isClosed)
  }

  /// Returns the context of a digraph: a leader, and at most two characters.
  func digraph(behind leader: String) -> SymbolContext? {
    let sign = Array(leader.unicodeScalars)
    guard !sign.isEmpty, sign.count <= 8 else { return nil }
    for length in [2, 1, 0] where scalars.count >= sign.count + length {
      let first = scalars.count - length
      guard scalars[(first - sign.count)..<first].elementsEqual(sign) else { continue }
      if scalars[first...].contains(where: \.properties.isWhitespace) { continue }
      return context(.digraphs, leader, first, scalars.count)
    }
    return nil
  }

  /// Returns the context of a LaTeX name: a backslash that is not one of a pair, and a name.
  func latex(isCode: Bool, mayFollowWords: Bool) -> SymbolContext? {
    let window = scalars.suffix(SymbolContext.maximumNameLength + 1)
    guard let place = window.lastIndex(of: "\\") else { return nil }
    let pairs = place - run(before: place) { $0 == "\\" }
    guard pairs.isMultiple(of: 2), !isInFolder(place), mayFollowWords || !isBehindFolder(place) else {
      return nil
    }
    let name = scalars[(place + 1)...]
    guard SymbolLine.isLatexName(name) else { return nil }
    guard isCode else { return context(.latex, "\\", place + 1, scalars.count) }
    // `\n` may be an escape as well as the beginning of a name, and within quotes it is more likely an escape.
    let quotes = scalars[..<place].lazy.filter { $0 == "\"" || $0 == "'" || $0 == "`" }.count
    let least = quotes.isMultiple(of: 2) ? 2 : 3
    return context(
      .latex, "\\", place + 1, scalars.count, isTooShort: name.count < least, wantsBeginnings: true)
  }

  /// True after a dollar sign that begins a formula: no other one ends it, and it does not begin a sum of money.
  var isInFormula: Bool {
    var isInside = false
    var last: Unicode.Scalar = " "
    for (index, scalar) in scalars.enumerated() {
      defer { last = scalar }
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      // Two dollar signs in a row count as one.
      guard scalar == "$", last != "\\", next != "$" else { continue }
      if isInside {
        isInside = false
      } else {
        isInside = !next.properties.isWhitespace && !("0"..."9").contains(next)
      }
    }
    return isInside
  }

  // MARK: Pieces

  /// Returns the start index of the run of matching scalars that ends before `end`.
  private func run(before end: Int, while isPart: (Unicode.Scalar) -> Bool) -> Int {
    var first = end
    while first > 0, end - first <= SymbolContext.maximumNameLength, isPart(scalars[first - 1]) { first -= 1 }
    return first
  }

  private func context(
    _ kind: SymbolKind, _ leader: String, _ first: Int, _ end: Int, isClosed: Bool = false, isTooShort: Bool = false,
    wantsBeginnings: Bool = false
  ) -> SymbolContext? {
    guard end - first <= SymbolContext.maximumNameLength else { return nil }
    var name = String.UnicodeScalarView()
    name.append(contentsOf: scalars[first..<end])
    let bytesBefore = scalars[..<first].reduce(0) { $0 + UTF8.width($1) }
    return SymbolContext(
      kind: kind, leader: leader, name: String(name), isClosed: isClosed,
      start: start + bytesBefore - leader.utf8.count,
      wantsBeginnings: wantsBeginnings, isTooShort: isTooShort)
  }

  /// True when a backslash separates folders: `C:\temp`, `\\server\share`.
  private func isInFolder(_ place: Int) -> Bool {
    let first = run(before: place) { !$0.properties.isWhitespace && $0 != "\"" && $0 != "'" && $0 != "(" }
    let path = scalars[first..<place]
    if path.starts(with: ["\\", "\\"]), path.count > 2, path[first + 2] != "\\" { return true }
    guard let drive = path.first, drive.isASCII, drive.properties.isAlphabetic else { return false }
    return path.dropFirst().first == ":" && (path.count == 2 || path.dropFirst(2).first == "\\")
  }

  /// True for a backslash directly behind the name of a folder or a drive: `.\`, `src\`, `=C:\`.
  ///
  /// A single letter or digit may be a factor, as in `x\alpha`, unless it goes on a path.
  private func isBehindFolder(_ place: Int) -> Bool {
    guard place > 0 else { return false }
    if scalars[place - 1] == "." { return true }
    let isDrive = scalars[place - 1] == ":"
    let end = isDrive ? place - 1 : place
    let length = end - run(before: end, while: SymbolLine.isWord)
    if isDrive { return length == 1 && scalars[end - 1].properties.isAlphabetic }
    return length > 1 || length == 1 && end > 1 && "\\/.".unicodeScalars.contains(scalars[end - 2])
  }

  /// True for letters, digits and `_`, a command with a braced letter, raised or lowered text, an accent and a letter.
  private static func isLatexName(_ name: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = name.first else { return true }
    let rest = name.dropFirst()
    if "'`\"~=.".unicodeScalars.contains(first) { return rest.count == 1 && rest.allSatisfy(isWord) }
    if first == "^" || first == "_" {
      if rest.allSatisfy({ isWord($0) || "+-=()".unicodeScalars.contains($0) }) { return true }
    }
    let command = name.prefix(while: isWord)
    let argument = name.dropFirst(command.count)
    if argument.isEmpty { return true }
    guard !command.isEmpty, argument.first == "{", argument.count <= 3 else { return false }
    let letters = argument.dropFirst()
    return letters.allSatisfy { isWord($0) || $0 == "}" } && letters.dropLast().allSatisfy { $0 != "}" }
  }

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: !scalar.isASCII && scalar.properties.isAlphabetic
    }
  }
}
