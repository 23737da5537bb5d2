import CatchwordCompletion
import CatchwordFiles
import Synchronization

/// Writing and reading, on the executor.
extension AcceptanceStore {
  /// Starts a task on the executor that writes all waiting records and reads the files.
  func wake() {
    let isFirst = state.withLock { state in
      defer { state.isWoken = true }
      return !state.isWoken
    }
    guard isFirst else { return }
    Task(name: "learning", executorPreference: executor, priority: .utility) { [self] in
      state.withLock { $0.isWoken = false }
      known.withLock { catchUp(&$0) }
    }
  }

  func catchUp(_ known: inout Known) {
    do throws(LogFile.Failure) {
      try write(&known)
      try read(&known)
    } catch {
      report("Accepted words are not saved in \(acceptedLog.path): \(error).")
      publish(&known, force: true)
    }
  }

  private func write(_ known: inout Known) throws(LogFile.Failure) {
    var records = state.withLock { state in
      defer { (state.waiting, state.isWriting) = ([], !state.waiting.isEmpty) }
      return state.waiting
    }
    guard !records.isEmpty else { return }
    // Records that are not written wait for the next time.
    defer {
      state.withLock { state in
        state.isWriting = false
        if state.settings.isEnabled {
          state.waiting = Array((records + state.waiting).suffix(AcceptanceStore.maximumWaiting))
        }
      }
    }
    let length = try acceptedLog.append(&records)
    guard AcceptanceStore.isLong(length, since: known.compactedLength) else { return }
    let time = now()
    known.compactedLength = try acceptedLog.rewrite(of: AcceptanceTable.kinds) { records in
      var table = AcceptanceTable()
      table.add(records, now: time)
      table.trim(now: time)
      return table.records
    }
  }

  /// Writes that a word is banned, or allowed again.
  func writeBan(_ record: String, _ known: inout Known) throws(LogFile.Failure) {
    var records = [record]
    let length = try bannedLog.append(&records)
    guard AcceptanceStore.isLong(length, since: known.compactedBansLength) else { return }
    do throws(LogFile.Failure) {
      known.compactedBansLength = try bannedLog.rewrite(of: BanTable.kinds) { records in
        var table = BanTable()
        table.add(records)
        return table.records
      }
    } catch {
      // The record is written; the file is only longer than necessary.
      report("\(bannedLog.path) is not made shorter: \(error).")
    }
  }

  private static func isLong(_ length: Int, since compactedLength: Int) -> Bool {
    length > leastCompaction && length > 2 * compactedLength
  }

  func read(_ known: inout Known) throws(LogFile.Failure) {
    var hasChanged = false
    if let reading = try bannedLog.read(from: known.bannedPosition) {
      if reading.isWhole { known.banned = BanTable() }
      known.banned.add(reading.records)
      known.bannedPosition = reading.position
      hasChanged = true
    }
    if !state.withLock({ $0.settings.isEnabled }) {
      hasChanged = hasChanged || known.acceptedPosition != nil
      known.accepted = AcceptanceTable()
      known.acceptedPosition = nil
    } else if let reading = try acceptedLog.read(from: known.acceptedPosition) {
      if reading.isWhole { known.accepted = AcceptanceTable() }
      known.accepted.add(reading.records, now: now())
      known.acceptedPosition = reading.position
      hasChanged = true
    }
    publish(&known, force: hasChanged)
  }

  private func publish(_ known: inout Known, force: Bool) {
    let time = now()
    if !force, let last = known.publishedAt, abs(time - last) < AcceptanceStore.ageingInterval { return }
    known.publishedAt = time
    var learned = LearnedWords()
    for key in known.banned.words {
      learned.setBanned(true, key.word, languageID: key.languageID.isEmpty ? nil : key.languageID)
    }
    var accepted = known.accepted
    accepted.add(state.withLock { $0.waiting }, now: time)
    for (key, worth) in accepted.entries { learned[key.languageID, key.name] = worth.value(at: time) }
    let listener = state.withLock { state in
      state.learned = learned
      return state.listener
    }
    listener?(learned)
  }

  private func report(_ message: String) {
    let isNew = state.withLock { $0.reported.insert(message).inserted && $0.reported.count < 10 }
    if isNew { log.report(.warning, message) }
  }
}
