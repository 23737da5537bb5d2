import CatchwordFiles
import CatchwordText

/// What is said about a tag when the user looks at it: where it is declared, and the line that declares it.
struct TagDocumentation {
  /// How much of a declaring file is read to find a line, in bytes.
  private static let maximumRead = 4 << 20
  /// How much of a line is looked through for secrets, in bytes.
  private static let maximumLooked = 16 << 10
  /// How much of a line is shown, in characters.
  private static let maximumShown = 400

  /// The tags file.
  let path: String
  let tag: TagLine
  /// What relative paths were relative to when the tags file was written.
  let folder: String?
  /// The folders of the workspace: nothing outside them is read.
  let workspace: [String]

  /// Describes the tag, in Markdown; may block.
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
    // What is cut off could no longer be told to be a secret.
    let safe = PathDocumentation.withoutSecrets(PlainText.line(trimmed)).prefix(TagDocumentation.maximumShown)
    return "\(heading)\n\n\(PathDocumentation.fenced(String(safe)))"
  }

  // MARK: The file

  /// The declaring file, if it is there and within the workspace, whatever links and dots are in its path.
  private func confinedFile() -> FilePlace? {
    for candidate in candidates().map(FilePath.normalized) {
      for root in workspace {
        if let path = FileSystem.canonical(candidate, inside: root) { return FilePlace(path: path, project: root) }
      }
    }
    return nil
  }

  /// What the file's path may be relative to: where the tags file is, or where ctags was called.
  private func candidates() -> [String] {
    if tag.file.hasPrefix("/") { return [tag.file] }
    guard let own = PathRoots.folder(of: path) else { return [] }
    // `.git/tags` is written from above it.
    let above = PathRoots.name(own) == ".git" ? PathRoots.folder(of: own) : nil
    return [own, above, folder].compactMap { $0 }.map { PathRoots.join($0, tag.file) }
  }

  /// The path as people of the workspace would write it.
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

  /// The number of the line that a pattern describes: that of several which is nearest to where it was.
  private static func find(_ pattern: String, _ isWholeLine: Bool, in bytes: [UInt8], near: Int?) -> Int? {
    let wanted = Array(pattern.utf8)
    if wanted.isEmpty { return nil }
    var found: Int?
    var number = 0
    var start = 0
    // A line at a time: a file may have as many lines as bytes.
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
