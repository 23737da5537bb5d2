package import CatchwordCompletion
import CatchwordFiles
import CatchwordMatching
package import CatchwordSettings
import CatchwordShared

/// Publishes the words of lists and folders, for all who read them as a source. All methods block.
///
/// What is published is the state: the words of these lists and folders, and no others. To publish the same again changes
/// nothing.
package struct SharedPublisher: Sendable {
  /// The result.
  package struct Summary: Equatable, Sendable {
    /// The number of words that are published.
    package let words: Int
    /// The number of words that were left out because they are banned or look like a key.
    package let hidden: Int
    /// The number of words that were left out because too few files have them.
    package let rare: Int
    /// The number of words that were left out because they are too long, or cannot be shown.
    package let impossible: Int
    /// The hash of the words, of `PageDigest`, when they were to be written.
    package let source: UInt64
    /// False when all of it was published already, or was not to be written.
    package let isNew: Bool
    /// The problems of lists, one sentence each.
    package let problems: [String]
  }

  /// The reason for which nothing was published.
  package enum Failure: Error, CustomStringConvertible, Sendable {
    case unreadable(String)
    case notWritten(String)

    package var description: String {
      switch self {
      case .unreadable(let reason), .notWritten(let reason): reason
      }
    }
  }

  private let choice: WordChoice
  /// The words so far; some may be there twice.
  private(set) var words: [SharedWord] = []
  /// True when there is no word to publish.
  package var isEmpty: Bool { words.isEmpty }
  /// The descriptions of some of them.
  private var descriptions: [String: String] = [:]
  private var (hidden, rare, impossible) = (0, 0, 0)
  private var problems: [String] = []

  /// Begins with no words.
  ///
  /// - Parameters:
  ///   - filter: The filter for words that may be published.
  ///   - minimumFiles: The number of files of a folder that must have a word. What is in a single file may be meant for
  ///     nobody else, and a key that no rule recognises is in one.
  package init(filter: WordFilter, minimumFiles: Int) {
    choice = WordChoice(filter: filter, minimumFiles: minimumFiles)
  }

  /// Adds the entries of a word list.
  ///
  /// - Throws: `Failure.unreadable`.
  package mutating func add(list path: String) throws(Failure) {
    let list: WordList
    do {
      list = try WordListLoader(files: .disk, cache: nil).load(path, stamp: FileSystem.stamp(of: path))
    } catch {
      throw .unreadable("\(path) cannot be published: \(error).")
    }
    problems += list.problems
    var hiddenDescriptions = 0
    if list.skippedLines > 0 {
      problems.append(
        "\(path): \(list.skippedLines == 1 ? "1 line is" : "\(list.skippedLines) lines are") too long, and left out.")
    }
    list.forEachEntry { word, weight, description in
      // An entry may be a line of settings, or an address with a password.
      if choice.filter.hidesSecrets, ProjectText.isSecret(word) {
        hidden += 1
        return
      }
      add(word, weight: weight)
      guard let description, words.last?.text == word else { return }
      if isShown(description) { descriptions[word] = description } else { hiddenDescriptions += 1 }
    }
    if hiddenDescriptions > 0 {
      problems.append(
        "\(path): \(hiddenDescriptions) descriptions have what is banned or looks like a key, and are left out.")
    }
  }

  /// Adds the words of a folder's files, as the source `workspace` reads them.
  ///
  /// - Parameters:
  ///   - settings: The settings for the folder.
  ///   - home: The user's home folder, which is too large.
  ///   - progress: Called as files are read.
  /// - Throws: `Failure.unreadable`.
  package mutating func add(
    folder: String, settings: EffectiveSettings, cacheFolder: String?, home: String?,
    progress: @escaping (WorkspaceProgress) -> Void = { _ in }
  ) throws(Failure) {
    let root: String
    do { root = try WorkspaceIndexer.checkedRoot(folder, home: home) } catch { throw .unreadable("\(error)") }
    try add(
      root, WorkspaceSettings(settings).bounded, cacheFolder.map { WorkspaceCache(folder: "\($0)/workspace") }, progress
    )
  }

  /// Adds the words of a folder of which later only the changes are to be published.
  ///
  /// - Parameter progress: Called as files are read.
  /// - Throws: `Failure.unreadable`.
  package mutating func add(
    _ folder: PublishedFolder, progress: @escaping (WorkspaceProgress) -> Void
  ) throws(Failure) {
    try add(folder.root, folder.settings, folder.cache, progress)
  }

  private mutating func add(
    _ root: String, _ settings: WorkspaceSettings, _ cache: WorkspaceCache?,
    _ progress: @escaping (WorkspaceProgress) -> Void
  ) throws(Failure) {
    let index: WorkspaceIndex?
    do {
      index = try WorkspaceIndexer.make(
        root: root, settings: settings, cache: cache, countsSecrets: false, onProgress: progress, onSegments: nil)
    } catch {
      throw .unreadable("\(error)")
    }
    guard let index else { return }
    if index.header.isCut {
      problems.append("\(root) is larger than the limits of \"workspace\" allow: a part is left out.")
    }
    let candidates = CandidateIndex(segments: index.segments)
    candidates.forEachSegmentRow { row in
      guard let fact = index.fact(ofRow: row) else { return }
      guard Int(fact.files) >= choice.minimumFiles else {
        rare += 1
        return
      }
      add(candidates[row], weight: ListWeight.code(Double(fact.files)))
    }
  }

  /// True for a description with nothing in it that is banned, or looks like a key or a password.
  private func isShown(_ description: String) -> Bool {
    if choice.filter.hidesSecrets, ProjectText.isSecret(description) { return false }
    guard choice.filter.bansWords else { return true }
    let words = description.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return (words + description.split(separator: " ")).allSatisfy { !choice.filter.isBanned(String($0)) }
  }

  private mutating func add(_ word: String, weight: UInt8) {
    guard choice.filter.allows(word) else {
      hidden += 1
      return
    }
    guard SharedWord.isPossible(word) else {
      impossible += 1
      return
    }
    words.append(SharedWord(word, weight: weight))
  }

  /// Publishes all that was added.
  ///
  /// - Parameters:
  ///   - settings: The place for published words.
  ///   - namespace: The name under which they are published.
  ///   - time: The time, in seconds since 1970.
  ///   - isWriting: False to say only what would be published.
  ///   - rate: The maximum number of bytes that are written a second; nil for no maximum.
  ///   - progress: Called with the number of parts that are written, and of those that are to be.
  /// - Throws: `Failure.notWritten`.
  package consuming func publish(
    to settings: SharedSettings, as namespace: String, time: Int, isWriting: Bool = true, rate: Int? = nil,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(Failure) -> Summary {
    let (store, name) = try SharedPublisher.place(settings, namespace)
    let source = isWriting ? PageDigest.hash(of: words, descriptions: descriptions) : 0
    let count: Int
    var isNew = false
    do {
      // To make pages of very many words takes far longer than to hash them.
      if let present = isWriting ? try store.publication(madeOf: source, as: name) : nil {
        count = present.wordCount
      } else {
        let tree = PageTree(words, descriptions: descriptions)
        count = tree.count
        if isWriting { isNew = try store.publish(tree, as: name, time: time, rate: rate, progress).isNew }
      }
    } catch {
      throw .notWritten("\(error)")
    }
    return Summary(
      words: count, hidden: hidden, rare: rare, impossible: impossible, source: source, isNew: isNew, problems: problems
    )
  }

  /// Publishes words that have changed.
  ///
  /// - Parameters:
  ///   - settings: The place where the others are published.
  ///   - namespace: The name under which they are published.
  ///   - time: The time, in seconds since 1970.
  ///   - rate: The maximum number of bytes that are written a second; nil for no maximum.
  ///   - progress: Called with the number of parts that are written, and of those that are to be.
  /// - Returns: The number of words that are published now.
  /// - Throws: `Failure.notWritten`; `PublishedFolder.NeedsAll` when nothing was written.
  package static func publish(
    _ changes: PublishedFolder.Changes, to settings: SharedSettings, as namespace: String, time: Int, rate: Int? = nil,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> Int {
    let (store, name) = try revisablePlace(settings, namespace)
    let publication: Publication?
    do {
      publication = try store.publish(
        changes.changes, of: changes.source, as: name, time: time, rate: rate, progress)
    } catch {
      throw Failure.notWritten("\(error)")
    }
    guard let publication else { throw PublishedFolder.NeedsAll.others }
    return publication.wordCount
  }

  /// Checks that words which have changed could be published.
  ///
  /// - Throws: `Failure.notWritten`; `PublishedFolder.NeedsAll` when all words would be published instead.
  package static func check(
    _ changes: PublishedFolder.Changes, for settings: SharedSettings, as namespace: String
  ) throws {
    let (store, name) = try revisablePlace(settings, namespace)
    let publication: Publication?
    do { publication = try store.publication(of: name) } catch { throw Failure.notWritten("\(error)") }
    guard publication?.source == changes.source else { throw PublishedFolder.NeedsAll.others }
  }

  /// Removes what was published.
  ///
  /// - Returns: False when nothing was.
  /// - Throws: `Failure.notWritten`.
  package static func unpublish(_ namespace: String, from settings: SharedSettings) throws(Failure) -> Bool {
    let (store, name) = try place(settings, namespace)
    do { return try store.remove(name) } catch { throw .notWritten("\(error)") }
  }

  private static func revisablePlace(
    _ settings: SharedSettings, _ namespace: String
  ) throws -> (any RevisablePageStore, SharedNamespace) {
    let (store, name) = try place(settings, namespace)
    guard let store = store as? any RevisablePageStore else {
      throw PublishedFolder.NeedsAll(description: "a folder has all words of a publication")
    }
    return (store, name)
  }

  private static func place(
    _ settings: SharedSettings, _ namespace: String
  ) throws(Failure) -> (any PageStore, SharedNamespace) {
    guard let store = settings.store else { throw .notWritten("no place is named") }
    guard let name = SharedNamespace(namespace) else { throw .notWritten(wrongName(namespace)) }
    return (store, name)
  }

  static func wrongName(_ namespace: String) -> String {
    "\"\(SourceName.inMessage(namespace))\" is no namespace; \(SharedNamespace.rule)"
  }
}
