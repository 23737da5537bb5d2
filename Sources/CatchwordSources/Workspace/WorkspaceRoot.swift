import CatchwordCompletion
import CatchwordFiles
import CatchwordMatching
import CatchwordText
import Synchronization

/// One root of a workspace: reads its files in the background, and follows their changes, for itself and a listener.
///
/// The actor's work blocks, so it runs on an executor of its own, and nothing waits for it. It publishes its results,
/// which lookups take without waiting.
actor WorkspaceRoot {
  /// The state that lookups read.
  struct Published: Sendable {
    var words: WorkspaceWords?
    var status: WorkspaceStatus
    var generation = 0
  }

  /// The work that is to be done.
  private struct Waiting {
    var isRunning = false
    var hasStarted = false
    /// The absolute paths of files that were reported as changed; nil for all files.
    var changed: Set<String>? = []
    /// The time of the next look at all files without a notification.
    var nextLook = Duration.zero
    var task: Task<Void, Never>?
    /// True when the root is no longer needed.
    var isCancelled = false
    /// True once all files have been looked at.
    var hasLooked = false
    /// Called when that has been done.
    var onLook: @Sendable () -> Void = {}
  }

  /// The maximum number of reported files that are looked at one by one; with more, all files are looked at.
  private static let maximumChanged = 1000
  /// The minimum pause after a look at all files, or after reading them all, as a multiple of the time that it took.
  private static let lookShare = 100
  /// The number of files between two updates of the progress.
  private static let filesBetweenReports = 64

  nonisolated let place: Place
  nonisolated let narrowing = NarrowingTask()
  nonisolated let settings: WorkspaceSettings
  nonisolated let environment: WorkspaceEnvironment
  private nonisolated let waiting = Mutex(Waiting())
  nonisolated let shared: Mutex<Published>
  /// The words that are published next.
  var words: WorkspaceWords?
  /// The index of the words; nil while the root is read for the first time.
  var index: WorkspaceIndex?
  /// The numbers of the index's files, by path.
  var numbers = FileNumbers()
  /// The verdicts of the ignore files in the last walk through the root.
  private(set) var memory = IgnoreMemory()
  var hasReportedCut = false
  var hasReportedCacheFailure = false
  var reportedRules: Set<String> = []
  /// The number of mapped files that had been cut short when the index was taken.
  private var knownFaults = 0
  /// The time from which all files may be read anew.
  private(set) var nextReading = Duration.zero
  /// The time from which a notification may cause a look at all files.
  var nextToldLook = Duration.zero

  init(_ place: Place, settings: WorkspaceSettings, environment: WorkspaceEnvironment) {
    self.place = place
    self.settings = settings.bounded
    self.environment = environment
    shared = Mutex(Published(status: WorkspaceStatus(root: place.path)))
  }

  /// The words found so far, and the status.
  nonisolated var published: Published { shared.withLock { $0 } }

  /// The generation of the words, and the progress of loading them.
  nonisolated var progress: (generation: Int, loadState: LoadState<Void>) {
    shared.withLock { ($0.generation, $0.status.loadState) }
  }

  // MARK: Notifications

  /// Starts reading the root if that has not begun, or looks at its files again when that is due. Returns at once.
  nonisolated func wake() {
    let now = environment.clock.now
    let missed = if let listener = environment.listener { listener.takeMissed(in: place) } else { Set<String>?([]) }
    start { waiting in
      if waiting.hasStarted && !waiting.isRunning && now >= waiting.nextLook { waiting.changed = nil }
      if let missed { waiting.changed?.formUnion(missed) } else { waiting.changed = nil }
      return !waiting.hasStarted || waiting.changed != []
    }
  }

  /// Looks at files that are reported as changed, once the root has been read. Returns at once.
  ///
  /// - Parameter paths: Absolute paths; paths outside the root are ignored.
  nonisolated func filesDidChange(_ paths: [String]) {
    let ours = paths.filter { $0.hasPrefix("\(path)/") }
    guard !ours.isEmpty else { return }
    start { waiting in
      guard waiting.hasStarted else { return false }
      waiting.changed?.formUnion(ours)
      // The rules in these files apply to other files, too.
      let isAboutAll = ours.contains { $0.hasSuffix("/.gitignore") || $0.hasSuffix("/exclude") }
      if isAboutAll || (waiting.changed?.count ?? 0) > WorkspaceRoot.maximumChanged { waiting.changed = nil }
      return true
    }
  }

  /// Calls `action` once all files have been looked at, at once when they have. A later call replaces an earlier one.
  nonisolated func afterLook(_ action: @escaping @Sendable () -> Void) {
    let hasLooked = waiting.withLock { waiting in
      if !waiting.hasLooked { waiting.onLook = action }
      return waiting.hasLooked
    }
    if hasLooked { action() }
  }

  /// Cancels the work on the root.
  nonisolated func cancel() {
    let task = waiting.withLock { waiting in
      waiting.isCancelled = true
      return waiting.task
    }
    task?.cancel()
  }

  private nonisolated func start(_ isNeeded: (inout Waiting) -> Bool) {
    let isStarting = waiting.withLock { waiting in
      guard isNeeded(&waiting), !waiting.isRunning else { return false }
      waiting.isRunning = true
      shared.withLock { $0.status.isCurrent = false }
      return true
    }
    guard isStarting else { return }
    // Outside the lock, as this may start a thread.
    guard let cacheExecutor = environment.cacheExecutor, !waiting.withLock(\.hasStarted) else { return startRunning() }
    Task(name: "workspace:\(path)", executorPreference: cacheExecutor) {
      await self.takeKept()
      self.startRunning()
    }
  }

  private nonisolated func startRunning() {
    let task = Task(name: "workspace:\(path)", executorPreference: environment.executor, priority: .utility) {
      await self.run()
    }
    let isCancelled = waiting.withLock { waiting in
      waiting.task = task
      return waiting.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  // MARK: Working

  /// Loads the index from the cache when the root is needed for the first time. That blocks only briefly, so it does
  /// not run where the other work yields to everything.
  private func takeKept() {
    guard let root = try? WorkspaceIndexer.checkedRoot(path, home: environment.home) else { return }
    knownFaults = MappedFile.faults
    guard let index = environment.cache?.load(root: root, settings: settings) else { return }
    adopt(index, root: root)
  }

  private func run() {
    while true {
      let (isFirst, changed) = waiting.withLock { waiting in
        let isFirst = !waiting.hasStarted
        let changed = waiting.changed
        waiting.hasStarted = true
        waiting.changed = []
        return (isFirst, changed)
      }
      let start = environment.clock.now
      // The index in a file that another process has truncated is useless, and is not used again.
      let faults = MappedFile.faults
      if isFirst, let index { numbers = FileNumbers(index) }
      let look = index == nil || faults != knownFaults ? begin() : follow(isFirst ? nil : changed)
      knownFaults = faults
      if case .all = look, !Task.isCancelled { didLook() }
      let now = environment.clock.now
      let isDone = waiting.withLock { waiting in
        switch look {
        case .all: waiting.nextLook = now + max(settings.rescanInterval, (now - start) * WorkspaceRoot.lookShare)
        case .putOff: waiting.nextLook = min(waiting.nextLook, nextToldLook)
        case .some: break
        }
        let isDone = waiting.changed == [] || Task.isCancelled
        if isDone {
          waiting.isRunning = false
          shared.withLock { $0.status.isCurrent = $0.status.state == .ready && !Task.isCancelled }
        }
        return isDone
      }
      if isDone { return }
    }
  }

  private func didLook() {
    environment.listener?.didLook(
      at: FoundFiles(
        root: path, finder: ObjectIdentifier(self), settings: settings, words: { [weak self] in self?.published.words })
    )
    let onLook = waiting.withLock { waiting in
      defer { (waiting.hasLooked, waiting.onLook) = (true, {}) }
      return waiting.onLook
    }
    onLook()
  }

  /// Loads the index from the cache and looks for changes, or reads all files.
  private func begin() -> Look {
    let root: String
    do throws(WorkspaceIndexer.Failure) {
      root = try WorkspaceIndexer.checkedRoot(path, home: environment.home)
    } catch {
      fail("\(error)")
      forgetFiles()
      return .all
    }
    if let index = environment.cache?.load(root: root, settings: settings) {
      adopt(index, root: root)
      numbers = FileNumbers(index)
      return follow(nil)
    }
    readAll(root)
    // The listener knew files from before.
    return environment.listener?.isFollowing == true ? follow(nil) : .all
  }

  /// Reads all files; the words from before remain until that is done.
  func readAll(_ root: String) {
    let isFirst = words == nil
    let start = environment.clock.now
    defer { environment.listener?.didReadAll(in: path) }
    defer { nextReading = environment.clock.now + (environment.clock.now - start) * WorkspaceRoot.lookShare }
    shared.withLock { $0.status.state = .indexing }
    var segments: [IndexSegment] = []
    var isKept = true
    memory = IgnoreMemory()
    do {
      let index = try WorkspaceIndexer.make(
        root: root, settings: settings, cache: environment.cache, memory: memory,
        onProgress: { progress in
          guard progress.filesDone % WorkspaceRoot.filesBetweenReports == 0 else { return }
          self.shared.withLock { $0.status.progress = progress }
        },
        onSegments: { new in
          guard isFirst else { return }
          segments += new
          self.words = WorkspaceWords(segments)
          self.publish(isPartial: true)
        },
        onLeftOut: { self.report($0) },
        onCacheFailure: { failure in
          isKept = false
          self.reportCacheFailure(failure)
        })
      guard let index else { return fail("its index cannot be read") }
      adopt(index, root: root, isKept: isKept)
      numbers = FileNumbers(index)
    } catch is CancellationError {
      // The root is read anew when it is needed again.
      waiting.withLock { $0.hasStarted = false }
      shared.withLock { $0.status.state = .idle }
    } catch {
      fail("\(error)")
    }
  }
}
