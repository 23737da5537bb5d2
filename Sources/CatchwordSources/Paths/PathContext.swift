import CatchwordFiles
import CatchwordText

/// A path that is being typed: its typed parts, and the style in which the rest must be written.
///
/// It is a guess from the line alone, without access to the disk; whether the folder exists decides in the end.
struct PathContext: Equatable {
  /// The path up to its last slash, with it, as plain text; empty for a bare name.
  var directory: String
  /// The typed part of the name, as plain text.
  var name: String
  /// The offset of the name in the line, in bytes.
  var nameStart: Int
  /// The style in which names are to be written.
  var style: PathStyle
  /// True when it names a package, or a file in one: it is looked for where packages are.
  var isPackage = false

  /// Returns the paths that a line may end with, which are those of its bytes.
  static func candidates(in line: String, language: PathLanguage) -> [PathContext] {
    // Most lines have neither a slash nor the beginning of anything that encloses a path.
    language.isShell || line.hasAny(of: signs) ? candidates(in: Array(line.utf8), language: language) : []
  }

  /// Returns the paths that a line may end with, the likeliest first.
  ///
  /// - Parameter line: The line before the cursor, in UTF-8.
  /// - Returns: At most two, the whole contents of the open quotes or link and the text after the last delimiter; in prose,
  ///   up to three with spaces behind these.
  static func candidates(in line: [UInt8], language: PathLanguage) -> [PathContext] {
    let enclosure = PathEnclosure.innermost(in: line, language: language)
    let base = enclosure?.start ?? 0
    if let start = PathScan.uriStart(in: line, from: base) { return uri(in: line, from: start).map { [$0] } ?? [] }
    var whole = enclosure.flatMap {
      path(in: line, from: $0.start, style: $0.style, isFileName: $0.isFileName || $0.isPackage)
    }
    if enclosure?.isPackage == true { whole?.isPackage = true }
    let start = PathScan.runStart(in: line, from: base)
    let isFileName = enclosure == nil && isNamed(at: start, in: line, language: language)
    guard enclosure?.start != start,
      isFileName || canBegin(at: start, in: line, language: language, isEnclosed: enclosure != nil)
    else {
      return [whole].compactMap(\.self)
        + spaced(in: line, before: start, language: language, isEnclosed: enclosure != nil)
    }
    let isEscaped = line[start...].contains(UInt8(ascii: "\\"))
    let style = enclosure?.style ?? (isEscaped || language.isShell ? .shell : language == .words ? .bare : .plain)
    return [whole, path(in: line, from: start, style: style, isFileName: isFileName)].compactMap { $0 }
      + spaced(in: line, before: start, language: language, isEnclosed: enclosure != nil)
  }

  /// The characters of which a path, or what encloses it, has one; except for commands that name files.
  private static let signs = ASCIISet("/\"'`<([{".utf8)

  /// The maximum number of spaces in an unquoted path that is looked for.
  private static let mostSpaces = 3

  /// Returns the paths with spaces, without quotes, that may end here, the shortest first: a folder of that name must exist.
  private static func spaced(
    in line: [UInt8], before start: Int, language: PathLanguage, isEnclosed: Bool
  ) -> [PathContext] {
    guard !isEnclosed, language == .other || language == .markdown else { return [] }
    var found: [PathContext] = []
    var (start, end) = (start, start)
    for _ in 0..<mostSpaces {
      guard start > 1, line[start - 1] == UInt8(ascii: " "), !PathScan.isDelimiter(line[start - 2]) else { break }
      end = start - 1
      start = PathScan.runStart(in: Array(line[..<end]), from: 0)
      // What stands before the first space must be the beginning of a path by itself.
      guard let slash = line[start..<end].firstIndex(of: UInt8(ascii: "/")), slash + 1 < end,
        canBegin(at: start, in: line, language: language, isEnclosed: false),
        let path = path(in: line, from: start, style: .plain, isFileName: false)
      else { continue }
      found.append(path)
    }
    return found
  }

  /// True where each word is the name of a file: behind `COPY` and `ADD` of a Dockerfile, and behind a target or `include`
  /// of a makefile; not for options and variables.
  private static func isNamed(at start: Int, in line: [UInt8], language: PathLanguage) -> Bool {
    guard language.isShell, start < line.count, !"-$".utf8.contains(line[start]) else { return false }
    let before = line[..<start]
    let words = before.split(whereSeparator: PathScan.isSpace)
    guard let first = words.first else { return false }
    if language == .shell { return first.elementsEqual("COPY".utf8) || first.elementsEqual("ADD".utf8) }
    if before.first == UInt8(ascii: "\t") || before.contains(where: "=#;".utf8.contains) { return false }
    return ["include", "-include", "sinclude"].contains { first.elementsEqual($0.utf8) }
      || before.contains(UInt8(ascii: ":"))
  }

