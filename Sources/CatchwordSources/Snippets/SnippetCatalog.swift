import CatchwordFiles
import CatchwordSnippets

/// The files that hold snippets, and the languages of each by its name: found by looking at folders, without reading them.
struct SnippetCatalog: Sendable {
  /// How a file is to be read.
  enum Format: Sendable {
    /// VS Code's.
    case json
    /// SnipMate's or UltiSnips', which is seen when it is read.
    case snippets
    /// yasnippet's.
    case yasnippet
  }

  /// A file.
  struct File: Sendable {
    let place: FilePlace
    let format: Format
    /// Canonical names.
    let languages: [String]

    var path: String { place.path }
  }

  private(set) var files: [File] = []
  /// The languages whose snippets are good in another one too, as yasnippet's folders say.
  private(set) var parents: [String: [String]] = [:]
  private(set) var problems: [SnippetProblem] = []
  /// The indexes of the files of a language.
  private(set) var filesByLanguage: [String: [Int]] = [:]
  /// The folders and files that were looked at, as they were; nil for what is not there.
  private(set) var stamps: [FilePlace: FileAccess.Stamp?] = [:]

  private var known: Set<String> = []
  private var visited: Set<String> = []
  private var foldersLeft = SnippetAllowance(SnippetLimits.folders)
  private var packageBytesLeft = SnippetAllowance(SnippetLimits.packageBytes)
  private var parentsBytesLeft = SnippetAllowance(SnippetLimits.parentsBytes)
  /// The limits that have been said to be exceeded.
  private var exceeded: Set<String> = []
  private let source: SnippetFiles
  /// The project that the place is of that is being looked through; nil for one of the user's.
  private var project: String?
  /// Its files.
  private var inside: SnippetFiles { source.inside(project) }

  /// Looks through the places that settings name; blocks.
  ///
  /// - Parameter folders: The workspace's.
  init(_ settings: SnippetsSettings, folders: [String], source: SnippetFiles) {
    self.source = source
    for location in settings.locations { add(location) }
    if settings.readsWorkspace { for folder in folders { addWorkspace(folder) } }
    project = nil
    for (index, file) in files.enumerated() {
      for language in file.languages { filesByLanguage[language, default: []].append(index) }
    }
  }

  /// True when nothing was added or taken away since; blocks.
  var isCurrent: Bool { stamps.allSatisfy { source.inside($0.key.project).stamp($0.key.path) == $0.value } }

  // MARK: Places

  private mutating func add(_ location: SnippetsSettings.Location) {
    let path = FilePath.normalized(location.path)
    project = location.project
    let language = location.language.map { [LanguageAliases.canonical($0)] }
    note(path)
    if inside.entries(path, 0) != nil {
      let name = FilePath.split(path).name
      add(
        folder: path, scope: name.hasSuffix("-mode") ? scope(of: name, in: Scope()) : Scope(), forced: language,
        depth: 0)
    } else if stamps[FilePlace(path: path, project: project)] != .some(nil) {
      let (folder, name) = FilePath.split(path)
      if name == "package.json" {
        addPackage(path)
      } else if !addFile(name, in: folder, scope: Scope(), forced: language), let language {
        add(path, .yasnippet, language)
      } else if !known.contains(path) {
        report(path, "no kind of snippet file; name a folder, or a .json, .code-snippets or .snippets file")
      }
    }
  }

  /// A project's own snippets must be in the project, wherever links lead.
  private mutating func addWorkspace(_ workspace: String) {
    project = workspace
    let folder = "\(FilePath.normalized(workspace))/.vscode"
    note(folder)
    for entry in inside.entries(folder, SnippetLimits.folderEntries) ?? [] {
      guard !entry.isFolder, entry.name.hasSuffix(".code-snippets") else { continue }
      add("\(folder)/\(entry.name)", .json, [LanguageAliases.everywhere])
    }
  }

  /// Remembers how a folder or a file is now.
  ///
  /// - Returns: The size of the file, in bytes; zero when it is not there.
  @discardableResult
  private mutating func note(_ path: String) -> Int {
    let stamp = inside.stamp(path)
    stamps[FilePlace(path: path, project: project)] = .some(stamp)
    return Int(clamping: stamp?.size ?? 0)
  }

  // MARK: Problems

  private mutating func report(_ path: String, _ message: String) {
    report(SnippetProblem(path: path, message: message))
  }

  private mutating func report(_ problem: SnippetProblem) {
    if problems.count < SnippetLimits.problems { problems.append(problem) }
  }

  /// Says that a limit is exceeded: once for the user's own files, and once for those of projects.
  private mutating func reportOnce(_ path: String, _ message: String) {
    if exceeded.insert("\(project == nil) \(message)").inserted { report(path, message) }
  }

  // MARK: Folders

  /// What the names of folders say of the files in them.
  private struct Scope {
    /// The languages that a folder is named for.
    var languages: [String] = []
    /// In one of yasnippet's folders, which has one mode.
    var isMode = false
  }

