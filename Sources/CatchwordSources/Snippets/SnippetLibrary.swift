import CatchwordFiles
import CatchwordSnippets

/// The snippets of a user that have been read: a value, each version of which is made on a thread that may block.
struct SnippetLibrary: Sendable {
  /// A file that has been read, as it was then.
  private struct Loaded: Sendable {
    let stamp: FileAccess.Stamp?
    let project: String?
    var parsed = ParsedSnippets()
    /// The number of bytes that were read.
    var byteCount = 0
    /// True when it was not read, since all files together would be too large.
    var isLeftOut = false
  }

  let settings: SnippetsSettings
  let folders: [String]
  private let source: SnippetFiles
  private var catalog: SnippetCatalog
  private var loaded: [String: Loaded] = [:]
  private var bytesLeft = SnippetAllowance(SnippetLimits.totalBytes)
  private var byLanguage: [String: [Snippet]] = [:]

  /// Finds the files; blocks.
  init(_ settings: SnippetsSettings, folders: [String], source: SnippetFiles) {
    self.settings = settings
    self.folders = folders
    self.source = source
    catalog = SnippetCatalog(settings, folders: folders, source: source)
  }

  /// The languages that have been read.
  var languages: Set<String> { Set(byLanguage.keys) }

  /// The languages that there are files for.
  var allLanguages: [String] { catalog.filesByLanguage.keys.sorted() }

  /// Returns the snippets of a language, including those for every language; nil when it has not been read.
  func snippets(of language: String) -> [Snippet]? { byLanguage[language] }

  /// Reads those files of the languages that are new or have changed; blocks.
  ///
  /// - Returns: True when anything has changed.
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
    // The order is fixed, as it decides which files are left out.
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

  /// Reads a file unless it is unchanged.
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

  /// False when this file would make all files together too large; one too large by itself is reported when it is read.
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
      new.parsed.leaveOutEmpty()
      // The user's own files are the user's choice; a project may name a file only to have its secrets read.
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

  /// Returns the files of a language and of those it extends, each once; reads the files that may name further ones.
  ///
  /// - Parameters:
  ///   - checked: The files that have been checked; those checked here are added.
  ///   - isNew: Set to true when one of them has changed.
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

  /// Returns the snippets without those that have a lower priority than another one of the same trigger.
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

  /// The number of files and snippets, and the problems with them.
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
      status.leftOut += parsed.leftOut
      for language in file.languages { status.snippetsByLanguage[language, default: 0] += parsed.snippets.count }
      if status.problems.count < SnippetLimits.problems { status.problems += parsed.problems }
    }
    return status
  }
}
