import CatchwordCompletion
import CatchwordFiles
import CatchwordPrediction
import CatchwordSettings
import Synchronization

/// The progress of the far text of a folder.
package struct FarProgress: Equatable, Sendable {
  package let folder: String
  package let filesDone: Int
  package let files: Int
}

/// Making far texts: those of further folders, and of open ones that are larger than what is kept in memory.
extension CorpusFeeder {
  /// The time before which a text that could not be written, or that another server writes, is not made again.
  private static var pauseAfterFailure: Duration { .seconds(600) }
  private static var pauseWhileWritten: Duration { .seconds(5) }
  /// The least time between two texts of a folder.
  private static var leastPause: Duration { .seconds(60) }

  /// True when far texts are kept.
  nonisolated func hasFar(_ scope: CorpusScope) -> Bool {
    environment.farCache != nil && scope.prediction.inRange.maximumFarTokens > 0
  }

  /// Returns the far text of a root; nil when there is none, or an open folder is in memory as a whole.
  func farText(of root: CorpusRoots.Root, _ scope: CorpusScope) -> FarText? {
    guard hasFar(scope), let text = environment.farCache?.load(FarCorpus(root, scope)) else { return nil }
    // Several open folders may be too large together only.
    let isUsed = root.isFurther || text.tokenCount > scope.prediction.inRange.maximumTokens
    return isUsed || work.withLock(\.isOpenFull) ? text : nil
  }

  /// Takes what far texts have, whether or not it is still so: the files are looked at next, which may take long.
  ///
  /// - Throws: `CancellationError`.
  func takeFar(_ epoch: Int) throws(CancellationError) {
    let scope = work.withLock(\.scope)
    var files = knownFar(scope)
    let far = plan(scope, [:], &files).far
    guard !far.isEmpty else { return }
    var building = model.makeBuilding(maximumTokens: 0, isLearned: scope.isLearned)
    for text in far { building.add(text.source) }
    guard let installing = building.build(isCancelled: { isOver(epoch) }) else { throw CancellationError() }
    try install(installing, epoch)
  }

  /// Compares the far text of a folder, which was installed before its files were known, with these.
  func compare(_ folder: String, _ epoch: Int) {
    let (scope, found) = work.withLock { ($0.scope, $0.found) }
    let (roots, text) = known.withLock { ($0.roots, $0.far[folder]) }
    guard hasFar(scope), let root = roots.all.first(where: { $0.path == folder }),
      let files = found[folder]?.words()?.files
    else { return }
    let difference = text.map { text in FarDifference(text, files) { roots.isOfOther($0, of: root) } }
    work.withLock { work in
      guard work.epoch == epoch else { return }
      work.didCompare(
        folder, isMissing: text == nil, isStale: difference?.isStale ?? true, hasNews: (difference?.count ?? 0) > 0)
    }
  }

  /// Makes the far text of a folder, unless another server is making it.
  ///
  /// - Throws: `CancellationError`.
  func makeFar(_ folder: String, _ epoch: Int) async throws {
    let start = environment.clock.now
    let (scope, found) = work.withLock { ($0.scope, $0.found) }
    let roots = CorpusRoots(scope.folders, home: environment.home)
    var (isWritten, pause) = (false, CorpusFeeder.pauseAfterFailure)
    defer {
      farProgress.withLock { $0 = nil }
      let now = environment.clock.now
      if isWritten { pause = max(CorpusFeeder.leastPause, (now - start) * CorpusWork.share) }
      work.withLock { work in
        if work.epoch == epoch { work.didMakeFar(folder, isWritten: isWritten, now: now, pause: pause) }
      }
    }
    guard let cache = environment.farCache, let root = roots.all.first(where: { $0.path == folder }),
      let files = found[folder]?.words()?.files
    else { return }
    let corpus = FarCorpus(root, scope).banning(environment.bannedWords())
    do {
      guard var maker = try FarMaker(cache, corpus, files) else {
        pause = CorpusFeeder.pauseWhileWritten
        return
      }
      // Another server may have made it since it was found to be missing.
      let difference = cache.load(corpus).map { text in
        FarDifference(text, files) { roots.isOfOther($0, of: root) }
      }
      if difference?.isStale == false {
        isWritten = true
        return
      }
      while try maker.readNext() {
        try await giveWay(epoch)
        farProgress.withLock { $0 = FarProgress(folder: folder, filesDone: maker.filesDone, files: files.count) }
      }
      isWritten = try maker.finish()
      if !isWritten { pause = CorpusFeeder.pauseWhileWritten }
    } catch let failure as FileSystem.Failure {
      report(folder, "\(failure)")
    } catch let failure as IndexFolder.Failure {
      report(folder, failure.reason)
    }
  }

  private func report(_ folder: String, _ reason: String) {
    guard !hasReportedFarFailure, let cache = environment.farCache else { return }
    hasReportedFarFailure = true
    environment.log.report(
      .warning,
      "What is learned from \(folder) could not be kept in \(cache.files.path): \(reason). Until it can, it is not learned "
        + "from.")
  }
}
