import CatchwordFiles
import CatchwordSnippets

/// What has been read of a user's snippets: a value that is made anew on a thread that may block.
struct SnippetLibrary: Sendable {
  /// A file that has been read, as it was then.
  private struct Loaded: Sendable {
    let stamp: FileAccess.Stamp?
    let project: String?
    var parsed = ParsedSnippets()
    /// How many bytes were read.
    var byteCount = 0
    /// It was not read, since all files together would be too large.
    var isLeftOut = false
  }

  let settings: SnippetsSettings
  let folders: [String]
  private let source: SnippetFiles
  private var catalog: SnippetCatalog
  private var loaded: [String: Loaded] = [:]
  private var bytesLeft = SnippetAllowance(SnippetLimits.totalBytes)
  private var byLanguage: [String: [Snippet]] = [:]

  /// Looks where the files are; blocks.
  init(_ settings: SnippetsSettings, folders: [String], source: SnippetFiles) {
    self.settings = settings
    self.folders = folders
    self.source = source
    catalog = SnippetCatalog(settings, folders: folders, source: source)
  }

  /// The languages that have been read.
  var languages: Set<String> { Set(byLanguage.keys) }

  /// The languages that files are for.
  var allLanguages: [String] { catalog.filesByLanguage.keys.sorted() }

  /// The snippets of a language, and those that are good everywhere; nil when it has not been read.
  func snippets(of language: String) -> [Snippet]? { byLanguage[language] }

  /// Reads what belongs to languages, and what has changed; blocks.
  ///
  /// - Returns: True when anything is other than before.
  /// - Throws: `CancellationError`.
  mutating func read(_ languages: Set<String>) throws -> Bool {
    var isNew = !languages.isSubset(of: self.languages)
    if !catalog.isCurrent {
      catalog = SnippetCatalog(settings, folders: folders, source: source)
      let paths = Set(catalog.files.map(\.path))
      for path in loaded.keys where !paths.contains(path) { forget(path) }
      isNew = true
    }
    var checked: Set<String> = []
    // In an order that is always the same: which files are left out depends on it.
    for language in languages.sorted() {
      for file in try files(of: language, &checked, &isNew) where checked.insert(file.path).inserted {
        isNew = try load(file) || isNew
      }
    }
    guard isNew else { return false }
    byLanguage = [:]
    for language in languages { byLanguage[language] = try collect(language) }
    return true
  }

  /// Reads a file unless it is as it was.
  private mutating func load(_ file: SnippetCatalog.File) throws -> Bool {
    try Task.checkCancellation()
    let project = file.place.project
    let stamp = source.inside(project).stamp(file.path)
    if let known = loaded[file.path], known.stamp == stamp, !known.isLeftOut || !hasRoom(for: stamp, project) {
      return false
    }
    forget(file.path)
    var new = Loaded(stamp: stamp, project: project)
    if hasRoom(for: stamp, project) { read(file, into: &new) } else { new.isLeftOut = true }
    loaded[file.path] = new
    return true
  }

  private mutating func forget(_ path: String) {
    guard let known = loaded.removeValue(forKey: path) else { return }
    bytesLeft.take(-known.byteCount, for: known.project)
  }

  /// False when all files together would be too large with this one; one that is so by itself is said to be when it is read.
  private func hasRoom(for stamp: FileAccess.Stamp?, _ project: String?) -> Bool {
    let size = Int(clamping: stamp?.size ?? 0)
    return size <= bytesLeft.left(for: project) || size > SnippetLimits.fileBytes
  }

  private mutating func read(_ file: SnippetCatalog.File, into new: inout Loaded) {
    do {
      let bytes = try source.inside(new.project).read(file.path, SnippetLimits.fileBytes)
      new.byteCount = bytes.count
      bytesLeft.take(bytes.count, for: new.project)
      new.parsed = SnippetLibrary.parse(bytes, of: file)
      // What a user has chosen is nobody else's business; what comes with a project may be there to be read.
      if new.project != nil { new.parsed.leaveOutSecrets() }
    } catch {
      new.parsed.report(SnippetProblem(path: file.path, message: "it cannot be read: \(error)"))
    }
  }

