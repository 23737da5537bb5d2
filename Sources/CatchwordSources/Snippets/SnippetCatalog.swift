import CatchwordFiles
import CatchwordSnippets

/// The files that hold snippets, with the languages that their names give; found by listing folders, without reading.
struct SnippetCatalog: Sendable {
  /// The format of a file.
  enum Format: Sendable {
    /// VS Code's.
    case json
    /// SnipMate's or UltiSnips'; the content tells which.
    case snippets
    /// yasnippet's.
    case yasnippet
  }

  /// A file.
  struct File: Sendable {
    let place: FilePlace
    let format: Format
    /// The canonical names of its languages.
    let languages: [String]

    var path: String { place.path }
  }

  private(set) var files: [File] = []
  /// The parents of each language, whose snippets it uses as well, from yasnippet's `.yas-parents` files.
  private(set) var parents: [String: [String]] = [:]
  private(set) var problems: [SnippetProblem] = []
  /// The indexes in `files` of the files of each language.
  private(set) var filesByLanguage: [String: [Int]] = [:]
  /// The stamps of the folders and files that were looked at; nil for one that does not exist.
  private(set) var stamps: [FilePlace: FileAccess.Stamp?] = [:]

  private var known: Set<String> = []
  private var visited: Set<String> = []
  private var foldersLeft = SnippetAllowance(SnippetLimits.folders)
  private var packageBytesLeft = SnippetAllowance(SnippetLimits.packageBytes)
  private var parentsBytesLeft = SnippetAllowance(SnippetLimits.parentsBytes)
  /// The exceeded limits that have been reported.
  private var exceeded: Set<String> = []
  private let source: SnippetFiles
  /// The project of the place that is being searched; nil for a place of the user's own.
  private var project: String?
  /// The operations confined to that project.
  private var inside: SnippetFiles { source.inside(project) }

  /// Searches the places that the settings name; blocks.
  ///
  /// - Parameter folders: The workspace's folders.
  init(_ settings: SnippetsSettings, folders: [String], source: SnippetFiles) {
    self.source = source
    for location in settings.locations { add(location) }
    if settings.readsWorkspace { for folder in folders { addWorkspace(folder) } }
    project = nil
    for (index, file) in files.enumerated() {
      for language in file.languages { filesByLanguage[language, default: []].append(index) }
    }
  }

  /// True when nothing has been added or removed since; blocks.
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

  /// Adds the snippets of a workspace folder, which must be inside it wherever links lead.
  private mutating func addWorkspace(_ workspace: String) {
    project = workspace
    let folder = "\(FilePath.normalized(workspace))/.vscode"
    note(folder)
    for entry in inside.entries(folder, SnippetLimits.folderEntries) ?? [] {
      guard !entry.isFolder, entry.name.hasSuffix(".code-snippets") else { continue }
      add("\(folder)/\(entry.name)", .json, [LanguageAliases.everywhere])
    }
  }

  /// Remembers the current stamp of a folder or a file.
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

  /// Reports that a limit is exceeded: once for the user's own files, and once for those of projects.
  private mutating func reportOnce(_ path: String, _ message: String) {
    if exceeded.insert("\(project == nil) \(message)").inserted { report(path, message) }
  }

  // MARK: Folders

  /// The languages that the names of folders give to the files in them.
  private struct Scope {
    /// The languages that the folder is named after.
    var languages: [String] = []
    /// True inside one of yasnippet's folders, each of which is for one mode.
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
    // Folders inside a mode's folder only group its snippets.
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

  /// - Returns: False when the package has no snippets, so that the folder's files are to be looked at.
  @discardableResult
  private mutating func addPackage(_ path: String) -> Bool {
    let size = note(path)
    // A file that is too large by itself is reported when it is read.
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
    // A file may be named several times, each time for another language.
    var languages: [String: [String]] = [:]
    for contribution in contributions { languages[contribution.path, default: []] += contribution.languages }
    for contribution in contributions {
      guard let all = languages.removeValue(forKey: contribution.path) else { continue }
      add(contribution.path, .json, all.contains(LanguageAliases.everywhere) ? [LanguageAliases.everywhere] : all)
    }
    return true
  }

  /// - Returns: False when the name is not that of a snippet file.
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

  /// Returns the languages that a file or its folder is named after: `c.json`, `c/anything.json`, `c_posix.snippets`.
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
