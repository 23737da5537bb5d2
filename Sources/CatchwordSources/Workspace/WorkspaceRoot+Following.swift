import CatchwordCompletion
import CatchwordFiles
import CatchwordText

extension WorkspaceRoot {
  /// Up to so many files are followed without making the index anew, or one in `followedShare` if that is more.
  private static let followedFiles = 64
  private static let followedShare = 16
  /// Until the index may be made anew, up to so many.
  private static let mostFollowedFiles = 4096
  /// At most one part in so many of the time goes into looking at all files for what is said about some.
  private static let toldLookShare = 10

  /// Which files were looked at.
  enum Look {
    case all
    case some
    /// Some, and all are to be looked at when `nextToldLook` has come.
    case putOff
  }

  /// What has become of the files since they were read.
  private struct Changes {
    /// Files that are new, or not as they were, from the root.
    var read: [String] = []
    /// Files of the index that are not there any more.
    var gone: [Int] = []
    /// Files that were read after the index was made, and are not there any more.
    var goneChanged: [String] = []
    /// True when there may be more, which only a look at all files finds.
    var isPartial = false

    var count: Int { read.count + gone.count + goneChanged.count }
  }

  /// Looks which files have changed, and reads those.
  ///
  /// - Parameter paths: Those that may have, by absolute path; nil for all.
  func follow(_ paths: Set<String>?) -> Look {
    guard let index, let words else { return .all }
    let root: String
    do throws(WorkspaceIndexer.Failure) {
      root = try WorkspaceIndexer.checkedRoot(path, home: environment.home)
    } catch {
      fail("\(error)")
      return .all
    }
    if let paths {
      let changes = changes(among: paths, root: root, index, words)
      // A build makes files and folders, and removes them, all the time.
      if !changes.isPartial || environment.clock.now < nextToldLook {
        read(changes, root: root, index, words)
        return changes.isPartial ? .putOff : .some
      }
    }
    let start = environment.clock.now
    let found = changes(root: root, index, words)
    let now = environment.clock.now
    nextToldLook = now + (now - start) * WorkspaceRoot.toldLookShare
    if let found { read(found, root: root, index, words) }
    return .all
  }

  /// Reads what has changed, or all anew where that is much.
  private func read(_ changes: Changes, root: String, _ index: WorkspaceIndex, _ words: WorkspaceWords) {
    guard changes.count > 0 else { return }
    let followed = max(WorkspaceRoot.followedFiles, index.header.fileCount / WorkspaceRoot.followedShare)
    let count = changes.count + words.changedFiles
    if count > followed && environment.clock.now >= nextReading { return readAll(root) }
    // Where a build writes file after file, what there is has to do until it is time again.
    guard count <= max(followed, WorkspaceRoot.mostFollowedFiles) else { return }
    apply(changes, root: root)
  }

  private func apply(_ changes: Changes, root: String) {
    guard var words else { return }
    // What is published keeps its own.
    self.words = nil
    let reader = FileWordReader(settings: settings, seed: .random(in: .min ... .max))
    for number in changes.gone { words.remove(number) }
    for path in changes.goneChanged { words.removeChanged(path) }
    for path in changes.read {
      if let number = numbers.number(of: path) { words.remove(number) }
      let language = Language.id(forPath: path)
      switch reader.read("\(root)/\(path)", languageID: language) {
      case .words(let text):
        words.add(path, reader.stamp, languageID: language, words: reader.table, text: text)
      case .skipped:
        words.add(path, reader.stamp, languageID: language, words: nil, text: nil)
      case .unreadable:
        guard let stamp = environment.stamp("\(root)/\(path)") else {
          words.removeChanged(path)
          continue
        }
        words.add(path, stamp, languageID: language, words: nil, text: nil)
      }
    }
    self.words = words
    publish()
  }

  /// Looks at some files.
  private func changes(
    among paths: Set<String>, root: String, _ index: WorkspaceIndex, _ words: WorkspaceWords
  ) -> Changes {
    var changes = Changes()
    let budget = IgnoreBudget(steps: FileWalker.maximumAskedSteps)
    for path in paths.sorted() {
      let path = String(path.dropFirst(self.path.count + 1))
      let number = numbers.number(of: path)
      let place = FileWalker.place(of: path, root: root, selection: settings.selection, budget: budget)
      switch place {
      case .file: if hasChanged(path, number, root: root, index, words) { changes.read.append(path) }
      // What is in a folder that has come is not said one by one; and a look at all remembers what rules have said.
      case .folder, nil: changes.isPartial = true
      case .nothing, .leftOut:
        if words.stamp(ofChanged: path) != nil {
          changes.goneChanged.append(path)
        } else if let number, !words.isGone(number) {
          changes.gone.append(number)
        } else if place == .nothing {
          // Nor is what was in a folder that has gone.
          changes.isPartial = true
        }
      }
    }
    return changes
  }

  /// Looks at all files; nil when that was cancelled.
  private func changes(root: String, _ index: WorkspaceIndex, _ words: WorkspaceWords) -> Changes? {
    var changes = Changes()
    var walker = FileWalker(root: root, selection: settings.selection, memory: memory)
    var seen = ContiguousArray(repeating: false, count: index.header.fileCount)
    var unseen = Set(words.changedPaths)
    while let path = walker.next() {
      if Task.isCancelled { return nil }
      let number = numbers.number(of: path)
      if let number { seen[number] = true }
      unseen.remove(path)
      if hasChanged(path, number, root: root, index, words) { changes.read.append(path) }
    }
    report(walker.leftOut)
    changes.gone = seen.indices.filter { !seen[$0] && !words.isGone($0) }
    changes.goneChanged = unseen.sorted()
    return changes
  }

  private func hasChanged(
    _ path: String, _ number: Int?, root: String, _ index: WorkspaceIndex, _ words: WorkspaceWords
  ) -> Bool {
    let stamp = environment.stamp("\(root)/\(path)")
    if let known = words.stamp(ofChanged: path) { return known != stamp }
    // Of a root that is too large, what did not fit stays out.
    guard let number else { return !index.header.isCut }
    return words.isGone(number) || index.file(number)?.stamp != stamp
  }
}