  private mutating func add(folder: String, scope: Scope, forced: [String]?, depth: Int) {
    guard depth <= SnippetLimits.folderDepth, files.count < SnippetLimits.files else { return }
    guard foldersLeft.left(for: project) > 0 else {
      let message = "more than \(SnippetLimits.folders) folders are to be looked through; name those that hold snippets"
      return reportOnce(folder, message)
    }
    guard let real = inside.realPath(folder), visited.insert(real).inserted else { return }
    foldersLeft.take(1, for: project)
    note(folder)
    let entries = inside.entries(folder, SnippetLimits.folderEntries) ?? []
    if entries.contains(where: { $0.name == "package.json" && !$0.isFolder }), addPackage("\(folder)/package.json") {
      return
    }
    if scope.isMode { addParents(folder, entries, scope) }
    for entry in entries where !entry.name.hasPrefix(".") {
      if entry.isFolder {
        let inner = self.scope(of: entry.name, in: scope)
        add(folder: "\(folder)/\(entry.name)", scope: inner, forced: forced, depth: depth + 1)
      } else if files.count < SnippetLimits.files {
        addFile(entry.name, in: folder, scope: scope, forced: forced)
      }
    }
  }

  private func scope(of name: String, in scope: Scope) -> Scope {
    // Folders in a mode's folder only sort its snippets.
    if scope.isMode { return scope }
    if name.hasSuffix("-mode") { return Scope(languages: [LanguageAliases.canonical(name)], isMode: true) }
    return Scope(languages: [LanguageAliases.canonical(name)])
  }

  private mutating func addParents(_ folder: String, _ entries: [SnippetFiles.Entry], _ scope: Scope) {
    guard entries.contains(where: { $0.name == ".yas-parents" && !$0.isFolder }) else { return }
    let path = "\(folder)/.yas-parents"
    let size = note(path)
    let room = parentsBytesLeft.left(for: project)
    guard size <= room else {
      let limit = SnippetLimits.parentsBytes
      return reportOnce(path, "the .yas-parents files are larger than \(limit) bytes all together; make them smaller")
    }
    guard let bytes = try? inside.read(path, room) else { return }
    parentsBytesLeft.take(bytes.count, for: project)
    guard let lines = SnippetLines(bytes) else { return }
    for language in scope.languages { parents[language, default: []] += YasnippetSnippets.parents(lines) }
  }

  // MARK: Files

  /// - Returns: False when the package has no snippets, and the folder's files are to be looked at.
  @discardableResult
  private mutating func addPackage(_ path: String) -> Bool {
    let size = note(path)
    // One that is too large by itself is said to be so when it is read.
    guard size <= packageBytesLeft.left(for: project) || size > SnippetLimits.fileBytes else {
      let limit = SnippetLimits.packageBytes
      reportOnce(path, "the package.json files are larger than \(limit) bytes all together; name fewer packages")
      return true
    }
    let package: SnippetPackage
    do {
      let bytes = try inside.read(path, SnippetLimits.fileBytes)
      packageBytesLeft.take(bytes.count, for: project)
      package = SnippetPackage.parse(bytes, path: path)
    } catch {
      report(path, "it cannot be read: \(error)")
      return false
    }
    for problem in package.problems.prefix(SnippetLimits.problemsPerFile) { report(problem) }
    guard let contributions = package.contributions else { return false }
    // A file may be named several times, for a language each.
    var languages: [String: [String]] = [:]
    for contribution in contributions { languages[contribution.path, default: []] += contribution.languages }
    for contribution in contributions {
      guard let all = languages.removeValue(forKey: contribution.path) else { continue }
      add(contribution.path, .json, all.contains(LanguageAliases.everywhere) ? [LanguageAliases.everywhere] : all)
    }
    return true
  }

  /// - Returns: False for a file that is none of snippets.
  @discardableResult
  private mutating func addFile(_ name: String, in folder: String, scope: Scope, forced: [String]?) -> Bool {
    let path = "\(folder)/\(name)"
    let stem = FilePath.stem(name)
    if scope.isMode {
      guard !name.hasSuffix("~"), !name.hasSuffix(".el"), !name.hasSuffix(".elc"), !name.hasPrefix("#") else {
        return false
      }
      add(path, .yasnippet, forced ?? scope.languages)
    } else if name.hasSuffix(".code-snippets") {
      add(path, .json, forced ?? [LanguageAliases.everywhere])
    } else if name.hasSuffix(".json"), name != "package.json" {
      add(path, .json, forced ?? languages(stem, scope))
    } else if name.hasSuffix(".snippets") {
      add(path, .snippets, forced ?? languages(stem, scope))
    } else {
      return false
    }
    return true
  }

  /// The language that a file is named for, or its folder: `c.json`, `c/anything.json`, `c_posix.snippets`.
  private func languages(_ stem: String, _ scope: Scope) -> [String] {
    if let folder = scope.languages.first, LanguageAliases.isKnown(folder) { return scope.languages }
    var language = LanguageAliases.canonical(stem)
    if !LanguageAliases.isKnown(stem), let end = stem.firstIndex(of: "_"), end > stem.startIndex {
      language = LanguageAliases.canonical(String(stem[..<end]))
    }
    return scope.languages.contains(language) ? [language] : scope.languages + [language]
  }

  private mutating func add(_ path: String, _ format: Format, _ languages: [String]) {
    guard files.count < SnippetLimits.files, known.insert(path).inserted else { return }
    var seen: Set<String> = []
    files.append(
      File(
        place: FilePlace(path: path, project: project), format: format,
        languages: languages.filter { seen.insert($0).inserted }))
  }
}
