import CatchwordFiles

/// The pending work on a model's files, decided from the events that were noted.
struct CorpusWork: Sendable {
  /// One step of the work.
  enum Step: Equatable, Sendable {
    /// Take what far texts have, before any file has been read.
    case takeFar
    /// Read all files.
    case build
    /// Check whether these documents were left out.
    case check(opened: Set<String>)
    /// Compare the far text of a folder with its files.
    case compare(folder: String)
    /// Make the far text of a folder.
    case far(folder: String)
  }

  /// The maximum number of files that are remembered one by one; with more, all files are read anew.
  private static let maximumNoted = 1000
  /// The maximum number of documents that count as recently opened.
  static let maximumRecent = 16
  /// The minimum pause after reading all files, as a multiple of the time that it took.
  static let share = 50

  private(set) var scope = CorpusScope()
  /// The files that the roots have found, by the path of the root; those of roots that are no longer read are not used.
  private var allFound: [String: FoundFiles] = [:]
  /// A number that changes when work begun for earlier settings must not be finished.
  private(set) var epoch = 0
  /// True when the user is going to type: a folder or a document was opened.
  private(set) var isWanted = false
  /// True while steps are being taken.
  private(set) var isRunning = false
  /// True when there is a corpus.
  private(set) var isBuilt = false
  /// True when files were left out of the corpus because of a limit.
  private(set) var isCut = false
  /// True when the open folders were found to have more tokens than fit into memory.
  private(set) var isOpenFull = false
  /// True while all files are being read.
  private(set) var isBuilding = false
  /// True when the far texts that there are have not been taken yet.
  private var needsFar = true
  /// True when the model may have learned something from far texts or files that was not forgotten since.
  private var hasLearned = false
  /// The paths of documents, the one that was opened last first.
  private(set) var recent: [String] = []
  /// True when all files are to be read anew, as soon as that is due.
  private(set) var needsBuild = true
  private var opened: Set<String> = []
  /// The files that changed while all were being read, and the folders in which any may have.
  private var missed: Set<String> = []
  private var missedFolders: Set<String> = []
  private var nextBuild = Duration.zero
  /// The folders whose far texts are to be made, and the times before which that must not be done again.
  private var wantedFar: Set<String> = []
  private var nextFar: [String: Duration] = [:]
  /// Those of them that have none yet.
  private(set) var missingFar: Set<String> = []
  /// The further folders that have been looked at since all files were read.
  private var uncompared: Set<String> = []
  /// True when a root has found its files while all were being read.
  private var hasFoundMore = false

  /// True when there is a corpus that is kept up to date with the files that change.
  var isFollowing: Bool { isBuilt && !isBuilding }

  // MARK: Notifications

  /// Applies settings.
  ///
  /// - Returns: True when the model must forget at once what it has learned from files.
  mutating func apply(_ new: CorpusScope) -> Bool {
    guard new != scope else { return false }
    let old = scope
    scope = new
    // A user who opens a folder is going to type in it, and the first word should be right already.
    isWanted = isWanted || !new.folders.open.isEmpty
    needsBuild = true
    var known = old
    known.filter = new.filter
    // The model is never asked for banned words, so the change to its corpus can wait for its turn.
    if known == new { return false }
    epoch += 1
    allFound = found
    (isRunning, isBuilding, nextBuild, opened) = (false, false, .zero, [])
    (missed, missedFolders) = ([], [])
    (wantedFar, missingFar, nextFar, uncompared, isOpenFull) = ([], [], [:], [], false)
    let isSmaller = old.folders.all.contains { old in
      !new.folders.all.contains { FilePath.isInside(old, $0) }
    }
    let isLess =
      !new.isOn || isSmaller || old.workspace != new.workspace || old.furtherWorkspace != new.furtherWorkspace
    if isLess { isBuilt = false }
    // What has been learned from all files is not replaced by far texts alone.
    needsFar = !isBuilt
    defer { if isLess { hasLearned = false } }
    return isLess && hasLearned
  }

  /// Notes that a root has looked at its files.
  ///
  /// - Returns: True when it had not before, so that there is something to do.
  mutating func note(found files: FoundFiles) -> Bool {
    let old = allFound[files.root]
    let isNew = old?.settings != files.settings || old?.finder != files.finder
    allFound[files.root] = files
    guard isNew else { return false }
    if isBuilt, scope.folders.further.contains(files.root) {
      uncompared.insert(files.root)
      return true
    }
    (needsBuild, nextBuild, hasFoundMore) = (true, .zero, isBuilding)
    return true
  }

  /// The files that the roots have found, by the path of the root.
  var found: [String: FoundFiles] {
    let further = Set(scope.folders.further)
    let (open, others) = (scope.workspace(isFurther: false), scope.workspace(isFurther: true))
    return allFound.filter { path, files in
      further.contains(path) ? files.settings == others : scope.folders.open.contains(path) && files.settings == open
    }
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
    if opened.count > CorpusWork.maximumNoted { opened = [path] }
  }

