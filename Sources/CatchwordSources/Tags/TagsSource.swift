package import CatchwordCompletion
import CatchwordFiles
package import CatchwordText
import Synchronization

/// Offers the names in tags files, in the format of ctags.
///
/// A sorted tags file is never read whole: each lookup finds the names by bisection, a window at a time, so a file that
/// is rewritten meanwhile is read in its new state.
package actor TagsSource: CompletionSource, DocumentObserver {
  /// The description of this source for the engine.
  package nonisolated let descriptor = SourceDescriptor(name: "tags", priority: 0.1)

  /// The part of the source that other threads set and read.
  private struct Shared {
    var settings = TagsSettings()
    var folders: [String] = []
    var state = SourceState()
    /// The problem that was reported with each file.
    var reported: [String: String] = [:]
    /// The times at which files were unusable: such a file is not tried again for a while.
    var failures: [FilePlace: Duration] = [:]
    /// The number of times that the files were looked for again.
    var looks = 0
  }

  /// The minimum number of names to search for in each file, however few are shown.
  private static let leastLimit = 100
  /// The maximum length of the detail beside a name, in bytes.
  private static let maximumDetail = 256

  private nonisolated let shared = Mutex(Shared())
  private nonisolated let looking = TaskSlot<Int>()
  private nonisolated let reader = TagReader()
  private nonisolated let finder: TagFileFinder
  private nonisolated let pool: BlockingPool
  private nonisolated let clock: EngineClock
  private nonisolated let log: EventLog

  /// Creates the source.
  ///
  /// - Parameters:
  ///   - clock: The clock for timeouts and for the age of results.
  ///   - log: The log in which unusable tags files are reported.
  package init(clock: EngineClock = EngineClock(), log: EventLog = EventLog()) {
    self.init(pool: BlockingPool(clock: clock), clock: clock, log: log)
  }

  init(pool: BlockingPool, clock: EngineClock, log: EventLog = EventLog()) {
    self.pool = pool
    self.clock = clock
    self.log = log
    finder = TagFileFinder(clock: clock)
  }

  /// Sets the user's settings, and the folders of the workspace, as absolute paths.
  package nonisolated func apply(_ settings: TagsSettings, folders: [String]) {
    let isNew = shared.withLock { shared in
      guard shared.settings != settings || shared.folders != folders else { return false }
      (shared.settings, shared.folders) = (settings, folders)
      shared.state.isEmpty = !settings.isEnabled || settings.files.isEmpty
      shared.state.generation += 1
      return true
    }
    guard isNew else { return }
    finder.forget()
    look(beside: nil)
  }

  /// Empty when tags files are disabled, or were found not to exist a short while ago: the query after
  /// that has the source look again. The generation changes with the settings, and when a file is reported to have changed.
  package nonisolated var state: SourceState {
    var state = shared.withLock(\.state)
    if !state.isEmpty, finder.isNothing { state.isEmpty = !finder.isOld }
    return state
  }

  /// Takes note of files that are reported to have changed.
  package nonisolated func filesDidChange(_ paths: [String]) {
    let names = shared.withLock(\.settings.files)
    guard paths.contains(where: { path in names.contains { path == $0 || path.hasSuffix("/" + $0) } }) else { return }
    shared.withLock { shared in
      shared.failures = [:]
      shared.state.generation += 1
    }
    lookAgain()
  }

  // MARK: Following the documents

  /// Looks for tags files beside the document.
  package nonisolated func documentDidOpen(_ document: DocumentSnapshot) {
    look(beside: FilePath.path(ofURI: document.uri))
  }

  private nonisolated func look(beside file: String?) {
    let places = places(file)
    // Not in the slot `looking`, where the next task may cancel this one.
    Task(name: "tags:find", priority: .utility) { [pool, finder] in
      _ = try? await pool.run("find:\(places)", at: "tags of \(file ?? "")") { finder.look(places) }
    }
  }

  private nonisolated func lookAgain() {
    let number = shared.withLock { shared in
      shared.looks += 1
      return shared.looks
    }
    looking.task(id: number, name: "tags:find", priority: .utility) { [pool, finder] in
      _ = try? await pool.run("again", at: "tags") { finder.lookAgain() }
    }
  }

  private nonisolated func places(_ file: String?) -> [FilePlace] {
    let (names, folders) = shared.withLock { ($0.settings.files, $0.folders) }
    return TagFileFinder.places(names: names, file: file, workspace: folders)
  }

  // MARK: Answering

  /// Answers a query with the matching names in all tags files of the document.
  package func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    guard shared.withLock(\.settings.isEnabled), !query.typed.isEmpty else { return SourceAnswer([]) }
    let file = FilePath.path(ofURI: query.document.uri)
    let places = places(file)
    guard !places.isEmpty else { return SourceAnswer([]) }
    let files: [FilePlace]
    if let known = finder.known(places) {
      files = known
    } else {
      files = try await pool.runPatiently("find:\(places)", at: "tags of \(file ?? "")") { [finder] in
        finder.look(places)
      }
    }
    var answer = SourceAnswer([])
    var seen: Set<String> = []
    let limit = max(TagsSource.leastLimit, 2 * query.limit)
    let ending = file.map(TagsSource.fileExtension)
    for place in files {
      guard let found = try await search(place, for: query.typed, limit: limit, files: files.count) else {
        // The file may be usable at the next key.
        answer.isIncomplete = true
        continue
      }
      answer.isIncomplete = answer.isIncomplete || found.isCut
      for tag in found.tags {
        guard let candidate = TagsSource.candidate(tag, in: place.path, found.head, ending: ending),
          seen.insert(candidate.text).inserted
        else { continue }
        answer.candidates.append(candidate)
      }
    }
    return answer
  }

  private func search(
    _ place: FilePlace, for typed: String, limit: Int, files: Int
  ) async throws -> TagReader.Answer? {
    let path = place.path
    if let failed = shared.withLock({ $0.failures[place] }), clock.now - failed < TagFileFinder.freshness { return nil }
    do {
      let answer = try await pool.runPatiently("tags:\(limit):\(files):\(typed):\(place)", at: path) { [reader] in
        try reader.search(place, for: typed, limit: limit, files: files)
      }
      shared.withLock { $0.reported[path] = nil }
      return answer
    } catch let error as CancellationError {
      throw error
    } catch {
      report(path, "\(error)")
      if error is TagReader.Problem { noteFailure(of: place) }
      return nil
    }
  }

  private func noteFailure(of place: FilePlace) {
    let now = clock.now
    shared.withLock { shared in
      if shared.failures.count >= 64 { shared.failures = [:] }
      shared.failures[place] = now
    }
  }

  /// Reports the problem with a file, once.
  private func report(_ path: String, _ problem: String) {
    let isNews = shared.withLock { shared in
      if shared.reported.count >= 64 { shared.reported = [:] }
      return shared.reported.updateValue(problem, forKey: path) != problem
    }
    if isNews { log.report(.warning, "The tags file \(path) is not used: \(problem).") }
  }

  private static func candidate(
    _ found: TagSearch.Found, in path: String, _ head: TagFile.Head, ending: Substring?
  ) -> Candidate? {
    guard let tag = TagLine(found.line[...]) else { return nil }
    let kind = TagKind(of: tag, names: head.kinds)
    var detail = kind.name
    if let scope = tag.scope { detail += detail.isEmpty ? "in \(scope)" : " in \(scope)" }
    if let signature = tag.signature { detail += detail.isEmpty ? signature : " \(signature)" }
    detail = PathDocumentation.withoutSecrets(detail).prefix(bytes: TagsSource.maximumDetail)
    if found.others > 0 { detail += detail.isEmpty ? "+\(found.others)" : " +\(found.others)" }
    // A name from a file of the same language is likelier to be meant.
    let isKin = ending == fileExtension(tag.file)
    return Candidate(
      tag.name, kind: kind.kind, detail: detail.isEmpty ? nil : detail,
      signals: CandidateSignals(affinity: isKin ? 0.5 : 0),
      key: [path, head.folder ?? "", String(decoding: found.line, as: UTF8.self)].joined(separator: "\n"))
  }

  private static func fileExtension(_ path: String) -> Substring {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    return name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[$0...] } ?? ""
  }

  /// Returns the place where the tag is declared, and the line that declares it.
  package func documentation(for candidate: Candidate) async throws -> String? {
    guard let parts = candidate.key?.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false),
      parts.count == 3, let tag = TagLine(Array(parts[2].utf8)[...])
    else { return nil }
    let about = TagDocumentation(
      path: String(parts[0]), tag: tag, folder: parts[1].isEmpty ? nil : String(parts[1]),
      workspace: shared.withLock(\.folders))
    return try await pool.runPatiently("about:\(candidate.key ?? "")", at: tag.file) { about.text() }
  }
}
