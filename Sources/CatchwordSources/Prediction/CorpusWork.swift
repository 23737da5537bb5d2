import CatchwordCompletion

/// The files and words that a model learns from.
struct CorpusScope: Equatable, Sendable {
  var prediction = PredictionSettings()
  /// The settings for reading each folder.
  var workspace = WorkspaceSettings()
  /// The roots, as absolute paths without a slash at their ends; none of them in another.
  var folders: [String] = []
  /// The filter for words that are learned.
  var filter = WordFilter()

  /// The maximum length of a word that is learned, in bytes.
  static let maximumWordLength = 80

  /// False when there is nothing to read.
  var isOn: Bool { prediction.isEnabled && workspace.isEnabled && !folders.isEmpty && prediction.maximumTokens > 0 }
}

/// The pending work on a model's files, decided from the events that were noted.
struct CorpusWork: Sendable {
  /// One step of the work.
  enum Step: Equatable, Sendable {
    /// Read all files.
    case build
    /// Look at files that may have changed, nil for all, and check whether these documents were left out.
    case look(changed: Set<String>?, opened: Set<String>)
  }

  /// The maximum number of reported files that are looked at one by one; with more, all files are looked at.
  private static let maximumChanged = 1000
  /// The maximum number of documents that count as recently opened.
  static let maximumRecent = 16
  /// The minimum pause after a look at all files, or after reading them all, as a multiple of the time that it took.
  static let share = 50

  private(set) var scope = CorpusScope()
  /// A number that changes when work begun for earlier settings must not be finished.
  private(set) var epoch = 0
  /// True when the user is going to type: a folder or a document was opened.
  private(set) var isWanted = false
  /// True while steps are being taken.
  private(set) var isRunning = false
  /// True when there is a corpus.
  private(set) var isBuilt = false
  /// The paths of documents, the one that was opened last first.
  private(set) var recent: [String] = []
  /// True when all files are to be read anew, as soon as that is due.
  private(set) var needsBuild = true
  private var changed: Set<String>? = []
  private var opened: Set<String> = []
  private var nextLook = Duration.zero
  private var nextBuild = Duration.zero

  // MARK: Notifications

  /// Applies settings.
  ///
  /// - Returns: True when the model must forget at once what it has learned from files.
  mutating func apply(_ new: CorpusScope) -> Bool {
    guard new != scope else { return false }
    let old = scope
    scope = new
    // A user who opens a folder is going to type in it, and the first word should be right already.
    isWanted = isWanted || !new.folders.isEmpty
    needsBuild = true
    var known = old
    known.filter = new.filter
    // The model is never asked for banned words, so the change to its corpus can wait for its turn.
    if known == new { return false }
    epoch += 1
    (isRunning, nextBuild, changed, opened) = (false, .zero, [], [])
    let isLess = !new.isOn || old.folders.contains { !new.folders.contains($0) } || old.workspace != new.workspace
    defer { if isLess { isBuilt = false } }
    return isLess && isBuilt
  }

  /// Notes that a document was opened.
  ///
  /// - Parameter path: The path of its file; nil when it has none.
  mutating func note(opened path: String?) {
    isWanted = true
    guard let path else { return }
    recent.removeAll { $0 == path }
    recent.insert(path, at: 0)
    if recent.count > CorpusWork.maximumRecent { recent.removeLast() }
    opened.insert(path)
    if opened.count > CorpusWork.maximumChanged { opened = [path] }
  }

  /// Notes that files are reported as changed.
  mutating func note(changed paths: [String]) {
    let ours = paths.filter { path in scope.folders.contains { path.hasPrefix("\($0)/") } }
    changed?.formUnion(ours)
    // The rules in these files apply to other files, too.
    let isAboutAll = ours.contains { $0.hasSuffix("/.gitignore") || $0.hasSuffix("/exclude") }
    if isAboutAll || (changed?.count ?? 0) > CorpusWork.maximumChanged { changed = nil }
  }

  // MARK: Working

  /// Starts the work if there is something to do; returns true when it has started.
  mutating func begin(now: Duration) -> Bool {
    guard scope.isOn, isWanted, !isRunning else { return false }
    if isBuilt && now >= nextLook { changed = nil }
    isRunning = hasWork(now)
    return isRunning
  }

  private func hasWork(_ now: Duration) -> Bool {
    !isBuilt || (needsBuild && now >= nextBuild) || changed != [] || !opened.isEmpty
  }

  /// Returns the next step; nil when nothing is left to do, or when the epoch has ended.
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

  /// Requests to read all files as soon as that is due.
  mutating func wantBuild() { needsBuild = true }

  /// Stops the work early.
  mutating func stop(_ epoch: Int) {
    guard epoch == self.epoch else { return }
    isRunning = false
    needsBuild = true
  }
}
