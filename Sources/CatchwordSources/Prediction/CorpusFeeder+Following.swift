import CatchwordCompletion
import CatchwordFiles

extension CorpusFeeder {
  /// The number of changed files that are followed without reading all anew; one in `followedShare` if that is more.
  private static var followedFiles: Int { 64 }
  private static var followedShare: Int { 16 }
  /// The number of files after which, and the bytes of texts after which, a batch for the model ends.
  private static var batchFiles: Int { 64 }
  private static var batchBytes: Int { 4 << 20 }

  /// The changes to the files.
  private struct Changes {
    /// The paths of files that are new or have changed.
    var read: [String] = []
    /// The paths of files that are gone, or are no longer to be read.
    var gone: [String] = []
  }

  /// Finds the files that have changed, and lets the model learn from them.
  ///
  /// - Parameters:
  ///   - paths: The paths of files that may have changed; nil for all files.
  ///   - opened: The files of documents that were opened.
  func look(_ paths: Set<String>?, opened: Set<String>, _ epoch: Int) async throws {
    let start = environment.clock.now
    let scope = withWork { $0.scope }
    if known.isCut && isLeftOut(opened, scope) { withWork { $0.wantBuild() } }
    if let paths, let changes = try await changes(among: paths, scope, epoch) {
      return try await apply(changes, scope, epoch)
    }
    try await apply(try await changes(scope, epoch), scope, epoch)
    let now = environment.clock.now
    withWork { $0.didLook(taken: now - start, now: now) }
  }

  private func apply(_ changes: Changes, _ scope: CorpusScope, _ epoch: Int) async throws {
    var isEnough = true
    let gone = changes.gone.filter { known.files.removeValue(forKey: $0)?.isLearned == true }
    if !gone.isEmpty { isEnough = try update(gone.map { ($0, nil) }, epoch) }
    let followed = max(CorpusFeeder.followedFiles, known.files.count / CorpusFeeder.followedShare)
    if !isEnough || changes.read.count > followed { withWork { $0.wantBuild() } }
    let reader = CorpusTextReader(settings: scope.workspace.bounded)
    var unread = changes.read[...]
    // Files that are read anew soon are not updated before: the model is slower with many changes.
    while !unread.isEmpty && !withWork({ $0.needsBuild }) {
      let batch = try await read(&unread, reader, epoch)
      if !batch.isEmpty, try !update(batch, epoch) { withWork { $0.wantBuild() } }
    }
  }

  /// Reads one batch of files for the model.
  private func read(
    _ paths: inout ArraySlice<String>, _ reader: CorpusTextReader, _ epoch: Int
  ) async throws -> [(path: String, text: ContiguousArray<UInt8>?)] {
    var batch: [(path: String, text: ContiguousArray<UInt8>?)] = []
    let end = reader.byteCount + CorpusFeeder.batchBytes
    while batch.count < CorpusFeeder.batchFiles, reader.byteCount < end, let path = paths.popFirst() {
      try await giveWay(epoch)
      let wasLearned = known.files[path]?.isLearned == true
      let place = known.roots.place(of: path)
      switch reader.read(place) {
      case .text(let text):
        batch.append((path, text))
        known.files[path] = KnownFiles.File(stamp: reader.stamp, isLearned: true)
      case .skipped:
        if wasLearned { batch.append((path, nil)) }
        known.files[path] = KnownFiles.File(stamp: reader.stamp, isLearned: false)
      case .unreadable:
        if wasLearned { batch.append((path, nil)) }
        known.files[path] = environment.stamp(place).map { KnownFiles.File(stamp: $0, isLearned: false) }
      }
    }
    return batch
  }

  /// Gives texts to the model, unless the epoch has ended; returns false when the corpus should be built anew.
  private func update(_ files: [(path: String, text: ContiguousArray<UInt8>?)], _ epoch: Int) throws -> Bool {
    // Reading and learning take long, so they run outside the lock, which a receive loop takes at each edit.
    let files = model.read(files)
    let isWanted = withWork { work in
      guard work.epoch == epoch else { return false }
      model.note(files)
      return true
    }
    guard isWanted else { throw CancellationError() }
    return model.settle()
  }

  // MARK: Looking

  /// Looks for changes among some files; nil when all files must be looked at.
  private func changes(among paths: Set<String>, _ scope: CorpusScope, _ epoch: Int) async throws -> Changes? {
    var changes = Changes()
    let settings = scope.workspace.bounded
    let budget = IgnoreBudget(steps: FileWalker.maximumAskedSteps)
    for path in paths.sorted() {
      try await giveWay(epoch)
      guard let (root, inner) = known.roots.split(path) else { continue }
      let place = "\(root.place)/\(inner)"
      let isKnown = known.files[path] != nil
      switch FileWalker.place(of: inner, root: root.place, selection: settings.selection, budget: budget) {
      case .file: if hasChanged(path, place) { changes.read.append(path) }
      // The files of a folder that is new or gone are not named one by one.
      case .folder, nil: return nil
      case .nothing where isKnown, .leftOut where isKnown: changes.gone.append(path)
      case .nothing: return nil
      case .leftOut: break
      }
    }
    return changes
  }

  /// Looks for changes among all files.
  private func changes(_ scope: CorpusScope, _ epoch: Int) async throws -> Changes {
    var changes = Changes()
    var unseen = Set(known.files.keys)
    // A root may be new or gone.
    known.roots = CorpusRoots(scope.folders, home: environment.home)
    for root in known.roots.all {
      var walker = FileWalker(
        root: root.place, selection: scope.workspace.bounded.selection, memory: known.memory(of: root.place))
      while let inner = walker.next() {
        try await giveWay(epoch)
        let path = "\(root.path)/\(inner)"
        unseen.remove(path)
        if hasChanged(path, "\(root.place)/\(inner)") { changes.read.append(path) }
      }
    }
    changes.gone = unseen.sorted()
    return changes
  }

  private func hasChanged(_ path: String, _ place: String) -> Bool {
    // When the folders are over a limit, files that were left out stay out.
    guard let stamp = known.files[path]?.stamp else { return !known.isCut }
    return stamp != environment.stamp(place)
  }

  /// True when a file of one of these documents was left out, although it could have been read.
  private func isLeftOut(_ documents: Set<String>, _ scope: CorpusScope) -> Bool {
    let budget = IgnoreBudget(steps: FileWalker.maximumAskedSteps)
    return documents.contains { document in
      let path = known.roots.spelled(document)
      guard known.files[path] == nil, let (root, inner) = known.roots.split(path) else { return false }
      return FileWalker.place(of: inner, root: root.place, selection: scope.workspace.bounded.selection, budget: budget)
        == .file
    }
  }
}