  private static func parse(_ bytes: ContiguousArray<UInt8>, of file: SnippetCatalog.File) -> ParsedSnippets {
    var parsed = ParsedSnippets()
    if file.format == .json { return VSCodeSnippets.parse(bytes, path: file.path) }
    guard let lines = SnippetLines(bytes) else {
      parsed.report(SnippetLines.problem(bytes, path: file.path))
      return parsed
    }
    if file.format == .yasnippet { return YasnippetSnippets.parse(lines, path: file.path) }
    return UltiSnipsSnippets.isOne(lines)
      ? UltiSnipsSnippets.parse(lines, path: file.path) : SnipMateSnippets.parse(lines, path: file.path)
  }

  // MARK: Languages

  /// The files of a language and of those that it goes on from, each once, reading what that depends on.
  ///
  /// - Parameters:
  ///   - checked: The files that have been looked at already, and those that are.
  ///   - isNew: Set when one of them is other than before.
  private mutating func files(
    of language: String, _ checked: inout Set<String>, _ isNew: inout Bool
  ) throws -> [SnippetCatalog.File] {
    var queue = [language, LanguageAliases.everywhere, LanguageAliases.isProse(language) ? "text-mode" : "prog"]
    var seen = Set(queue)
    var files: [SnippetCatalog.File] = []
    var paths: Set<String> = []
    var next = 0
    while next < queue.count {
      let name = queue[next]
      next += 1
      var more = catalog.parents[name] ?? []
      for index in catalog.filesByLanguage[name] ?? [] {
        let file = catalog.files[index]
        guard paths.insert(file.path).inserted else { continue }
        files.append(file)
        if file.format == .snippets {
          if checked.insert(file.path).inserted { isNew = try load(file) || isNew }
          more += loaded[file.path]?.parsed.extends ?? []
        }
      }
      for language in more where seen.insert(language).inserted { queue.append(language) }
    }
    return files
  }

  private mutating func collect(_ language: String) throws -> [Snippet] {
    var checked = Set(loaded.keys)
    var isNew = false
    var snippets: [Snippet] = []
    for file in try files(of: language, &checked, &isNew) {
      for snippet in loaded[file.path]?.parsed.snippets ?? [] {
        guard snippet.languages.isEmpty || snippet.languages.contains(language) else { continue }
        guard snippets.count < SnippetLimits.snippetsPerLanguage else { return snippets }
        snippets.append(snippet)
      }
    }
    return SnippetLibrary.withoutOverruled(snippets)
  }

  /// Without those that another one of the same trigger has a higher priority than.
  private static func withoutOverruled(_ snippets: [Snippet]) -> [Snippet] {
    var highest: [String: Int] = [:]
    for snippet in snippets {
      if let priority = snippet.priority {
        highest[snippet.trigger] = max(highest[snippet.trigger] ?? .min, priority)
      }
    }
    guard !highest.isEmpty else { return snippets }
    return snippets.filter { snippet in
      guard let priority = snippet.priority else { return true }
      return priority == highest[snippet.trigger]
    }
  }

  // MARK: Status

  /// What there is, and what is wrong.
  var status: SnippetsStatus {
    var status = SnippetsStatus()
    status.files = catalog.files.count
    status.problems = catalog.problems
    if let first = catalog.files.first(where: { loaded[$0.path]?.isLeftOut == true }) {
      let message =
        "the files of snippets are larger than \(SnippetLimits.totalBytes) bytes all together; this one is not read, and "
        + "perhaps others: name fewer, or remove some"
      status.problems.append(SnippetProblem(path: first.path, message: message))
    }
    for file in catalog.files {
      guard let known = loaded[file.path], !known.isLeftOut else { continue }
      let parsed = known.parsed
      status.filesRead += 1
      status.snippets += parsed.snippets.count
      status.skippedWithCode += parsed.skippedWithCode
      status.skippedWithTransform += parsed.skippedWithTransform
      status.skippedWithSecret += parsed.skippedWithSecret
      for language in file.languages { status.snippetsByLanguage[language, default: 0] += parsed.snippets.count }
      if status.problems.count < SnippetLimits.problems { status.problems += parsed.problems }
    }
    return status
  }
}
