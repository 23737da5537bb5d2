import CatchwordCompletion
import CatchwordFiles
import CatchwordText

extension WorkspaceRoot {
  /// The number of changed files up to which the index is kept; one in `followedShare` of its files if that is more.
  private static let followedFiles = 64
  private static let followedShare = 16
  /// The same limit while it is too early to build the index anew.
  private static let mostFollowedFiles = 4096
  /// The pause after a look at all files that a notification caused, as a multiple of the time that the look took.
  private static let toldLookShare = 10

  /// The files that were looked at.
  enum Look {
    case all
    case some
    /// Some files; all are to be looked at once `nextToldLook` has come.
    case putOff
  }

  /// The changes to the files since they were read.
  private struct Changes {
    /// The paths, from the root, of files that are new or have changed.
    var read: [String] = []
    /// The numbers of files of the index that are gone.
    var gone: [Int] = []
    /// The paths of files that were read after the index was built and are gone.
    var goneChanged: [String] = []
    /// True when there may be more changes, which only a look at all files finds.
    var isPartial = false

    var count: Int { read.count + gone.count + goneChanged.count }
  }

  /// Finds the files that have changed, and reads them.
  ///
  /// - Parameter paths: The absolute paths of files that may have changed; nil for all files.
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
      // A build creates and removes files and folders all the time.
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

  /// Reads the files that have changed, or all files anew when many have.
  private func read(_ changes: Changes, root: String, _ index: WorkspaceIndex, _ words: WorkspaceWords) {
    guard changes.count > 0 else { return }
    let followed = max(WorkspaceRoot.followedFiles, index.header.fileCount / WorkspaceRoot.followedShare)
    let count = changes.count + words.changedFiles
    if count > followed && environment.clock.now >= nextReading { return readAll(root) }
    // When a build writes many files, the current words remain until the next reading is due.
    guard count <= max(followed, WorkspaceRoot.mostFollowedFiles) else { return }
    apply(changes, root: root)
  }

  private func apply(_ changes: Changes, root: String) {
    guard var words else { return }
    // The published value keeps its own copy.
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

  /// Looks for changes among some files.
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
      // The files of a new folder are not named one by one; and a look at all files keeps the verdicts of rules.
      case .folder, nil: changes.isPartial = true
      case .nothing, .leftOut:
        if words.stamp(ofChanged: path) != nil {
          changes.goneChanged.append(path)
        } else if let number, !words.isGone(number) {
          changes.gone.append(number)
        } else if place == .nothing {
          // Nor are the files of a folder that is gone.
          changes.isPartial = true
        }
      }
    }
    return changes
  }

  /// Looks for changes among all files; nil when cancelled.
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
    // When the root is over a limit, files that were left out stay out.
    guard let number else { return !index.header.isCut }
    return words.isGone(number) || index.file(number)?.stamp != stamp
  }
}
