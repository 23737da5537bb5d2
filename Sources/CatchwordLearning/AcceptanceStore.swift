package import CatchwordCompletion
import CatchwordFiles
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Remembers the words that the user accepts and bans, in files of its own in the state folder.
///
/// Both files are logs (`RecordLog`), so any number of servers may write to them, and a server that is killed loses
/// nothing that it was told a moment before. Files are read and written on a thread of their own; lookups use a
/// snapshot. Words that look like secrets, are banned, or come from files that hold secrets are never learned.
package final class AcceptanceStore: WordMemory, Sendable {
  struct State {
    var settings: LearningSettings
    var filter = WordFilter()
    var listener: (@Sendable (LearnedWords) -> Void)?
    var learned = LearnedWords()
    /// The records of accepted words that are not written yet.
    var waiting: [String] = []
    /// True while records are being written.
    var isWriting = false
    /// True when a task has been started that writes and reads everything.
    var isWoken = false
    var lastLook: Duration?
    var reported: Set<String> = []
  }

  /// The contents of the files, as far as they have been read.
  struct Known {
    var accepted = AcceptanceTable()
    var acceptedPosition: RecordLog.Position?
    var banned = BanTable()
    var bannedPosition: RecordLog.Position?
    /// The lengths of the files when they were last rewritten.
    var compactedLength = 0
    var compactedBansLength = 0
    var publishedAt: Double?
  }

  /// The minimum time between two looks at what other servers have written.
  static let lookInterval = Duration.seconds(2)
  /// The time, in seconds, after which the learned words are published anew, as their values change with age.
  static let ageingInterval = 600.0
  /// The minimum length for a file to be rewritten, in bytes; it must also be twice as long as after the last time.
  static let leastCompaction = 1 << 20
  /// The maximum number of records that wait while the file cannot be written.
  static let maximumWaiting = 1000

  let acceptedLog: RecordLog
  let bannedLog: RecordLog
  let now: @Sendable () -> Double
  let clock: EngineClock
  let executor: any TaskExecutor
  let log: EventLog
  let state: Mutex<State>
  /// Held while files are read and written, by tasks on the executor only.
  let known = Mutex(Known())

  /// Creates a store; files are read once there is a listener.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files; it is created when something is to be written.
  ///   - settings: The settings, until `apply` sets others.
  ///   - now: Returns the seconds since 1970.
  ///   - clock: The clock that measures intervals.
  ///   - executor: The executor that reads and writes files.
  ///   - log: The log for problems.
  package init(
    folder: String, settings: LearningSettings = LearningSettings(), now: @escaping @Sendable () -> Double = wallClock,
    clock: EngineClock = EngineClock(), executor: any TaskExecutor = BlockingExecutor(label: "catchword.learning"),
    log: EventLog = EventLog()
  ) {
    acceptedLog = RecordLog(path: "\(folder)/accepted")
    bannedLog = RecordLog(path: "\(folder)/banned")
    self.now = now
    self.clock = clock
    self.executor = executor
    self.log = log
    state = Mutex(State(settings: settings))
  }

  /// The seconds since 1970 by the system's clock.
  package static let wallClock: @Sendable () -> Double = { Date().timeIntervalSince1970 }

  // MARK: Settings

  /// Applies settings, and the filter for words that are not learned because they are not offered.
  package func apply(_ settings: LearningSettings, filter: WordFilter = WordFilter()) {
    let hasChanged = state.withLock { state in
      state.filter = filter
      guard state.settings != settings else { return false }
      state.settings = settings
      if !settings.isEnabled { state.waiting = [] }
      return state.listener != nil
    }
    if hasChanged { wake() }
  }

  // MARK: Learned words

  /// Calls `listener` with the learned words now, and again whenever they have changed.
  package func whenChanged(_ listener: @escaping @Sendable (LearnedWords) -> Void) {
    let learned = state.withLock { state in
      state.listener = listener
      return state.learned
    }
    listener(learned)
    wake()
  }

  /// Looks at what other servers have written, at most every two seconds.
  package func refresh() {
    let time = clock.now
    let isDue = state.withLock { state in
      if let last = state.lastLook, time - last < AcceptanceStore.lookInterval { return false }
      state.lastLook = time
      return true
    }
    if isDue { wake() }
  }

  /// Remembers a choice, unless the word is banned, looks like a secret or comes from a file with secrets.
  package func note(_ acceptance: Acceptance) {
    guard AcceptanceTable.isSound(acceptance.name, limit: AcceptanceTable.maximumNameLength),
      AcceptanceTable.isSound(acceptance.languageID, limit: AcceptanceTable.maximumLanguageLength),
      !SensitiveFiles.isSensitive(uri: acceptance.uri)
    else { return }
    let time = now()
    let isTaken = state.withLock { state in
      guard state.settings.isEnabled, state.filter.allows(acceptance.name), WordFilter().allows(acceptance.name),
        !state.learned.isBanned(acceptance.name, languageID: acceptance.languageID)
      else { return false }
      state.waiting.append(AcceptanceTable.record(acceptance, at: time))
      if state.waiting.count > AcceptanceStore.maximumWaiting { state.waiting.removeFirst() }
      return true
    }
    if isTaken { wake() }
  }

  /// True when no record waits to be written.
  package var isSettled: Bool { state.withLock { $0.waiting.isEmpty && !$0.isWriting } }

  /// Tries to write the records that wait, and returns when that is done, on the executor.
  package func settle() async {
    try? await perform { store, known in store.catchUp(&known) }
  }

  // MARK: Changes that are waited for

  /// Bans a word, and forgets that it was ever accepted; or allows it again.
  package func setBanned(_ isBanned: Bool, _ word: String, languageID: String?) async throws {
    guard AcceptanceTable.isSound(word, limit: AcceptanceTable.maximumNameLength), !word.allSatisfy(\.isWhitespace)
    else { throw LearningError.noWord }
    if let languageID, !AcceptanceTable.isSound(languageID, limit: AcceptanceTable.maximumLanguageLength) {
      throw LearningError.noLanguage
    }
    // The file of bans would be the only place where the secret is written.
    guard WordFilter().allows(word) else { throw LearningError.secret }
    try await perform { store, known in
      try store.read(&known)
      if !known.banned.says(isBanned: isBanned, word: word, languageID: languageID) {
        if isBanned, !known.banned.hasRoom { throw LearningError.tooMany }
        try store.writeBan(BanTable.record(isBanned: isBanned, word: word, languageID: languageID), &known)
      }
      if isBanned, try store.acceptedLog.holds(word) { try store.erase(word) }
      if isBanned { store.dropWaiting(word) }
      try store.read(&known)
    }
  }

  /// Returns the banned words, ordered by language and alphabet.
  package func bannedWords() async throws -> [BannedWord] {
    try await perform { store, known in
      try store.read(&known)
      return known.banned.words.sorted().map {
        BannedWord(word: $0.word, languageID: $0.languageID.isEmpty ? nil : $0.languageID)
      }
    }
  }

  /// Returns the words that are banned in some language by the file in a folder; blocks.
  ///
  /// - Throws: `LearningError.file`.
  package static func bannedWords(in folder: String) throws(LearningError) -> [String] {
    let log = RecordLog(path: "\(folder)/banned")
    do throws(LogFile.Failure) {
      var table = BanTable()
      table.add(try log.read(from: nil)?.records ?? [])
      return Set(table.words.map(\.word)).sorted()
    } catch {
      throw .file(log.path, "\(error)")
    }
  }

  /// Forgets that a word was ever accepted, ignoring case; forgets all words when none is given.
  ///
  /// The file is rewritten without the word, and running servers notice the change.
  ///
  /// - Returns: The number of words that were forgotten.
  @discardableResult
  package func forget(_ word: String?) async throws -> Int {
    try await perform { store, known in
      store.dropWaiting(word)
      let count = try store.erase(word)
      try store.read(&known)
      return count
    }
  }

  private func dropWaiting(_ word: String?) {
    state.withLock { state in
      guard let word = word?.lowercased() else { return state.waiting = [] }
      state.waiting.removeAll { $0.lowercased().hasSuffix("\t\(word)") }
    }
  }

  /// - Returns: The number of words that were erased.
  @discardableResult
  private func erase(_ word: String?) throws(LogFile.Failure) -> Int {
    guard LogFile.look(at: acceptedLog.path) != nil else { return 0 }
    var count = 0
    let time = now()
    // What a newer program has noted of the word goes, too.
    let isKept = { (record: String) in word.map { !RecordLog.names($0, in: record) } ?? false }
    try acceptedLog.rewrite(of: AcceptanceTable.kinds, keepsOthers: isKept) { records in
      var table = AcceptanceTable()
      table.add(records, now: time)
      guard let word else {
        count = table.entries.count
        return []
      }
      count = table.forget(word)
      return table.records
    }
    return count
  }

  /// Performs an operation on the files, on their executor.
  private func perform<Result: Sendable>(
    _ body: @escaping @Sendable (AcceptanceStore, inout Known) throws -> Result
  ) async throws -> Result {
    do {
      return try await Task(name: "learning", executorPreference: executor) { [self] in
        try known.withLock { try body(self, &$0) }
      }.value
    } catch let failure as LogFile.Failure {
      throw LearningError.file(failure.path ?? acceptedLog.path, "\(failure)")
    }
  }
}

extension RecordLog {
  /// True when a word may be in the file, ignoring case.
  fileprivate func holds(_ word: String) throws(LogFile.Failure) -> Bool {
    try read(from: nil)?.records.contains { RecordLog.names(word, in: $0) } ?? false
  }

  /// True when a word is a field of a record, ignoring case.
  fileprivate static func names(_ word: String, in record: String) -> Bool {
    record.lowercased().split(separator: "\t").dropFirst().contains(word.lowercased()[...])
  }
}
