import CatchwordCompletion
import CatchwordFiles
import CatchwordRPC
import CatchwordServer
import CatchwordSources
import Synchronization

/// What a running server writes down about itself, for `catchword status`: at most once a second, and only when it has
/// something else to say.
///
/// The receive loop leaves what it knows here, and goes on. Another thread asks the sources, and writes.
final class StatusReport: Sendable {
  private struct State {
    /// What is to be written.
    var report: ServerReport?
    /// Something is to be written, or is being written: a folder that does not answer takes one thread and no more.
    var isScheduled = false
    var lastWrite: Duration?
  }

  private struct File {
    var text = ""
    var hasEnded = false
    var hasFailed = false
  }

  private static let interval = Duration.seconds(1)

  private let folder: StatusFolder
  private let sources: BuiltInSources
  private let further = Mutex<[any CompletionSource]>([])
  private let log: EventLog
  private let clock = EngineClock()
  private let state = Mutex(State())
  /// Held while the file is written, never by the receive loop.
  private let file = Mutex(File())

  private init(_ folder: StatusFolder, _ parts: Serve.Parts) {
    self.folder = folder
    sources = parts.sources
    log = parts.configuration.log
  }

  /// Has a server report what it does; nil when nobody knows where.
  static func begin(_ parts: inout Serve.Parts, _ user: UserConfiguration) -> StatusReport? {
    guard let folder = user.stateFolder else { return nil }
    let report = StatusReport(StatusFolder(stateFolder: folder), parts)
    let apply = parts.configuration.applySettings
    parts.configuration.applySettings = { settings, folders in
      let sources = apply(settings, folders)
      report.further.withLock { $0 = sources }
      return sources
    }
    parts.configuration.didHandle = { report.take($0) }
    return report
  }

  private func take(_ report: ServerReport) {
    let isFirst = state.withLock { state in
      state.report = report
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { schedule() }
  }

  private func schedule() {
    Task(name: "status", executorPreference: BlockingThreads.shared, priority: .utility) { [self] in
      if let last = state.withLock({ $0.lastWrite }) {
        try? await clock.sleep(until: last + StatusReport.interval)
      }
      let report = state.withLock { state in
        defer { state.report = nil }
        state.lastWrite = clock.now
        return state.report
      }
      if let report {
        let statuses = await sources.status() + further.withLock { $0 }.map(SourceStatus.of)
        write(StatusText.json(report, statuses, memory: System.peakMemory).json)
      }
      // What is being read will have been read one day, without a message from anybody.
      let again = sources.isBusy ? report : nil
      let isMore = state.withLock { state in
        state.report = state.report ?? again
        state.isScheduled = state.report != nil
        return state.isScheduled
      }
      if isMore { schedule() }
    }
  }

  private func write(_ text: String) {
    let problem = file.withLock { file -> String? in
      guard !file.hasEnded, !file.hasFailed, file.text != text else { return nil }
      file.text = text
      let problem = folder.write(text, processID: System.processID)
      file.hasFailed = problem != nil
      return problem
    }
    if let problem {
      log.report(.info, "What this server does cannot be seen by catchword status: \(folder.path): \(problem).")
    }
  }

  /// Takes the file away. Where it is just being written, it is left to who reads it next: the end waits for no disk.
  func end() {
    _ = file.withLockIfAvailable { file in
      file.hasEnded = true
      if !file.text.isEmpty { folder.remove(processID: System.processID) }
    }
  }
}
