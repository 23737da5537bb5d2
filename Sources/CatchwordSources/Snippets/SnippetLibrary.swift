/// What has been read of a user's snippets: a value that is made anew on a thread that may block.
struct SnippetLibrary: Sendable {
  /// A file that has been read, as it was then.
  private struct Loaded: Sendable {
    let stamp: FileAccess.Stamp?
    let parsed: ParsedSnippets
  }

  let settings: SnippetsSettings
  let folders: [String]
  private let source: SnippetFiles
  private var catalog: SnippetCatalog
  private var loaded: [String: Loaded] = [:]
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
      isNew = true
    }
    var checked: Set<String> = []
    for language in languages {
      for file in try files(of: language, &checked, &isNew) where checked.insert(file.path).inserted {
        isNew = try load(file) || isNew
      }
    }
    guard isNew else { return false }
    let paths = Set(catalog.files.map(\.path))
    loaded = loaded.filter { paths.contains($0.key) }
    byLanguage = [:]
    for language in languages { byLanguage[language] = try collect(language) }
    return true
  }

  /// Reads a file unless it is as it was.
  private mutating func load(_ file: SnippetCatalog.File) throws -> Bool {
    try Task.checkCancellation()
    let stamp = source.inside(file.place.project).stamp(file.path)
    if let known = loaded[file.path], known.stamp == stamp { return false }
    loaded[file.path] = Loaded(stamp: stamp, parsed: parse(file))
    return true
  }

  private func parse(_ file: SnippetCatalog.File) -> ParsedSnippets {
    var parsed = parsed(file)
    // What a user has chosen is nobody else's business; what comes with a project may be there to be read.
    if file.place.project != nil { parsed.leaveOutSecrets() }
    return parsed
  }

  private func parsed(_ file: SnippetCatalog.File) -> ParsedSnippets {
    var parsed = ParsedSnippets()
    let bytes: ContiguousArray<UInt8>
    do {
      bytes = try source.inside(file.place.project).read(file.path, SnippetLimits.fileBytes)
    } catch {
      parsed.report(SnippetProblem(path: file.path, message: "it cannot be read: \(error)"))
      return parsed
    }
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
    for file in catalog.files {
      guard let parsed = loaded[file.path]?.parsed else { continue }
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
