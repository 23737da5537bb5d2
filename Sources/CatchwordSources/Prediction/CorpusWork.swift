import CatchwordCompletion

/// What a model is fed with.
struct CorpusScope: Equatable, Sendable {
  var prediction = PredictionSettings()
  /// What is read of each folder.
  var workspace = WorkspaceSettings()
  /// The roots, as absolute paths without a slash at their ends; none of them in another.
  var folders: [String] = []
  /// Which words are learned.
  var filter = WordFilter()

  /// Longer words are not learned, in bytes.
  static let maximumWordLength = 80

  /// False when there is nothing to read.
  var isOn: Bool { prediction.isEnabled && workspace.isEnabled && !folders.isEmpty && prediction.maximumTokens > 0 }
}

/// What is to be done about a model's files, decided by what it has been told.
struct CorpusWork: Sendable {
  /// One thing to do.
  enum Step: Equatable, Sendable {
    /// Read all files.
    case build
    /// Look at files that may have changed, nil for all; and whether these documents have been left out.
    case look(changed: Set<String>?, opened: Set<String>)
  }

  /// With more files that are said to have changed, all are looked at.
  private static let maximumChanged = 1000
  /// So many documents count as recently opened.
  static let maximumRecent = 16
  /// At most one part in so many of the time goes into looking at files, and into reading all anew.
  static let share = 50

  private(set) var scope = CorpusScope()
  /// Changes when what was begun for the settings before shall not be ended.
  private(set) var epoch = 0
  /// True when somebody is going to write: a folder is open, or a document.
  private(set) var isWanted = false
  /// True while the steps are being taken.
  private(set) var isRunning = false
  /// True when there is a corpus.
  private(set) var isBuilt = false
  /// The paths of documents, the one that was opened last first.
  private(set) var recent: [String] = []
  /// True when all files are to be read anew, once it is time for that.
  private(set) var needsBuild = true
  private var changed: Set<String>? = []
  private var opened: Set<String> = []
  private var nextLook = Duration.zero
  private var nextBuild = Duration.zero

  // MARK: Being told

  /// Takes settings.
  ///
  /// - Returns: True when what the model has learned from files must be forgotten at once.
  mutating func apply(_ new: CorpusScope) -> Bool {
    guard new != scope else { return false }
    let old = scope
    scope = new
    // Who opens a folder is going to write in it, and the first word should be right already.
    isWanted = isWanted || !new.folders.isEmpty
    needsBuild = true
    var known = old
    known.filter = new.filter
    // The model is not asked for what is banned anyway, so the words can wait for their turn.
    if known == new { return false }
    epoch += 1
    (isRunning, nextBuild, changed, opened) = (false, .zero, [], [])
    let isLess = !new.isOn || old.folders.contains { !new.folders.contains($0) } || old.workspace != new.workspace
    defer { if isLess { isBuilt = false } }
    return isLess && isBuilt
  }

  /// Notes that a document was opened.
  ///
  /// - Parameter path: Its file; nil when it has none.
  mutating func note(opened path: String?) {
    isWanted = true
    guard let path else { return }
    recent.removeAll { $0 == path }
    recent.insert(path, at: 0)
    if recent.count > CorpusWork.maximumRecent { recent.removeLast() }
    opened.insert(path)
    if opened.count > CorpusWork.maximumChanged { opened = [path] }
  }

  /// Notes that files are said to have changed.
  mutating func note(changed paths: [String]) {
    let ours = paths.filter { path in scope.folders.contains { path.hasPrefix("\($0)/") } }
    changed?.formUnion(ours)
    // What these say counts for other files, too.
    let isAboutAll = ours.contains { $0.hasSuffix("/.gitignore") || $0.hasSuffix("/exclude") }
    if isAboutAll || (changed?.count ?? 0) > CorpusWork.maximumChanged { changed = nil }
  }

  // MARK: Working

  /// Begins to work if there is something to do.
  mutating func begin(now: Duration) -> Bool {
    guard scope.isOn, isWanted, !isRunning else { return false }
    if isBuilt && now >= nextLook { changed = nil }
    isRunning = hasWork(now)
    return isRunning
  }

  private func hasWork(_ now: Duration) -> Bool {
    !isBuilt || (needsBuild && now >= nextBuild) || changed != [] || !opened.isEmpty
  }

  /// The next step; nil when there is nothing to do any more, or no longer for this epoch.
  mutating func next(_ epoch: Int, now: Duration) -> Step? {
    guard epoch == self.epoch, isRunning else { return nil }
    guard hasWork(now) else {
      isRunning = false
      return nil
    }
    defer { (changed, opened) = ([], []) }
    if isBuilt && !(needsBuild && now >= nextBuild) { return .look(changed: changed, opened: opened) }
    needsBuild = false
    return .build
  }

  /// Notes that all files were read.
  mutating func didBuild(taken: Duration, now: Duration) {
    isBuilt = true
    nextBuild = now + taken * CorpusWork.share
    didLook(taken: taken, now: now)
  }

  /// Notes that all files were looked at.
  mutating func didLook(taken: Duration, now: Duration) {
    nextLook = now + max(scope.workspace.bounded.rescanInterval, taken * CorpusWork.share)
  }

  /// Reads all files when it is time for that.
  mutating func wantBuild() { needsBuild = true }

  /// Ends the work before its time.
  mutating func stop(_ epoch: Int) {
    guard epoch == self.epoch else { return }
    isRunning = false
    needsBuild = true
  }
}
