import CatchwordFiles
import Synchronization

/// Learning from files that change, as the roots of the workspace find and read them.
extension CorpusFeeder: FolderListener {
  nonisolated var isFollowing: Bool { work.withLock(\.isFollowing) }

  nonisolated func wants(_ path: String, stamp: FileAccess.Stamp?, isNews: Bool) -> Bool {
    let isWanted = work.withLock { work in
      if isNews { work.note(missed: path) }
      // Files that are read anew soon are not taken before: the model is slower with many changes. What is gone is.
      return work.isFollowing && (stamp == nil || !work.needsBuild)
    }
    guard isWanted else { return false }
    return known.withLock { known in
      if let old = known.file(path)?.stamp { return old != stamp }
      // When the folders are over a limit, files that were left out stay out.
      guard stamp != nil, let (root, inner) = known.roots.split(path), known.hasRoom(for: root) else { return false }
      return !known.roots.isOfOther(inner, of: root)
    }
  }

  nonisolated func accepts(_ count: Int) -> Bool {
    if count <= FollowingLimit.files(of: known.withLock(\.count)) { return true }
    readAnew()
    return false
  }

  private nonisolated func readAnew() {
    work.withLock { $0.wantBuild() }
    wake()
  }

  nonisolated func paths(in root: WorkspaceRoot.Place) -> [String] {
    guard isFollowing else { return [] }
    return known.withLock { known in known.files.keys.filter(root.contains) }
  }

  nonisolated func didReadAll(in folder: String) { work.withLock { $0.note(missedIn: folder) } }

  nonisolated func didLook(at files: FoundFiles) {
    if work.withLock({ $0.note(found: files) }) { wake() }
  }

  nonisolated func takeMissed(in root: WorkspaceRoot.Place) -> Set<String>? {
    work.withLock { $0.takeMissed(in: root) }
  }

  nonisolated func take(_ changes: [FileChange]) {
    let (epoch, needsBuild) = work.withLock { ($0.isFollowing ? $0.epoch : nil, $0.needsBuild) }
    guard let epoch else { return }
    // A model that has had enough would forget the old texts, and not learn the new ones.
    let changes = needsBuild ? changes.filter { $0.stamp == nil } : changes
    // A file that the model was not given is not taken back.
    let learned = known.withLock { known in
      changes.filter { $0.text != nil || known.file($0.path)?.isLearned == true }
    }
    var isEnough = true
    if !learned.isEmpty {
      // Reading and learning take long, so they run outside the lock, which a receive loop takes at each edit.
      let noting = model.read(learned.map { ($0.path, $0.text) })
      let isWanted = work.withLock { work in
        guard work.epoch == epoch else { return false }
        noting()
        return true
      }
      guard isWanted else { return }
      isEnough = model.settle()
    }
    known.withLock { known in
      for change in changes {
        known.set(change.path, to: change.stamp.map { KnownFiles.File(stamp: $0, isLearned: change.text != nil) })
      }
    }
    if !isEnough { readAnew() }
  }
}
