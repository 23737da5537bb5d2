import CatchwordCompletion
import CatchwordFiles
import CatchwordText

extension WorkspaceRoot {
  /// The `FollowingLimit` while it is too early to build the index anew.
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
    /// The paths, from the root, of files that are not as the listener has them.
    var told: [String] = []
    /// The absolute paths of files that the listener has and that are gone.
    var goneTold: [String] = []
    /// True when there may be more changes, which only a look at all files finds.
    var isPartial = false

    /// The number of changes to the words.
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
      forgetFiles()
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
    tellGone(changes.goneTold)
    var told = changes.told
    if !told.isEmpty, environment.listener?.accepts(told.count) != true { told = [] }
    let count = changes.count + words.changedFiles
    let followed = FollowingLimit.files(of: index.header.fileCount)
    let isDue = environment.clock.now >= nextReading
    if changes.count > 0, count > followed, isDue { readAll(root) }
    // When a build writes many files, the current words remain until the next reading is due.
    let isFollowed = count <= (isDue ? followed : max(followed, WorkspaceRoot.mostFollowedFiles))
    let own = isFollowed ? changes : Changes()
    if own.count > 0 || !told.isEmpty { apply(own, told: told, root: root) }
  }

  /// Reads files, each once, for the words and for the listener.
  private func apply(_ changes: Changes, told: [String], root: String) {
    guard var words else { return }
    // The published value keeps its own copy.
    self.words = nil
    let reader = FileWordReader(settings: settings, seed: .random(in: .min ... .max))
    let (own, told) = (Set(changes.read), Set(told))
    var news = FileNews(listener: environment.listener)
    for number in changes.gone { words.remove(number) }
    for path in changes.goneChanged { words.removeChanged(path) }
    for path in changes.read + told.subtracting(own).sorted() {
      let place = "\(root)/\(path)"
      let language = Language.id(forPath: path)
      let outcome = reader.read(place, languageID: language)
      let stamp = if case .unreadable = outcome { environment.stamp(place) } else { Optional(reader.stamp) }
      if told.contains(path) {
        news.append(FileChange(path: "\(self.path)/\(path)", stamp: stamp, text: reader.text))
      }
      // Learning takes long, and the words that have been read need not wait for it.
      defer {
        if news.isFull {
          self.words = words
          if changes.count > 0 { publish() }
          self.words = nil
          news.tell()
        }
      }
      guard own.contains(path) else { continue }
      if let number = numbers.number(of: path) { words.remove(number) }
      guard let stamp else {
        words.removeChanged(path)
        continue
      }
      if case .words(let text) = outcome {
        words.add(path, stamp, languageID: language, words: reader.table, text: text)
      } else {
        words.add(path, stamp, languageID: language, words: nil, text: nil)
      }
    }
    self.words = words
    if changes.count > 0 { publish() }
    news.tell()
  }

  /// Tells the listener that files are gone.
  private func tellGone(_ paths: [String]) {
    guard !paths.isEmpty else { return }
    environment.listener?.take(paths.map { FileChange(path: $0, stamp: nil, text: nil) })
  }

  /// Tells the listener that all files are gone.
  func forgetFiles() { tellGone(environment.listener?.paths(in: place) ?? []) }

  // MARK: Looking

  /// Looks for changes among some files.
  private func changes(
    among paths: Set<String>, root: String, _ index: WorkspaceIndex, _ words: WorkspaceWords
  ) -> Changes {
    var changes = Changes()
    let budget = IgnoreBudget(steps: FileWalker.maximumAskedSteps)
    for path in paths.sorted() {
      let inner = String(path.dropFirst(self.path.count + 1))
      let number = numbers.number(of: inner)
      let place = FileWalker.place(of: inner, root: root, selection: settings.selection, budget: budget)
      switch place {
      case .file: look(at: inner, number, isReported: true, root: root, index, words, &changes)
      // The files of a new folder are not named one by one; and a look at all files keeps the verdicts of rules.
      case .folder, nil: changes.isPartial = true
      case .nothing, .leftOut:
        let isTold = !self.place.isOfOther(path) && environment.listener?.wants(path, stamp: nil, isNews: true) == true
        if isTold { changes.goneTold.append(path) }
        if words.stamp(ofChanged: inner) != nil {
          changes.goneChanged.append(inner)
        } else if let number, !words.isGone(number) {
          changes.gone.append(number)
        } else if place == .nothing, !isTold {
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
    var untold = Set(environment.listener?.paths(in: place) ?? [])
    while let inner = walker.next() {
      if Task.isCancelled { return nil }
      let number = numbers.number(of: inner)
      if let number { seen[number] = true }
      unseen.remove(inner)
      if !untold.isEmpty { untold.remove("\(path)/\(inner)") }
      look(at: inner, number, root: root, index, words, &changes)
    }
    report(walker.leftOut)
    changes.gone = seen.indices.filter { !seen[$0] && !words.isGone($0) }
    changes.goneChanged = unseen.sorted()
    if let listener = environment.listener {
      let gone = changes.gone.compactMap { index.file($0).map(index.path) } + changes.goneChanged
      for path in gone.map({ "\(path)/\($0)" }) where !place.isOfOther(path) {
        if listener.wants(path, stamp: nil, isNews: true) { untold.insert(path) }
      }
    }
    changes.goneTold = untold.sorted()
    return changes
  }

  /// Looks at one file, once, for the words and for the listener.
  private func look(
    at inner: String, _ number: Int?, isReported: Bool = false, root: String, _ index: WorkspaceIndex,
    _ words: WorkspaceWords, _ changes: inout Changes
  ) {
    let stamp = environment.stamp("\(root)/\(inner)")
    let hasChanged = hasChanged(inner, number, stamp, index, words)
    if hasChanged { changes.read.append(inner) }
    let isNews = hasChanged || isReported
    let path = "\(path)/\(inner)"
    if !place.isOfOther(path), environment.listener?.wants(path, stamp: stamp, isNews: isNews) == true {
      changes.told.append(inner)
    }
  }

  private func hasChanged(
    _ path: String, _ number: Int?, _ stamp: FileAccess.Stamp?, _ index: WorkspaceIndex, _ words: WorkspaceWords
  ) -> Bool {
    if let known = words.stamp(ofChanged: path) { return known != stamp }
    // When the root is over a limit, files that were left out stay out.
    guard let number else { return !index.header.isCut }
    return words.isGone(number) || index.file(number)?.stamp != stamp
  }
}

/// Changed files on their way to a listener, some at a time.
private struct FileNews {
  /// The number of files, and the bytes of their texts, that are told at once.
  private static let batchFiles = 64
  private static let batchBytes = 4 << 20

  let listener: (any FolderListener)?
  private var waiting: [FileChange] = []
  private var byteCount = 0

  init(listener: (any FolderListener)?) { self.listener = listener }

  /// True when those that wait are to be told.
  var isFull: Bool { waiting.count >= FileNews.batchFiles || byteCount >= FileNews.batchBytes }

  mutating func append(_ change: FileChange) {
    waiting.append(change)
    byteCount += change.text?.count ?? 0
  }

  mutating func tell() {
    if !waiting.isEmpty { listener?.take(waiting) }
    (waiting, byteCount) = ([], 0)
  }
}
