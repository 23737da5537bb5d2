import CatchwordFiles
import CatchwordText

/// The documentation of a tag: the place where it is declared, and the line that declares it.
struct TagDocumentation {
  /// The maximum number of bytes of a declaring file that are read to find a line.
  private static let maximumRead = 4 << 20
  /// The maximum number of bytes of a line that are searched for secrets.
  private static let maximumLooked = 16 << 10
  /// The maximum number of characters of a line that are shown.
  private static let maximumShown = 400

  /// The path of the tags file.
  let path: String
  let tag: TagLine
  /// The folder to which paths were relative when the tags file was written; nil when it is unknown.
  let folder: String?
  /// The folders of the workspace: nothing outside them is read.
  let workspace: [String]

  /// Returns the description of the tag, in Markdown; may block.
  func text() -> String {
    let file = confinedFile()
    let lines = file.flatMap {
      FileSystem.beginning(of: $0.path, inside: $0.project, atMost: TagDocumentation.maximumRead)
    }
    var number: Int? = tag.line
    var shown: String?
    switch tag.place {
    case .line(let line): number = number ?? line
    case .pattern(let pattern, let isWholeLine):
      shown = pattern
      if let lines, let found = TagDocumentation.find(pattern, isWholeLine, in: lines, near: number) { number = found }
    }
    if let lines, let number, let line = TagDocumentation.line(number, of: lines),
      shown.map({ line.hasPrefix($0) }) ?? true
    {
      shown = line
    }
    let place = "\(shortened(file))\(number.map { ":\($0)" } ?? "")"
    let heading = MarkdownText.code(place)
    guard let shown, !shown.isEmpty else { return heading }
    let trimmed = String(shown.drop { $0 == " " || $0 == "\t" }).prefix(bytes: TagDocumentation.maximumLooked)
    // The line is cut after the search: the cut would make a secret unrecognisable.
    let safe = PathDocumentation.withoutSecrets(PlainText.line(trimmed)).prefix(TagDocumentation.maximumShown)
    return "\(heading)\n\n\(PathDocumentation.fenced(String(safe)))"
  }

  // MARK: The file

  /// Returns the declaring file if it exists within the workspace, whatever links and dots are in its path.
  private func confinedFile() -> FilePlace? {
    for candidate in candidates().map(FilePath.normalized) {
      for root in workspace {
        if let path = FileSystem.canonical(candidate, inside: root) { return FilePlace(path: path, project: root) }
      }
    }
    return nil
  }

  /// Returns the paths the file may have: relative to the folder of the tags file, or to where ctags was called.
  private func candidates() -> [String] {
    if tag.file.hasPrefix("/") { return [tag.file] }
    guard let own = PathRoots.folder(of: path) else { return [] }
    // A `.git/tags` file is written from the folder above `.git`.
    let above = PathRoots.name(own) == ".git" ? PathRoots.folder(of: own) : nil
    return [own, above, folder].compactMap { $0 }.map { PathRoots.join($0, tag.file) }
  }

  /// Returns the path relative to its workspace folder; the path as it is when it has none.
  private func shortened(_ file: FilePlace?) -> String {
    guard let file, let root = file.project, file.path.hasPrefix(root + "/") else { return file?.path ?? tag.file }
    return String(file.path.dropFirst(root.count + 1))
  }

  // MARK: The line

  private static func line(_ number: Int, of bytes: [UInt8]) -> String? {
    guard number > 0 else { return nil }
    var start = 0
    for _ in 1..<number {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = end + 1
    }
    let line = bytes[start...].prefix { $0 != UInt8(ascii: "\n") }
    return String(validating: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }

  /// Returns the number of the line that a pattern describes: of several, the one nearest to `near`.
  private static func find(_ pattern: String, _ isWholeLine: Bool, in bytes: [UInt8], near: Int?) -> Int? {
    let wanted = Array(pattern.utf8)
    if wanted.isEmpty { return nil }
    var found: Int?
    var number = 0
    var start = 0
    // One line at a time, as a file may have as many lines as bytes.
    while start <= bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      var line = bytes[start..<end]
      number += 1
      start = end + 1
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      guard line.starts(with: wanted), !isWholeLine || line.count == wanted.count else { continue }
      guard let near else { return number }
      if let old = found, abs(old - near) <= abs(number - near) { return old }
      found = number
    }
    return found
  }
}
