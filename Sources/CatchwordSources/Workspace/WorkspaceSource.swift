package import CatchwordCompletion
import CatchwordFiles
import CatchwordMatching
package import CatchwordText
import Synchronization

/// Offers the words of the files of a workspace, including files that are not open.
///
/// A root is read in the background when it is first needed, and its words are offered as they come. Its index is kept
/// for the next time, when only files that have changed are read. `WordsSource` offers the words of open documents; a
/// word that both offer does no harm.
package actor WorkspaceSource: CompletionSource, DocumentObserver {
  /// The properties of this source for the engine.
  package nonisolated let descriptor = SourceDescriptor(name: "workspace", priority: -0.25, isAwaited: true)

  /// The part of the source that other threads set and read.
  private struct Shared {
    var settings = WorkspaceSettings()
    var furtherSettings = WorkspaceSettings()
    var folders = ReadFolders(open: [])
    var roots: [WorkspaceRoot] = []
    /// The number of times the roots were set.
    var changes = 0
  }

  /// The share of the signals that words of further folders have.
  private static let furtherShare = 0.25

  private nonisolated let environment: WorkspaceEnvironment
  private nonisolated let shared = Mutex(Shared())

  /// Creates the source, without roots.
  ///
  /// - Parameters:
  ///   - clock: The clock that times lookups and the looks at the files.
  ///   - executor: The executor that reads files; as that blocks for long, nothing else should use it.
  ///   - cacheExecutor: The executor that loads an index from the cache, which blocks briefly; nil for `executor`.
  ///   - cacheFolder: The folder of Catchword's indexes; nil for none.
  ///   - home: The user's home folder, which is too large for a root.
  ///   - feed: The feed of a model that learns from the files, too.
  ///   - log: The log for roots that do not work.
  package init(
    clock: EngineClock = EngineClock(), executor: any TaskExecutor = BackgroundExecutor(),
    cacheExecutor: (any TaskExecutor)? = nil, cacheFolder: String? = nil, home: String? = nil,
    feed: PredictionFeed? = nil, log: EventLog = EventLog()
  ) {
    self.init(
      WorkspaceEnvironment(
        clock: clock, executor: executor, cacheExecutor: cacheExecutor,
        cache: cacheFolder.map { WorkspaceCache(folder: "\($0)/workspace") }, home: home,
        stamp: { FileSystem.stamp(of: $0) }, listener: feed?.feeder, log: log))
  }

  init(_ environment: WorkspaceEnvironment) { self.environment = environment }

  /// Sets the roots and settings. Roots that do not change keep their words; a root within another is part of that one.
  ///
  /// - Parameters:
  ///   - settings: The settings for each root that is open; when they are disabled, there are no roots at all.
  ///   - folders: The roots, as absolute paths.
  ///   - furtherSettings: The settings for each further root.
  ///   - further: Further roots, whose words come behind those of the others.
  package nonisolated func apply(
    _ settings: WorkspaceSettings, folders: [String], _ furtherSettings: WorkspaceSettings = WorkspaceSettings(),
    further: [String] = []
  ) {
    let folders = ReadFolders(open: folders, further: further, home: environment.home)
    let isNew = shared.withLock { shared in
      defer { (shared.settings, shared.furtherSettings, shared.folders) = (settings, furtherSettings, folders) }
      return shared.settings != settings || shared.furtherSettings != furtherSettings || shared.folders != folders
    }
    guard isNew else { return }
    let paths = settings.isEnabled ? folders.all : []
    let gone = shared.withLock { shared in
      var old = Dictionary(shared.roots.map { ($0.path, $0) }) { first, _ in first }
      shared.roots = paths.map { path in
        let isFurther = folders.further.contains(path)
        let others = isFurther ? folders.openFolders(in: path) : []
        let place = WorkspaceRoot.Place(path: path, isFurther: isFurther, others: others)
        let settings = isFurther ? furtherSettings : settings
        guard let root = old[path], root.settings == settings.bounded, root.place == place else {
          return WorkspaceRoot(place, settings: settings, environment: environment)
        }
        old[path] = nil
        return root
      }
      shared.changes += 1
      return Array(old.values)
    }
    for root in gone { root.cancel() }
  }

  /// Returns the folders that are in none of the others, without a slash at their ends.
  ///
  /// Drops paths longer than a system allows. Compares bytes: a client may send anything, and a receive loop waits.
  ///
  /// - Complexity: O(size of the folders × log of their number).
  static func outermost(_ folders: [String]) -> [String] {
    let slash = UInt8(ascii: "/")
    let paths = folders.map { folder in
      let end = folder.utf8.reversed().drop { $0 == slash }.startIndex.base
      let path = folder[..<end]
      return path.isEmpty && folder.utf8.first == slash ? "/" : String(path)
    }
    // With a slash at its end, a folder has those it is in as prefixes, and sorts right after them.
    let keys = paths.map { $0 == "/" ? [slash] : Array($0.utf8) + [slash] }
    let order = keys.indices.filter { paths[$0].utf8.first == slash && keys[$0].count <= FilePath.maximumBytes }
      .sorted { left, right in
        keys[left] == keys[right] ? left < right : keys[left].lexicographicallyPrecedes(keys[right])
      }
    var outermost: [Int] = []
    for number in order {
      if let last = outermost.last, keys[number].starts(with: keys[last]) { continue }
      outermost.append(number)
    }
    return outermost.sorted().map { paths[$0] }
  }

  private nonisolated var currentRoots: [WorkspaceRoot] { shared.withLock(\.roots) }

  /// The progress of each root, and its size.
  package nonisolated var status: [WorkspaceStatus] { currentRoots.map { $0.published.status } }

  /// Empty when there are no roots; loading while a root is being read, failed when one cannot be read.
  package nonisolated var state: SourceState {
    let (roots, changes) = shared.withLock { ($0.roots, $0.changes) }
    var state = SourceState(isEmpty: roots.isEmpty, generation: changes << 32, loadState: .idle)
    for root in roots {
      let (generation, loadState) = root.progress
      state.generation &+= generation
      switch (state.loadState, loadState) {
      // What is loading comes first, then what has failed, then what is loaded.
      case (.loading, _), (_, .idle), (.failed, .failed), (.failed, .loaded), (.loaded, .loaded): break
      default: state.loadState = loadState
      }
    }
    return state
  }

  /// Starts reading the folders if that has not begun: the open ones first, so that the model has read them before the
  /// further ones are. Returns at once.
  package nonisolated func prepare() {
    let (open, further) = (currentRoots.filter { !$0.place.isFurther }, currentRoots.filter(\.place.isFurther))
    for root in open { root.wake() }
    let wakeFurther = { @Sendable in for root in further { root.wake() } }
    if let last = open.last { last.afterLook(wakeFurther) } else { wakeFurther() }
  }

  /// Looks at files that are reported as changed. Returns at once.
  ///
  /// - Parameter paths: Absolute paths, of files or folders.
  package nonisolated func filesDidChange(_ paths: [String]) { for root in currentRoots { root.filesDidChange(paths) } }

  // MARK: Answering

  /// Answers a query with the best matches found so far; runs on the actor, and searches off it.
  package func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    var answer = SourceAnswer([])
    let deadline = CandidateSearch.deadline(of: query, environment.clock)
    for root in currentRoots {
      root.wake()
      let published = root.published
      if published.status.isBeginning { answer.isIncomplete = true }
      guard let words = published.words else { continue }
      let search = CandidateSearch(words.candidates, for: query, clock: environment.clock, deadline: deadline)
      let found = try await search.run(root.narrowing)
      root.narrowing.prepare(search, after: found)
      answer.isIncomplete = answer.isIncomplete || found.isCut || found.isInterrupted
      for match in found.matches {
        let text = words.candidates[match.row]
        // A word that is typed already is no help.
        guard text != query.typed, !query.isStrayNumber(text) else { continue }
        let weight = ListWeight.weight(words.candidates.weight(of: match.row))
        let share = root.place.isFurther ? WorkspaceSource.furtherShare : 1
        let signals = CandidateSignals(
          frequency: share * min(1, Double(Int(weight).bitWidth - Int(weight).leadingZeroBitCount) / 12),
          affinity: words.has(match.row, language: query.document.languageID) ? share * 0.5 : 0)
        answer.candidates.append(Candidate(text, kind: .text, signals: signals, key: "\(root.path)\0\(match.row)"))
      }
      guard let terms = IdeographTerms(query) else { continue }
      let rows = try await terms.rows(in: words.candidates, goesOn: search.goesOn)
      answer.candidates += terms.candidates(
        rows.map { $0.map { (words.candidates[$0], Int(ListWeight.weight(words.candidates.weight(of: $0)))) } })
      answer.isIncomplete = true
    }
    return answer
  }

  /// Returns the place of a word's origin, and its frequency.
  package func documentation(for candidate: Candidate) async throws -> String? {
    guard let key = candidate.key, let end = key.lastIndex(of: "\0"), let row = Int(key[key.index(after: end)...]),
      let root = currentRoots.first(where: { $0.path == key[..<end] }), let words = root.published.words,
      let place = try await words.place(of: candidate.text, row: row)
    else { return nil }
    let line = place.line.map { ":\($0)" } ?? ""
    let times = place.count == 1 ? "once" : "\(place.count) times"
    let files = place.files == 1 ? "" : " in \(place.files) files"
    // Of a file in another project, its name alone says little.
    let path = root.place.isFurther ? "\(root.path)/\(place.path)" : place.path
    return "From \(MarkdownText.code(path + line)) (\(times)\(files))."
  }

  // MARK: Following the documents

  /// Starts reading the roots, as the user is going to type.
  package nonisolated func documentDidOpen(_ document: DocumentSnapshot) { prepare() }

  /// Cancels the precomputation for the next key, as that key has arrived, and looks at the files again if that is due.
  package nonisolated func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) {
    for root in currentRoots {
      root.narrowing.cancel()
      root.wake()
    }
  }
}

/// The reason why the words of a root are not available.
struct WorkspaceFailure: Error, CustomStringConvertible {
  let description: String
}
