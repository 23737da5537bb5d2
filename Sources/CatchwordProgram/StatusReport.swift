import CatchwordCompletion
import CatchwordFiles
import CatchwordRPC
import CatchwordServer
import CatchwordSources
import Synchronization

/// The writer of a running server's status file, for `catchword status`: at most once a second, and only when the
/// status has changed.
///
/// The receive loop stores its report here and continues. Another thread queries the sources and writes the file.
final class StatusReport: Sendable {
  private struct State {
    /// The report that is not written yet.
    var report: ServerReport?
    /// True while a write is scheduled or running: a folder that does not respond blocks only one thread.
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
  private let program: ProgramParts
  private let log: EventLog
  private let clock = EngineClock()
  private let state = Mutex(State())
  /// Locked while the file is written, never by the receive loop.
  private let file = Mutex(File())

  private init(_ folder: StatusFolder, _ parts: Serve.Parts) {
    self.folder = folder
    program = parts.program
    log = parts.configuration.log
  }

  /// Starts the status reports of a server; nil when no state folder is known.
  static func begin(_ parts: inout Serve.Parts, _ user: UserConfiguration) -> StatusReport? {
    guard let folder = user.stateFolder else { return nil }
    let report = StatusReport(StatusFolder(stateFolder: folder), parts)
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
        write(StatusText.json(report, await program.status(), memory: System.peakMemory).json)
      }
      // Sources that are loading will finish without a message, so the report is written again.
      let again = program.sources.isBusy ? report : nil
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
      log.report(.info, "catchword status cannot show this server: \(folder.path): \(problem).")
    }
  }

  /// Removes the file. During a write it is left for its next reader to remove: the end does not wait for the disk.
  func end() {
    _ = file.withLockIfAvailable { file in
      file.hasEnded = true
      if !file.text.isEmpty { folder.remove(processID: System.processID) }
    }
  }
}
