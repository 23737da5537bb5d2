package import CatchwordCompletion
import CatchwordFiles
import CatchwordMatching
package import CatchwordSettings
import CatchwordShared
import CatchwordText

/// A folder whose words are published again and again, from a working tree of git: what is kept of it in the cache tells which
/// words have changed since, without all files being read. All methods block.
package struct PublishedFolder {
  /// The reason for which all files are to be read, in words that follow a colon.
  package struct NeedsAll: Error, CustomStringConvertible {
    package let description: String

    static let others = NeedsAll(description: "others are published, or too little is known of those that are")
  }

  /// The words that have changed.
  package struct Changes {
    let changes: WordChanges
    /// What is to be kept once they are published.
    fileprivate let kept: PublishedWords
    /// The hash of the words before.
    let source: UInt64
    /// The number of words that have changed.
    package var count: Int { changes.all.count }
  }

  /// The maximum number of files that are read as changed.
  private static let maximumFiles = 2000
  /// The number by which the index is told from that of the source `workspace`, and that by which the rest is.
  private let (variant, keptVariant): (UInt64, UInt64)

  let root: String
  let settings: WorkspaceSettings
  let cache: WorkspaceCache
  private let choice: WordChoice
  private let identity: UInt64

  /// Takes a folder.
  ///
  /// - Parameters:
  ///   - settings: The settings for the folder.
  ///   - filter: The filter for words that may be published.
  ///   - version: The version of the program: another one may choose other words.
  ///   - target: What tells the places apart where they are published.
  ///   - home: The user's home folder, which is too large.
  /// - Throws: `SharedPublisher.Failure.unreadable`.
  package init(
    _ folder: String, settings: EffectiveSettings, filter: WordFilter, minimumFiles: Int, version: String,
    target: String, cacheFolder: String, home: String?
  ) throws(SharedPublisher.Failure) {
    do { root = try WorkspaceIndexer.checkedRoot(folder, home: home) } catch { throw .unreadable("\(error)") }
    self.settings = WorkspaceSettings(settings).bounded
    variant = StableHash.of(target.utf8) << 1 | 1
    keptVariant = variant &+ 1
    cache = WorkspaceCache(folder: "\(cacheFolder)/workspace", variant: variant)
    choice = WordChoice(filter: filter, minimumFiles: minimumFiles)
    identity = IndexFolder.identity(
      root: root, settings: "\(version) \(minimumFiles) \(filter.identity)\n\(self.settings.identity)")
  }

  // MARK: What has changed

  /// Returns the words that have changed since they were published from here.
  ///
  /// - Throws: `NeedsAll`.
  package func changes() throws(NeedsAll) -> Changes {
    // Git does not name what it ignores.
    guard settings.respectsIgnoreFiles, !IgnoreScope(folder: root).isIgnored else {
      throw NeedsAll(description: "files are read that git ignores")
    }
    let tree: GitTree
    do { tree = try GitTree(root) } catch { throw NeedsAll(description: "\(error)") }
    guard let kept = PublishedWords(of: root, in: cache.files, variant: keptVariant),
      kept.settings == identity ^ tree.rules,
      let index = cache.load(root: root, settings: settings), index.digest == kept.index
    else {
      throw NeedsAll(description: "no commit was published from here before with these settings and this program")
    }
    let paths: Set<[UInt8]>?
    do { paths = try tree.changes(since: kept.commit) } catch { throw NeedsAll(description: "\(error)") }
    guard let paths else { throw NeedsAll(description: "a .gitignore has changed") }
    guard paths.count <= PublishedFolder.maximumFiles else {
      throw NeedsAll(description: "\(paths.count) files have changed since \(kept.commit)")
    }
    var counts = FileCounts(index)
    try read(paths, index, &counts)
    return try changes(kept, counts)
  }

  /// Counts the files that have changed otherwise.
  private func read(_ paths: Set<[UInt8]>, _ index: WorkspaceIndex, _ counts: inout FileCounts) throws(NeedsAll) {
    let numbers = FileNumbers(index)
    let reader = FileWordReader(settings: settings, seed: .random(in: .min ... .max))
    let budget = IgnoreBudget(steps: FileWalker.maximumAskedSteps)
    for path in paths.lazy.map({ String(decoding: $0, as: UTF8.self) }) {
      if let number = numbers.number(of: path) { counts.remove(number) }
      switch FileWalker.place(of: path, root: root, selection: settings.selection, budget: budget) {
      case .nothing, .leftOut: continue
      case .folder where path.utf8.last != UInt8(ascii: "/"): continue
      case .folder: throw NeedsAll(description: "\(path) is a folder of another repository")
      case nil: throw NeedsAll(description: "the rules of .gitignore are too many to ask them about each file")
      case .file:
        let language = Language.id(forPath: path)
        guard case .words(let text) = reader.read("\(root)/\(path)", languageID: language) else { continue }
        counts.add(reader.table, text)
      }
      guard !counts.isTooMuch else { throw NeedsAll(description: "too many words have changed") }
    }
    // What is beyond them is left out of a reading of all.
    guard index.header.fileCount + paths.count <= settings.maximumFiles,
      index.header.readBytes + reader.byteCount <= settings.maximumTotalBytes,
      index.header.wordCount + counts.newWords <= settings.maximumWords
    else { throw NeedsAll(description: "it may be larger than the limits of \"workspace\" allow") }
  }

  private func changes(_ kept: PublishedWords, _ counts: FileCounts) throws(NeedsAll) -> Changes {
    var counts = counts
    for word in kept.files.keys { counts.note(word) }
    guard !counts.isTooMuch else { throw NeedsAll(description: "too many words have changed") }
    var new = kept
    new.files = counts.others
    var changes: [WordChanges.Change] = []
    for word in Set(kept.files.keys).union(new.files.keys) {
      let text = String(decoding: word, as: UTF8.self)
      let old = choice.weight(of: text, files: kept.files[word] ?? counts.files(of: word))
      let now = choice.weight(of: text, files: new.files[word] ?? counts.files(of: word))
      if old != now { changes.append(WordChanges.Change(text, from: old, to: now)) }
    }
    let words = WordChanges(changes) { [choice, counts] least, isWanted in
      var words: [SharedWord] = []
      counts.forEachWord(inFiles: choice.files(for: least)) { text, files in
        // Whether it may be published takes longest to tell.
        guard isWanted(SharedWord(text, weight: ListWeight.code(Double(files)))) else { return }
        if let weight = choice.weight(of: text, files: files) { words.append(SharedWord(text, weight: weight)) }
      }
      return words
    }
    new.source = words.source(after: kept.source)
    return Changes(changes: words, kept: new, source: kept.source)
  }

  // MARK: Keeping

  /// The working tree whose files are those of its commit, for `keep`; nil when there is none.
  package struct Clean: Equatable {
    fileprivate let commit: String
    fileprivate let rules: UInt64
  }

  /// Returns the present state of the folder, for `keep`; nil when it is not that of a commit.
  package func clean() -> Clean? {
    guard let tree = try? GitTree(root), (try? tree.isClean()) == true else { return nil }
    return Clean(commit: tree.commit, rules: tree.rules)
  }

  /// Drops what is kept, before the index is made anew.
  package func forget() { PublishedWords.remove(of: root, in: cache.files, variant: keptVariant) }

  /// Keeps what is necessary to know later which words have changed.
  ///
  /// - Parameters:
  ///   - source: The hash of the words that are published.
  ///   - state: What `clean` has returned before they were read.
  /// - Returns: The reason for which all files are read the next time, too; nil when they are not.
  package func keep(_ source: UInt64, _ state: Clean?) -> String? {
    guard let state, clean() == state else { return "the files are not those of a commit of git" }
    guard let index = cache.load(root: root, settings: settings) else { return "the cache cannot be written" }
    guard !index.header.isCut else { return "it is larger than the limits of \"workspace\" allow" }
    let words = PublishedWords(
      commit: state.commit, settings: identity ^ state.rules, index: index.digest, source: source)
    return keep(words)
  }

  /// Keeps what has been published.
  ///
  /// - Returns: As the other method.
  package func keep(_ changes: Changes) -> String? { keep(changes.kept) }

  private func keep(_ words: PublishedWords) -> String? {
    do {
      try words.write(of: root, in: cache.files, variant: keptVariant)
      return nil
    } catch {
      return "the cache cannot be written"
    }
  }
}

/// Which words are published, and with which weights.
struct WordChoice {
  let filter: WordFilter
  let minimumFiles: Int

  /// Returns the weight of a word of a folder; nil when it is not published.
  func weight(of word: String, files: Int) -> UInt8? {
    guard files >= minimumFiles, filter.allows(word), SharedWord.isPossible(word) else { return nil }
    return ListWeight.code(Double(files))
  }

  /// Returns the minimum number of files that have a word of a weight.
  func files(for weight: UInt8) -> Int { max(minimumFiles, Int(ListWeight.weight(weight).rounded(.up))) }
}