  /// Parses a part of a line as a path.
  ///
  /// - Parameter isFileName: True when a name without a slash is that of a file.
  private static func path(in line: [UInt8], from start: Int, style: PathStyle, isFileName: Bool) -> PathContext? {
    let raw = line[start...]
    guard raw.count <= FilePath.maximumBytes else { return nil }
    guard let slash = raw.lastIndex(of: UInt8(ascii: "/")) else {
      guard isFileName, raw.first != UInt8(ascii: "#"), let name = style.unescape(raw), !isDots(name) else {
        return nil
      }
      return isLinkPart(raw, style) ? nil : PathContext(directory: "", name: name, nameStart: start, style: style)
    }
    let nameStart = slash + 1
    guard let directory = style.unescape(raw[..<nameStart]), let name = style.unescape(raw[nameStart...]),
      !directory.contains("//"), !isDots(name), !isLinkPart(raw, style)
    else { return nil }
    return PathContext(directory: directory, name: name, nameStart: nameStart, style: style)
  }

  /// Parses `file:///…` as a path, and no other URI.
  private static func uri(in line: [UInt8], from start: Int) -> PathContext? {
    guard let colon = PathScan.firstIndex(of: "://", in: line, from: start),
      line[start..<colon].elementsEqual("file".utf8)
    else { return nil }
    var begin = colon + 3
    if line[begin...].starts(with: "localhost/".utf8) { begin += "localhost".utf8.count }
    guard begin < line.count, line[begin] == UInt8(ascii: "/") else { return nil }
    return path(in: line, from: begin, style: .percent(encodesNonASCII: true), isFileName: false)
  }

  /// True for `..`: it may continue as `../` or as a hidden file, so nothing is offered before that is known.
  private static func isDots(_ name: String) -> Bool { name == ".." }

  /// True in the query or the fragment of a link.
  private static func isLinkPart(_ raw: ArraySlice<UInt8>, _ style: PathStyle) -> Bool {
    guard case .percent = style else { return false }
    return raw.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
  }

  // MARK: Where a path can begin

  /// True when the text from `start`, after a space or another delimiter, may be a path.
  private static func canBegin(at start: Int, in line: [UInt8], language: PathLanguage, isEnclosed: Bool) -> Bool {
    guard start < line.count else { return false }
    let run = line[start...]
    let before = start > 0 ? line[start - 1] : nil
    guard let slash = run.firstIndex(of: UInt8(ascii: "/")) else { return false }
    let head = run[..<slash]
    // Excludes fractions and dates: 3/4, and 2026/11/21.
    if !head.isEmpty, head.allSatisfy(PathScan.isDigit) { return false }
    if let before, !canFollow(before, isAbsolute: head.isEmpty, language: language) { return false }
    if head.isEmpty, run.count == 1, !isEnclosed || before.map(PathScan.isSpace) == true {
      guard canBeLone(at: start, in: line, language: language) else { return false }
    }
    guard language.isCode, !isEnclosed else { return true }
    let isExplicit = head.elementsEqual(".".utf8) || head.elementsEqual("..".utf8)
    return isExplicit || PathScan.hasComment(in: line, before: start)
  }

  /// True when a path may follow a delimiter directly: not after `<` of a closing tag, nor after `*` of a comment.
  private static func canFollow(_ before: UInt8, isAbsolute: Bool, language: PathLanguage) -> Bool {
    switch before {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "*"), UInt8(ascii: "?"),
      UInt8(ascii: "^"), UInt8(ascii: "!"):
      false
    case UInt8(ascii: "<"): language.isShell
    // The quote may end a string, or text that is not recognised as a string.
    case UInt8(ascii: "\""), UInt8(ascii: "'"): !isAbsolute
    default: true
    }
  }

  /// True when a single slash begins a path, and neither divides nor stands for "or".
  private static func canBeLone(at start: Int, in line: [UInt8], language: PathLanguage) -> Bool {
    guard let before = PathScan.lastVisible(in: line, before: start) else { return !language.isCode }
    if language.isShell {
      return !PathScan.isDigit(before) && PathScan.firstIndex(of: "((", in: line, from: 0, to: start) == nil
    }
    return !language.isCode && !PathScan.isWordByte(before) && before != UInt8(ascii: ")")
      && before != UInt8(ascii: "]")
  }
}
