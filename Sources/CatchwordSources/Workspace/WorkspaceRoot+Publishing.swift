import CatchwordCompletion
import CatchwordFiles
import CatchwordMatching
import Synchronization

/// What lookups see of a root.
extension WorkspaceRoot {
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

  func adopt(_ index: WorkspaceIndex, root: String, isKept: Bool = true) {
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

  func reportCacheFailure(_ failure: String) {
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
}
