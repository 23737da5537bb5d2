import CatchwordCompletion
import CatchwordFiles
import CatchwordMatching
import CatchwordText
import Synchronization

/// One root of a workspace: reads its files in the background, and follows them.
///
/// The actor's work blocks, so it runs on an executor of its own; nobody waits for it. What it finds is published, for
/// lookups to take without waiting.
actor WorkspaceRoot {
  /// What lookups see.
  struct Published: Sendable {
    var words: WorkspaceWords?
    var status: WorkspaceStatus
    var generation = 0
  }

  /// What is to be done.
  private struct Waiting {
    var isRunning = false
    var hasStarted = false
    /// Files, by absolute path, that are said to have changed; nil for all.
    var changed: Set<String>? = []
    /// When to look at the files again without being told.
    var nextLook = Duration.zero
    var task: Task<Void, Never>?
    /// True when the root is not wanted any more.
    var isCancelled = false
  }

  /// With more files that are said to have changed, all are looked at.
  private static let maximumChanged = 1000
  /// At most one part in so many of the time goes into looking whether files have changed, and into reading all anew.
  private static let lookShare = 100
  /// A step of the progress is shown after so many files.
  private static let filesBetweenReports = 64

  /// The folder as it was given.
  nonisolated let path: String
  nonisolated let narrowing = NarrowingTask()
  nonisolated let settings: WorkspaceSettings
  nonisolated let environment: WorkspaceEnvironment
  private nonisolated let waiting = Mutex(Waiting())
  private nonisolated let shared: Mutex<Published>
  /// What is published next.
  var words: WorkspaceWords?
  /// What the words were taken from; nil while the root is read for the first time.
  private(set) var index: WorkspaceIndex?
  /// The numbers of the index's files by their paths.
  private(set) var numbers = FileNumbers()
  /// What ignore files said in the last walk through the root.
  private(set) var memory = IgnoreMemory()
  private var hasReportedCut = false
  private var hasReportedCacheFailure = false
  var reportedRules: Set<String> = []
  /// How many mapped files had been cut short when the index was taken.
  private var knownFaults = 0
  /// When all files may be read anew.
  private(set) var nextReading = Duration.zero
  /// When all files may be looked at for what is said about some.
  var nextToldLook = Duration.zero

  init(path: String, settings: WorkspaceSettings, environment: WorkspaceEnvironment) {
    self.path = path
    self.settings = settings.bounded
    self.environment = environment
    shared = Mutex(Published(status: WorkspaceStatus(root: path)))
  }

  /// What has been found so far.
  nonisolated var published: Published { shared.withLock { $0 } }

  // MARK: Being told

  /// Begins to read the root if that has not begun, or looks at its files again when that is due. Returns at once.
  nonisolated func wake() {
    let now = environment.clock.now
    start { waiting in
      if waiting.hasStarted && !waiting.isRunning && now >= waiting.nextLook { waiting.changed = nil }
      return !waiting.hasStarted || waiting.changed != []
    }
  }

  /// Looks at files that are said to have changed, once the root has been read. Returns at once.
  ///
  /// - Parameter paths: Absolute paths; those of other roots do not matter.
  nonisolated func filesDidChange(_ paths: [String]) {
    let ours = paths.filter { $0.hasPrefix("\(path)/") }
    guard !ours.isEmpty else { return }
    start { waiting in
      guard waiting.hasStarted else { return false }
      waiting.changed?.formUnion(ours)
      // What these say counts for other files, too.
      let isAboutAll = ours.contains { $0.hasSuffix("/.gitignore") || $0.hasSuffix("/exclude") }
      if isAboutAll || (waiting.changed?.count ?? 0) > WorkspaceRoot.maximumChanged { waiting.changed = nil }
      return true
    }
  }

  /// Ends what is being done.
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
    // Outside the lock, as that may start a thread.
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

  /// Takes the index from the cache when the root is wanted for the first time: that is done in a moment, and not where the
  /// other work gives way to everything.
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
      // A file that somebody has cut short is of no use any more, and is not taken again.
      let faults = MappedFile.faults
      if isFirst, let index { numbers = FileNumbers(index) }
      let look = index == nil || faults != knownFaults ? begin() : follow(isFirst ? nil : changed)
      knownFaults = faults
      let now = environment.clock.now
      shared.withLock { $0.status.isCurrent = $0.status.state == .ready && !Task.isCancelled }
      let isDone = waiting.withLock { waiting in
        switch look {
        case .all: waiting.nextLook = now + max(settings.rescanInterval, (now - start) * WorkspaceRoot.lookShare)
        case .putOff: waiting.nextLook = min(waiting.nextLook, nextToldLook)
        case .some: break
        }
        let isDone = waiting.changed == [] || Task.isCancelled
        if isDone { waiting.isRunning = false }
        return isDone
      }
      if isDone { return }
    }
  }

  /// Takes the index from the cache and looks what has changed, or reads all files.
  private func begin() -> Look {
    let root: String
    do throws(WorkspaceIndexer.Failure) {
      root = try WorkspaceIndexer.checkedRoot(path, home: environment.home)
    } catch {
      fail("\(error)")
      return .all
    }
    if let index = environment.cache?.load(root: root, settings: settings) {
      adopt(index, root: root)
      numbers = FileNumbers(index)
      return follow(nil)
    }
    readAll(root)
    return .all
  }

  func fail(_ reason: String) {
    (words, index, numbers) = (nil, nil, FileNumbers())
    let isNew = shared.withLock { shared in
      defer {
        shared.words = nil
        shared.status = WorkspaceStatus(root: path)
        shared.status.state = .failed(reason)
        shared.generation += 1
      }
      return shared.status.state != .failed(reason)
    }
    if isNew { environment.log.report(.warning, "The words of the workspace \(path) are not offered: \(reason).") }
  }

  private func adopt(_ index: WorkspaceIndex, root: String, isKept: Bool = true) {
    self.index = index
    words = WorkspaceWords(index)
    shared.withLock { $0.status.cacheFile = isKept ? environment.cache?.file(for: root) : nil }
    publish()
    guard index.header.isCut, !hasReportedCut else { return }
    hasReportedCut = true
    environment.log.report(
      .info,
      "The workspace \(path) is larger than the limits of `workspace` allow, or deeper than \(FileWalker.maximumDepth) folders; "
        + "what is farthest from its top is left out."
    )
  }

  private func reportCacheFailure(_ failure: String) {
    guard !hasReportedCacheFailure else { return }
    hasReportedCacheFailure = true
    environment.log.report(
      .warning,
      "The index of the workspace \(path) could not be kept in \(failure); until it can, it is made anew at each start."
    )
  }

  func publish(isPartial: Bool = false) {
    shared.withLock { shared in
      shared.words = words
      shared.generation += 1
      shared.status.state = isPartial ? .indexing : .ready
      shared.status.words = words?.candidates.count ?? 0
      shared.status.changedFiles = words?.changedFiles ?? 0
      guard let index, !isPartial else { return }
      shared.status.files = index.header.fileCount
      shared.status.skippedFiles = index.header.skippedFiles
      shared.status.isCut = index.header.isCut
      shared.status.memoryBytes = index.byteCount + (words?.byteCount ?? 0)
    }
  }

  /// Reads all files; what there was before stays until that is done.
  func readAll(_ root: String) {
    let isFirst = words == nil
    let start = environment.clock.now
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
      // Begun anew when it is needed again.
      waiting.withLock { $0.hasStarted = false }
      shared.withLock { $0.status.state = .idle }
    } catch {
      fail("\(error)")
    }
  }
}
