import CatchwordCompletion
import CatchwordFiles
import CatchwordSnippets
import CatchwordText

/// The values of variables at one place of a document; each is computed when it is asked for.
struct SnippetVariables {
  /// The maximum length of a line or a word, in bytes; the rest is cut off.
  private static let maximumLength = 4096

  let query: CompletionQuery
  /// The folders of the workspace, as absolute paths.
  let folders: [String]
  let time: SnippetTime
  /// Makes a random number.
  let random: () -> UInt64

  /// Returns the value of a variable.
  func value(of name: String) -> SnippetValue {
    switch name {
    // A server is not told the selection or the clipboard.
    case "TM_SELECTED_TEXT", "CLIPBOARD", "VISUAL": .unset
    case "TM_CURRENT_LINE": .value(line)
    case "TM_CURRENT_WORD": .value(text(query.wordRange))
    case "TM_LINE_INDEX": .value("\(lineNumber)")
    case "TM_LINE_NUMBER": .value("\(lineNumber + 1)")
    case "CURSOR_INDEX": .value("0")
    case "CURSOR_NUMBER": .value("1")
    case "RANDOM": .value(digits(radix: 10))
    case "RANDOM_HEX": .value(digits(radix: 16))
    case "UUID": .value(uuid)
    case "LINE_COMMENT": SnippetVariables.value(CommentMarks.marks(for: query.document.languageID).line)
    case "BLOCK_COMMENT_START": SnippetVariables.value(CommentMarks.marks(for: query.document.languageID).blockStart)
    case "BLOCK_COMMENT_END": SnippetVariables.value(CommentMarks.marks(for: query.document.languageID).blockEnd)
    case _ where name.hasPrefix("CURRENT_"): time.value(of: name).map { .value($0) } ?? .unknown
    case _ where SnippetVariables.places.contains(name): SnippetVariables.value(place(name))
    default: .unknown
    }
  }

  private static func value(_ text: String?) -> SnippetValue {
    guard let text, !text.isEmpty else { return .unset }
    return .value(text)
  }

  // MARK: The file

  private static let places: Set<String> = [
    "TM_FILENAME", "TM_FILENAME_BASE", "TM_DIRECTORY", "TM_DIRECTORY_BASE", "TM_FILEPATH", "RELATIVE_FILEPATH",
    "WORKSPACE_NAME", "WORKSPACE_FOLDER",
  ]

  private func place(_ name: String) -> String? {
    let path = FilePath.path(ofURI: query.document.uri)
    let (directory, file) = FilePath.split(path ?? FilePath.name(ofURI: query.document.uri))
    let folder = path.flatMap { path in
      folders.filter { path.hasPrefix($0 == "/" ? "/" : $0 + "/") }.max { $0.utf8.count < $1.utf8.count }
    }
    return switch name {
    case "TM_FILENAME": file
    case "TM_FILENAME_BASE": FilePath.stem(file)
    case "TM_FILEPATH": path
    case "TM_DIRECTORY": path == nil ? nil : directory
    case "TM_DIRECTORY_BASE": path == nil ? nil : FilePath.split(directory).name
    case "RELATIVE_FILEPATH":
      path.map { path in folder.map { String(path.dropFirst($0 == "/" ? 1 : $0.count + 1)) } ?? path }
    case "WORKSPACE_NAME": (folder ?? folders.first).map { FilePath.split($0).name }
    default: folder ?? folders.first
    }
  }

  // MARK: The text

  private var lineNumber: Int { query.document.text.line(at: query.offset) }

  private var line: String {
    let range = query.document.text.lineRange(lineNumber)
    var line = text(range)
    while line.last?.isNewline == true { line.removeLast() }
    return line
  }

  private func text(_ range: Range<Int>) -> String {
    let end = min(range.upperBound, range.lowerBound + SnippetVariables.maximumLength)
    let text = query.document.text
    return text.string(in: range.lowerBound..<max(range.lowerBound, text.scalarBoundary(atOrBefore: end)))
  }

  // MARK: Chance

  private func digits(radix: Int) -> String {
    let number = String(random() % (radix == 10 ? 1_000_000 : 0x100_0000), radix: radix)
    return String(repeating: "0", count: 6 - number.utf8.count) + number
  }

  /// A random UUID as in RFC 9562 (version 4).
  private var uuid: String {
    let high = random() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = random() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = [high, low].map { number in
      let text = String(number, radix: 16)
      return String(repeating: "0", count: 16 - text.utf8.count) + text
    }.joined()
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(digit)
    }
    return text
  }
}
