import CatchwordFiles
import CatchwordSources

/// The reason why a file of a project is not read for words.
struct UnreadReason {
  /// The reason, in words that follow "it is not read:".
  let text: String

  /// Looks for the reason; nil when the file is read, or, for a folder, when its files are. May block.
  ///
  /// - Parameters:
  ///   - path: The path of the file, in the folder `root`.
  ///   - settings: The settings that count there.
  init?(path: String, root: String, _ settings: WorkspaceSettings) {
    let inner = String(path.dropFirst(root.count + 1))
    if inner.isEmpty { return nil }
    if SensitiveFiles.isSensitive(path: path) {
      self.init(text: "its name is that of a file with secrets")
      return
    }
    let place = { (selection: FileSelection) in
      let budget = IgnoreBudget(steps: FileWalker.maximumAskedSteps)
      return FileWalker.place(of: inner, root: root, selection: selection, budget: budget)
    }
    if place(settings.selection) == .leftOut {
      self.init(text: UnreadReason.leftOut(inner, root, settings, place))
      return
    }
    guard FileKind(path) == .file else { return nil }
    let reader = FileTextReader(settings.selection)
    switch reader.read(FileSystem.canonical(path) ?? path) {
    case .text(let text, let count):
      if FileText.isMostlyUTF8(text, count: count, from: reader, path: path) { return nil }
      let line = InvalidText.line(in: ContiguousArray(UnsafeBufferPointer(start: text, count: count)))
      self.init(text: "it is not UTF-8 (line \(line)); save it as UTF-8")
    case .unreadable: self.init(text: "it cannot be opened; check its permissions")
    case .skipped:
      let size = reader.stamp.size
      self.init(
        text: size == 0
          ? "it is empty"
          : size > UInt64(settings.maximumFileSize)
            ? "it has \(size) bytes, and \"workspace\": {\"maximumFileSize\": \(settings.maximumFileSize)} is the most"
            : "it has NUL bytes, so it is no text")
    }
  }

  private init(text: String) { self.text = text }

  private static func leftOut(
    _ inner: String, _ root: String, _ settings: WorkspaceSettings, _ place: (FileSelection) -> FileWalker.Place?
  ) -> String {
    let parts = inner.split(separator: "/").map(String.init)
    for count in parts.indices {
      let part = parts[...count].joined(separator: "/")
      switch FileKind("\(root)/\(part)") {
      case .link: return "\(part) is a link, and links are not followed"
      case .file, .folder, nil: break
      case .other: return "\(part) is neither a file nor a folder"
      }
    }
    if let folder = parts.dropLast().first(where: UnreadFiles.isFolderOfVersionControl) {
      return "\(folder) is a folder of version control"
    }
    if !settings.includesHidden, let hidden = parts.first(where: { $0.hasPrefix(".") }) {
      return "\(hidden) begins with a dot, and \"workspace\": {\"includesHidden\"} is false"
    }
    if let name = parts.last, UnreadFiles.isBinary(name) { return "its name is one of files that are no text" }
    var selection = settings.selection
    selection.exclude = []
    if place(selection) != .leftOut { return "\"workspace\": {\"exclude\"} names it, or a folder above it" }
    selection = settings.selection
    selection.respectsIgnoreFiles = false
    if place(selection) != .leftOut { return "an ignore file, such as .gitignore, names it, or a folder above it" }
    selection.exclude = []
    if place(selection) != .leftOut {
      return "an ignore file and \"workspace\": {\"exclude\"} name it, or a folder above it"
    }
    return "its place in the project leaves it out"
  }
}