  /// Notes that a file has changed while all are being read.
  mutating func note(missed path: String) {
    guard isBuilding else { return }
    missed.insert(path)
    guard missed.count > CorpusWork.maximumNoted else { return }
    missed = []
    missedFolders.formUnion(scope.folders.all)
  }

  /// Notes that any file of a folder may have changed while all are being read.
  mutating func note(missedIn folder: String) {
    if isBuilding { missedFolders.insert(folder) }
  }

  /// Returns the files of a root that changed while all were being read, once; none before that has ended.
  ///
  /// - Returns: The paths of files; nil for all.
  mutating func takeMissed(in root: WorkspaceRoot.Place) -> Set<String>? {
    guard !isBuilding else { return [] }
    if missedFolders.remove(root.path) != nil { return nil }
    guard !missed.isEmpty else { return [] }
    let ours = missed.filter(root.contains)
    missed.subtract(ours)
    return ours
  }

  // MARK: Working

  /// Starts the work if there is something to do; returns true when it has started.
  mutating func begin(now: Duration) -> Bool {
    guard scope.isOn, isWanted, !isRunning else { return false }
    isRunning = hasWork(now)
    return isRunning
  }

  /// True when the open folders, or one of the further ones if none is open, have been looked at.
  private var isReady: Bool {
    let found = found
    return scope.folders.open.allSatisfy { found[$0] != nil } && !found.isEmpty
  }

  /// True while the first corpus is being built, or is going to be.
  var isBeginning: Bool { scope.isOn && isWanted && !isBuilt }

  private func hasWork(_ now: Duration) -> Bool {
    guard isReady else { return needsFar }
    return !isBuilt || (needsBuild && now >= nextBuild) || !opened.isEmpty || !uncompared.isEmpty || dueFar(now) != nil
  }

  /// The folder whose far text is made next; nil when none is to be made now.
  private func dueFar(_ now: Duration) -> String? {
    scope.folders.all.first { wantedFar.contains($0) && now >= nextFar[$0] ?? .zero }
  }

  /// Returns the next step; nil when nothing is left to do, or when the epoch has ended.
  mutating func next(_ epoch: Int, now: Duration) -> Step? {
    guard epoch == self.epoch, isRunning else { return nil }
    guard hasWork(now) else {
      isRunning = false
      return nil
    }
    hasLearned = true
    if needsFar {
      needsFar = false
      return .takeFar
    }
    defer { opened = [] }
    if isBuilt && !(needsBuild && now >= nextBuild) {
      if !opened.isEmpty { return .check(opened: opened) }
      if let folder = uncompared.popFirst() { return .compare(folder: folder) }
      return dueFar(now).map { .far(folder: $0) }
    }
    (needsBuild, isBuilding) = (false, true)
    (missed, missedFolders, hasFoundMore, uncompared) = ([], [], false, [])
    return .build
  }

  /// Notes that all files were read.
  ///
  /// - Parameters:
  ///   - taken: The time that it took.
  ///   - now: The time when it was done.
  ///   - isCut: True when files were left out because of a limit.
  ///   - isOpenFull: True when the open folders have more tokens than fit into memory; it stays so.
  mutating func didBuild(taken: Duration, now: Duration, isCut: Bool, isOpenFull: Bool = false) {
    self.isOpenFull = self.isOpenFull || isOpenFull
    (isBuilt, isBuilding, self.isCut) = (true, false, isCut)
    nextBuild = hasFoundMore ? now : now + taken * CorpusWork.share
  }

  /// Sets the folders whose far texts are to be made.
  ///
  /// - Parameter present: The folders that have one.
  mutating func wantFar(_ folders: Set<String>, present: Set<String>) {
    (wantedFar, missingFar) = (folders, folders.subtracting(present))
  }

  /// Notes that a folder that was looked at later has files that are not in its far text.
  mutating func didCompare(_ folder: String, isMissing: Bool, isStale: Bool, hasNews: Bool) {
    if isMissing { missingFar.insert(folder) }
    if isStale { wantedFar.insert(folder) }
    if hasNews && !isStale { (needsBuild, nextBuild) = (true, .zero) }
  }

  /// Notes that the far text of a folder was made, or could not be.
  ///
  /// - Parameters:
  ///   - isWritten: True when there is a new one, with which all files are to be read anew.
  ///   - pause: The time before which it is not made again.
  mutating func didMakeFar(_ folder: String, isWritten: Bool, now: Duration, pause: Duration) {
    nextFar[folder] = now + pause
    guard isWritten else { return }
    wantedFar.remove(folder)
    missingFar.remove(folder)
    (needsBuild, nextBuild) = (true, now)
  }

  /// Requests to read all files as soon as that is due.
  mutating func wantBuild() { needsBuild = true }

  /// Stops the work early.
  mutating func stop(_ epoch: Int) {
    guard epoch == self.epoch else { return }
    (isRunning, isBuilding) = (false, false)
    needsBuild = true
  }
}
