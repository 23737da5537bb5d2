package import CatchwordCompletion
package import CatchwordFiles
import CatchwordText
import Synchronization

/// Offers the names of files and folders where a path is being typed, and nothing anywhere else.
///
/// The line gives a guess at the path, and the disk decides: a folder that does not exist has no candidates. Folders
/// are read on threads of their own, so one that does not answer delays nothing else.
package actor PathsSource: CompletionSource {
  /// The description of this source for the engine.
  package nonisolated let descriptor = SourceDescriptor(name: "paths", triggerCharacters: ["/"], priority: 0.25)

  /// The part of the source that other threads set and read.
  private struct Shared {
    var settings = PathsSettings()
    var folders: [String] = []
    var state = SourceState()
    /// The folders that do not answer and have been reported.
    var reported: Set<String> = []
  }

  /// The maximum number of bytes of a line that are examined.
  private static let maximumLine = FilePath.maximumBytes
  /// The minimum number of names to search for in each folder, however few are shown.
  private static let leastLimit = 100

  private nonisolated let shared = Mutex(Shared())
  private nonisolated let reader: FolderReader
  private nonisolated let log: EventLog

  /// Creates the source.
  ///
  /// - Parameters:
  ///   - folders: The access to folders.
  ///   - clock: The clock for timeouts and for the age of cached folders.
  ///   - log: The log in which folders that do not answer are reported.
  package init(
    folders: FolderAccess = .disk, clock: EngineClock = EngineClock(), log: EventLog = EventLog()
  ) {
    self.init(folders: folders, pool: BlockingPool(clock: clock), clock: clock, log: log)
  }

  init(
    folders: FolderAccess, pool: BlockingPool, clock: EngineClock, log: EventLog = EventLog()
  ) {
    reader = FolderReader(folders: folders, pool: pool, clock: clock)
    self.log = log
  }

  /// Sets the user's settings, and the folders of the workspace, as absolute paths.
  package nonisolated func apply(_ settings: PathsSettings, folders: [String]) {
    shared.withLock { shared in
      guard shared.settings != settings || shared.folders != folders else { return }
      (shared.settings, shared.folders) = (settings, folders)
      shared.state.isEmpty = !settings.isEnabled
      shared.state.generation += 1
    }
  }

  /// Empty when the source is disabled; the generation changes with the settings.
  package nonisolated var state: SourceState { shared.withLock(\.state) }

  // MARK: Answering

  /// True when a path is being typed.
  package nonisolated func mayAnswer(_ query: CompletionQuery) -> Bool {
    let line = query.lineBeforeCursor(limit: PathsSource.maximumLine)
    let language = PathLanguage(query.document.languageID)
    return !PathContext.candidates(in: line.text, language: language).isEmpty
  }

  /// Answers a query with the entries of the folder whose path is being typed.
  ///
  /// When no path is being typed, the answer is empty, and the disk is not accessed.
  package func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    let (settings, workspace) = shared.withLock { ($0.settings, $0.folders) }
    guard settings.isEnabled else { return SourceAnswer([]) }
    let line = query.lineBeforeCursor(limit: PathsSource.maximumLine)
    let language = PathLanguage(query.document.languageID)
    let contexts = PathContext.candidates(in: line.text, language: language)
    guard !contexts.isEmpty else { return SourceAnswer([]) }
    let roots = PathRoots(
      settings: settings, workspace: workspace, file: FilePath.path(ofURI: query.document.uri),
      reader: reader)
    var isIncomplete = false
    for context in contexts {
      let found = try await lookUp(context, roots, limit: max(PathsSource.leastLimit, 2 * query.limit))
      isIncomplete = isIncomplete || found.isIncomplete
      guard found.isThere else { continue }
      let typed = query.typed(from: line.start + context.nameStart)
      var candidates: [Candidate] = []
      for (entry, root) in found.entries {
        if let candidate = candidate(entry, root, context, typed: typed, settings) {
          candidates.append(candidate)
          candidates[candidates.count - 1].start = line.start + context.nameStart
        }
      }
      return SourceAnswer(candidates, isIncomplete: isIncomplete)
    }
    return SourceAnswer([], isIncomplete: isIncomplete)
  }

  private struct Found {
    /// True when at least one of the folders exists.
    var isThere = false
    var entries: [(FolderListing.Entry, PathRoot)] = []
    var isIncomplete = false
  }

  /// Searches all folders that a path may refer to, at the same time.
  private func lookUp(_ context: PathContext, _ roots: PathRoots, limit: Int) async throws -> Found {
    let isLink = if case .percent = context.style { true } else { false }
    let folders: [PathRoot]
    do {
      folders = try await roots.folders(for: context.directory, isLink: isLink, isPackage: context.isPackage)
    } catch let error as BlockingPool.Stuck {
      report(error)
      return Found(isIncomplete: true)
    }
    let settings = roots.settings
    let withHidden = settings.showsHidden || context.name.hasPrefix(".")
    let results = await withTaskGroup { group in
      for (rank, root) in folders.enumerated() {
        group.addTask(name: "paths:\(root.folder)") { [reader, name = context.name] in
          do {
            let listing = try await reader.listing(root.folder, settings)
            let found = try await listing.search(name, withHidden: withHidden, limit: limit)
            let entries = await reader.resolveKinds(found.entries, of: listing)
            return (
              rank, Result<(entries: [FolderListing.Entry], isCut: Bool), any Error>.success((entries, found.isCut))
            )
          } catch {
            return (rank, .failure(error))
          }
        }
      }
      var results: [(Int, Result<(entries: [FolderListing.Entry], isCut: Bool), any Error>)] = []
      for await result in group { results.append(result) }
      return results
    }
    try Task.checkCancellation()
    var found = Found()
    var seen: Set<String> = []
    for (rank, result) in results.sorted(by: { $0.0 < $1.0 }) {
      switch result {
      case .success(let part):
        found.isThere = true
        found.isIncomplete = found.isIncomplete || part.isCut
        for entry in part.entries where seen.insert(entry.name).inserted {
          found.entries.append((entry, folders[rank]))
        }
      case .failure(let error as BlockingPool.Stuck):
        found.isIncomplete = true
        report(error)
      // The folder does not exist or may not be read: the text is no path, or one that leads nowhere.
      case .failure: break
      }
    }
    return found
  }

  /// Reports a folder that does not answer, once.
  private func report(_ error: BlockingPool.Stuck) {
    let isNews = shared.withLock { shared in
      if shared.reported.count >= 64 { shared.reported = [] }
      return shared.reported.insert(error.path).inserted
    }
    guard isNews else { return }
    log.report(.warning, "The folder \(error.path) does not answer; what is in it is offered when it does.")
  }

  private func candidate(
    _ entry: FolderListing.Entry, _ root: PathRoot, _ context: PathContext, typed: String, _ settings: PathsSettings
  ) -> Candidate? {
    guard let escaped = context.style.escape(entry.name) else { return nil }
    let isFolder = entry.kind == .folder
    let isPackage = context.isPackage && PathsSource.isPackage(entry.name, in: root.folder)
    let slash = isFolder && settings.trailingSlash && !isPackage ? "/" : ""
    var candidate = Candidate(
      escaped + slash, kind: isFolder ? .folder : .file, detail: root.label,
      signals: CandidateSignals(affinity: isFolder ? 1 : 0.5), key: PathRoots.join(root.folder, entry.name))
    if escaped != entry.name { candidate.label = entry.name + slash }
    // Typed text is compared as it stands, so escaped text is compared with escaped names.
    candidate.filter = typed == context.name ? entry.name : escaped
    return candidate
  }

  /// True for a package, which is imported by its name alone; not for a scope, which has packages.
  private static func isPackage(_ name: String, in folder: String) -> Bool {
    let parts = folder.split(separator: "/").suffix(2)
    if parts.last == "node_modules" { return !name.hasPrefix("@") }
    return parts.count == 2 && parts.first == "node_modules" && parts.last?.hasPrefix("@") == true
  }

  // MARK: Looking at one

  /// Returns a description of a candidate's file or folder: its size and age, its first lines, the target of a link.
  package func documentation(for candidate: Candidate) async throws -> String? {
    guard let path = candidate.key, path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
    return try await reader.pool.runPatiently("about:\(path)", at: path) { PathDocumentation.text(about: path) }
  }
}
