import CatchwordCompletion
import CatchwordFiles
import CatchwordPrediction
import CatchwordSettings
import CatchwordText
import Synchronization

/// Feeds a model with the files that the roots of a workspace find: reads them all, those near the open documents first,
/// and then takes those that change from the roots, which look at their files for both.
///
/// The actor's work blocks, so it runs on an executor of its own, and nothing waits for it. It yields between files to
/// others on that executor. Nothing is read or learned under `work`, which a receive loop takes at each edit: only the
/// model's `forget`, and what installs a corpus or notes files, which return at once, are called while it is held.
actor CorpusFeeder {
  /// The state that others can see.
  struct Published: Equatable, Sendable {
    /// True when nothing is to be read.
    var isOff = true
    /// True while the first corpus is being built.
    var isBeginning = false
    /// True when there is a corpus.
    var isBuilt = false
    /// True while work is in progress.
    var isBusy = false
    /// True when files were left out because of a limit.
    var isCut = false
    /// The progress of a far text that is being made; nil when none is.
    var far: FarProgress?
    /// The folders that should have a far text and have none yet.
    var missingFar: [String] = []
  }

  /// The number of files that did not fit after which all further files are left out.
  private static let maximumRefused = 8
  /// Where an open folder has a far text, one in so many of the tokens is in memory: in 64 million tokens of C, the wanted
  /// word came as early with 2 million in memory as with 4 million.
  private static let shareOfFar = 2
  /// The number of files between two yields to others.
  private static let filesBetweenTurns = 16

  nonisolated let model: any FedModel
  nonisolated let environment: WorkspaceEnvironment
  nonisolated let work = Mutex(CorpusWork())
  /// The files that were learned from, or looked at, in their state at that time. A receive loop never takes it.
  nonisolated let known = Mutex(KnownFiles())
  /// The progress of a far text that is being made.
  nonisolated let farProgress = Mutex<FarProgress?>(nil)
  var hasReportedFarFailure = false
  private var steps = 0

  init(_ model: any FedModel, environment: WorkspaceEnvironment) {
    self.model = model
    self.environment = environment
  }

  /// The progress of the work.
  nonisolated var published: Published {
    let far = farProgress.withLock { $0 }
    return work.withLock { work in
      Published(
        isOff: !work.scope.isOn, isBeginning: work.isBeginning, isBuilt: work.isBuilt,
        isBusy: work.isRunning || work.isBeginning, isCut: work.isBuilt && work.isCut, far: far,
        missingFar: work.missingFar.sorted())
    }
  }

  // MARK: Notifications

  /// Sets the files to read, and forgets at once what is no longer to be read. Returns at once.
  nonisolated func apply(_ scope: CorpusScope) {
    let isForgotten = work.withLock { work in
      guard work.apply(scope) else { return false }
      // Under the lock, so that no earlier corpus is installed after it.
      model.forget()
      return true
    }
    wake()
    guard isForgotten else { return }
    // The forgotten corpus is freed elsewhere, as that takes a while.
    Task(name: "prediction", executorPreference: environment.executor, priority: .utility) { [model] in
      model.settle()
    }
  }

  /// Notes that a document was opened, as the user is going to type in it. Returns at once.
  nonisolated func documentDidOpen(uri: String) {
    let path = FilePath.path(ofURI: uri)
    work.withLock { $0.note(opened: path) }
    wake()
  }

  /// Starts working if there is something to do. Returns at once.
  nonisolated func wake() {
    let now = environment.clock.now
    guard let epoch = work.withLock({ $0.begin(now: now) ? $0.epoch : nil }) else { return }
    // The task ends by itself when its epoch does.
    Task(name: "prediction", executorPreference: environment.executor, priority: .utility) { await self.run(epoch) }
  }

  // MARK: Working

  private func run(_ epoch: Int) async {
    while let step = work.withLock({ $0.next(epoch, now: environment.clock.now) }) {
      do {
        switch step {
        case .takeFar: try takeFar(epoch)
        case .build: try await build(epoch)
        case .check(let opened): check(opened)
        case .compare(let folder): compare(folder, epoch)
        case .far(let folder): try await makeFar(folder, epoch)
        }
      } catch {
        return work.withLock { $0.stop(epoch) }
      }
    }
  }

  /// Yields to others after every few files.
  ///
  /// - Throws: `CancellationError` when the current work is no longer wanted.
  func giveWay(_ epoch: Int) async throws(CancellationError) {
    steps += 1
    if steps % CorpusFeeder.filesBetweenTurns == 0 { await Task.yield() }
    if isOver(epoch) { throw CancellationError() }
  }

  nonisolated func isOver(_ epoch: Int) -> Bool { Task.isCancelled || work.withLock { $0.epoch != epoch } }

  /// Reads all files, and lets the model learn from them; what it learned before remains until that is done.
  private func build(_ epoch: Int) async throws {
    let start = environment.clock.now
    let (scope, found, recent) = work.withLock { ($0.scope, $0.found, $0.recent) }
    var files = knownFar(scope)
    let isFar = files.roots.all.contains { !$0.isFurther && files.far[$0.path] != nil }
    let maximumTokens = scope.prediction.inRange.maximumTokens / (isFar ? CorpusFeeder.shareOfFar : 1)
    var building = model.makeBuilding(maximumTokens: maximumTokens, isLearned: scope.isLearned)
    let (plan, far, wantedFar) = plan(scope, found, &files)
    let openReader = CorpusTextReader(settings: scope.workspace(isFurther: false))
    let furtherReader = CorpusTextReader(settings: scope.workspace(isFurther: true))
    var (refused, isFull) = (0, false)
    for number in plan.order(near: recent.map(files.roots.spelled)) {
      try await giveWay(epoch)
      let isFurther = plan.isFurther(number)
      let reader = isFurther ? furtherReader : openReader
      guard !reader.isFull, refused < CorpusFeeder.maximumRefused else {
        files.noteCut(isFurther: isFurther)
        break
      }
      if isFurther { building.beginFurtherFiles() }
      let path = plan.path(number)
      switch reader.read(files.roots.place(of: path)) {
      case .text(let text):
        let isLearned = building.add(text, path: path)
        if isLearned {
          files.files[path] = KnownFiles.File(stamp: reader.stamp, isLearned: true)
        } else {
          refused += 1
          isFull = isFull || !isFurther
          files.noteCut(isFurther: isFurther)
        }
      case .skipped: files.files[path] = KnownFiles.File(stamp: reader.stamp, isLearned: false)
      case .unreadable: files.files[path] = KnownFiles.File(stamp: plan.stamp(number), isLearned: false)
      }
    }
    for (source, changed) in far {
      // The old version of a file counts as long as the new one has not been read.
      let read = changed.filter { files.files["\(source.root)/\($0)"] != nil }
      var source = source
      source.changed += read
      building.add(source)
      files.gone.formUnion(source.changed.map { "\(source.root)/\($0)" })
    }
    let isCut = files.isCut
    // What an open folder has beyond the limit is learned from its far text.
    let open = isFull ? files.roots.all.filter { !$0.isFurther && files.far[$0.path] == nil }.map(\.path) : []
    let present = Set(files.far.keys)
    guard let installing = building.build(isCancelled: { isOver(epoch) }) else { throw CancellationError() }
    try install(installing, epoch) { work in
      // What was known before is freed outside the lock, as that takes a while.
      known.withLock { swap(&$0, &files) }
      let now = environment.clock.now
      work.didBuild(taken: now - start, now: now, isCut: isCut, isOpenFull: isFull)
      if hasFar(scope) {
        // A text with less than is in memory would be of no use.
        let limits = scope.prediction.inRange
        work.wantFar(
          limits.maximumFarTokens > limits.maximumTokens ? wantedFar.union(open) : wantedFar, present: present)
      }
    }
  }

  /// Installs a corpus, unless its epoch has ended.
  ///
  /// - Parameters:
  ///   - installing: Installs it in the model.
  ///   - note: Notes it in the work.
  /// - Throws: `CancellationError` when the epoch has ended.
  func install(
    _ installing: () -> Void, _ epoch: Int, _ note: (inout CorpusWork) -> Void = { _ in }
  ) throws(CancellationError) {
    let isTaken = work.withLock { work in
      guard work.epoch == epoch else { return false }
      // Under the lock, so that it is not installed after a change that forgets it.
      installing()
      note(&work)
      return true
    }
    guard isTaken else { throw CancellationError() }
    model.settle()
  }

  /// Reads all files anew as soon as that is due, if one of these documents was left out, although it could be read.
  private func check(_ documents: Set<String>) {
    let (scope, known) = (work.withLock(\.scope), known.withLock { $0 })
    guard known.isCut || known.isOpenCut else { return }
    let budget = IgnoreBudget(steps: FileWalker.maximumAskedSteps)
    let roots = CorpusRoots(scope.folders, home: environment.home)
    let isLeftOut = documents.contains { document in
      let path = roots.spelled(document)
      guard known.files[path] == nil, let (root, inner) = roots.split(path) else { return false }
      if root.isFurther && known.file(path) != nil { return false }
      // Where the open folders alone are over a limit, nothing of a further one ever fits.
      guard root.isFurther ? known.isCut && !known.isOpenCut : known.isOpenCut else { return false }
      let selection = scope.workspace(isFurther: root.isFurther).selection
      return FileWalker.place(of: inner, root: root.place, selection: selection, budget: budget) == .file
    }
    if isLeftOut { work.withLock { $0.wantBuild() } }
  }

  /// Finds the roots and their far texts.
  func knownFar(_ scope: CorpusScope) -> KnownFiles {
    var files = KnownFiles()
    files.roots = CorpusRoots(scope.folders, home: environment.home)
    for root in files.roots.all { files.far[root.path] = farText(of: root, scope) }
    return files
  }

  /// Lists the files that the roots have found, and the far texts that have the others.
  ///
  /// - Returns: The plan; the far texts, with their files that have changed; the folders whose far texts are to be made.
  func plan(
    _ scope: CorpusScope, _ found: [String: FoundFiles], _ files: inout KnownFiles
  ) -> (plan: CorpusPlan, far: [(source: FarSource, changed: [String])], wanted: Set<String>) {
    var plan = CorpusPlan()
    var far: [(source: FarSource, changed: [String])] = []
    var wanted: Set<String> = []
    for root in files.roots.all {
      let (text, list) = (files.far[root.path], found[root.path]?.words()?.files)
      let isOther = { [roots = files.roots] in roots.isOfOther($0, of: root) }
      let difference = text.flatMap { text in list.map { FarDifference(text, $0, isOther: isOther) } }
      if let text {
        let dead = difference?.dead ?? text.paths.filter(isOther)
        far.append((scope.source(text, of: root, changed: dead), difference?.changed ?? []))
        if text.isCut { files.noteCut(isFurther: root.isFurther) }
      }
      for (number, file) in (list ?? []).enumerated() {
        let isNews = difference?.isNew[number] ?? false
        // The files of further folders are read for their far text, or as they are not in it yet.
        guard !root.isFurther || isNews else { continue }
        plan.append(file.path, root: root.path, isFurther: root.isFurther, isNews: isNews, stamp: file.stamp)
      }
      if found[root.path]?.words()?.isCut == true { files.noteCut(isFurther: root.isFurther) }
      if list != nil, difference?.isStale ?? root.isFurther { wanted.insert(root.path) }
    }
    return (plan, far, wanted)
  }
}
