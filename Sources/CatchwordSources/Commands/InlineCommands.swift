import CatchwordCompletion
package import CatchwordPrediction
package import CatchwordText

/// The user's programs that are asked for ghost text; `protocol/external-sources.md` specifies the question.
package final class InlineCommands: Sendable {
  private let commands: CommandSources
  private let clock: EngineClock
  private let privateDocuments: PrivateDocuments
  private let failures: FailureLog

  /// - Parameters:
  ///   - supervisor: The executable that calls `ProcessSupervisor.main`; nil for this process's executable.
  ///   - privateDocuments: The documents of which no program is told.
  init(
    clock: EngineClock, supervisor: String? = nil, privateDocuments: PrivateDocuments = PrivateDocuments(),
    log: EventLog
  ) {
    commands = CommandSources(clock: clock, supervisor: supervisor, log: log)
    self.clock = clock
    self.privateDocuments = privateDocuments
    failures = FailureLog(log)
  }

  /// The programs.
  var all: [CommandSource] { commands.all }

  /// Applies settings; the programs of others end.
  func apply(_ settings: [CommandSettings]) { _ = commands.sources(for: settings) }

  /// Returns texts that may come behind a cursor, the best first, of the first program that has any.
  ///
  /// While the user types, a program is asked only after a pause. When the task is cancelled, so is the question.
  ///
  /// - Parameters:
  ///   - offset: The cursor, as a byte offset.
  ///   - options: The maximum extent, and the required beginning; the texts begin behind its typed part.
  package func texts(
    at offset: Int, in document: DocumentSnapshot, options: ContinuationOptions
  ) async -> [String] {
    let programs = all.filter { !$0.isEmpty }
    if programs.isEmpty || privateDocuments.contain(document.uri) { return [] }
    let query = CompletionQuery(
      document: document, offset: offset, trigger: options.isInvoked ? .invoked : .automatic, limit: 3)
    let required =
      options.beginning.map {
        String(decoding: $0.utf8.dropFirst(query.typed.utf8.count), as: UTF8.self)
      } ?? ""
    let request = CommandRequest(query, required: required, lines: options.lines)
    let start = clock.now
    for program in programs {
      do {
        let settings = await program.settings
        guard settings.isAsked(in: document.languageID) else { continue }
        if !options.isInvoked {
          try await clock.sleep(until: start + max(settings.delay ?? CommandLimits.inlineDelay, .zero))
        }
        let answer = try await program.answer(to: request, partTime: clock.now + settings.patience)
        let texts = answer.candidates.map { required + $0.text }
        if !texts.isEmpty { return texts }
      } catch is CancellationError {
        return []
      } catch {
        let name = program.descriptor.name
        failures.report("The command \"\(name)\" gave no ghost text", of: name, error, now: clock.now)
      }
    }
    return []
  }
}

extension CommandRequest {
  /// Creates the question for ghost text at the place of a query.
  ///
  /// - Parameters:
  ///   - required: The part of the selected candidate that is not typed; the text goes on behind it.
  ///   - lines: The maximum number of lines that are shown.
  /// - Complexity: O(log *n*), since all parts are bounded.
  fileprivate init(_ query: CompletionQuery, required: String, lines: Int) {
    self.init(query)
    let text = query.document.text
    let cut = max(0, query.offset - CommandLimits.beforeBytes)
    let start = (cut...cut + 3).lazy.map(text.scalarBoundary).first { $0 >= cut } ?? query.offset
    let end = text.scalarBoundary(atOrBefore: min(text.count, query.offset + CommandLimits.afterBytes))
    inline = Inline(
      before: text.string(in: start..<query.offset) + required,
      after: text.string(in: query.offset..<max(query.offset, end)), lines: lines)
  }
}
