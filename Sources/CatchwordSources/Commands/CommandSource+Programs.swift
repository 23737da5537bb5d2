import CatchwordCompletion
import CatchwordProcesses

/// A run of the long-lived program.
struct CommandSession: Sendable {
  let number: Int
  let startTime: Duration
  /// The process; nil until it has been started.
  var process: SupervisedProcess?
  /// The newest request, kept while there is no process to send it to.
  var waiting: (number: Int, line: ContiguousArray<UInt8>)?
  var task: Task<Void, Never>?
  /// The number of bytes printed since the last request while none was open.
  var unaskedBytes = 0
}

extension CommandSource {
  // MARK: A program for each question

  /// Starts a program, sends it one request, and reads its response.
  func start(_ launch: ProcessLaunch, for number: Int, _ line: ContiguousArray<UInt8>) -> Task<Void, Never> {
    Task(name: "command:\(launch.name)#\(number)", executorPreference: executor) {
      [weak self, settings, log, clock, errorBudget] in
      let process: SupervisedProcess
      do throws(ProcessLaunchError) {
        process = try SupervisedProcess(launch, log: log, errorBudget: errorBudget)
      } catch {
        await self?.programDidEnd(number, "cannot be started: \(error)")
        return
      }
      process.write(line)
      process.closeInput()
      var output = CommandOutput(settings)
      var isWanted = true
      while isWanted, let bytes = await process.read() {
        isWanted = await self?.take(output.append(bytes), ofRun: number) ?? false
      }
      if isWanted, !Task.isCancelled, await self?.outputDidEnd(number, output.end()) == true {
        // Nothing was printed, so the exit status decides whether that is an empty response or a failure.
        guard let exit = await process.waitForExit() else { return process.end() }
        await self?.programDidEnd(number, exit, hasErrors: process.hasErrors)
      }
      await CommandSource.ending(process, clock)
    }
  }

  private func take(_ events: [CommandOutput.Event], ofRun number: Int) -> Bool {
    var isWanted = runs[number]?.isRunning == true
    for event in events where isWanted { isWanted = take(event, of: number) }
    return isWanted
  }

  /// - Returns: True when there were no candidates, so that the exit status decides.
  private func outputDidEnd(_ number: Int, _ events: [CommandOutput.Event]) -> Bool {
    guard take(events, ofRun: number), let run = runs[number] else { return false }
    if run.candidates.isEmpty { return true }
    answerDidEnd(number)
    return false
  }

  private func programDidEnd(_ number: Int, _ exit: ProcessExit, hasErrors: Bool) {
    guard runs[number]?.isRunning == true else { return }
    // Many programs exit with 1 when they have found nothing, as `grep` does; others say why they have failed.
    if exit == .code(0) || exit == .code(1) && !hasErrors { return answerDidEnd(number) }
    programDidEnd(number, exit.description)
  }

  private func programDidEnd(_ number: Int, _ reason: String) {
    guard runs[number]?.isRunning == true else { return }
    end(number, .abandoned)
    programDidFail(reason)
  }

  /// Lets a finished program end by itself, and ends it after a grace period, or at once when the task is cancelled.
  @discardableResult
  private static func ending(_ process: SupervisedProcess, _ clock: EngineClock) async -> ProcessExit? {
    if Task.isCancelled {
      process.end()
      return nil
    }
    let patience = Task(name: "command:ending") {
      if (try? await clock.sleep(until: clock.now + CommandLimits.grace)) != nil { process.end() }
    }
    defer { patience.cancel() }
    let exit = await process.waitForExit()
    if exit == nil { process.end() }
    return exit
  }

  // MARK: One program for all questions

  /// Sends the long-lived program a request, and starts the program if necessary.
  func ask(_ launch: ProcessLaunch, _ number: Int, _ line: ContiguousArray<UInt8>) {
    if session == nil { startSession(launch, number) }
    session?.unaskedBytes = 0
    if let process = session?.process {
      process.write(line)
      runs[number]?.wasSent = true
    } else {
      session?.waiting = (number, line)
    }
  }

  /// Ends the work for a request that nobody waits for any more.
  func withdraw(_ number: Int) {
    runs[number]?.program?.cancel()
    if session?.waiting?.number == number { session?.waiting = nil }
    guard runs[number]?.wasSent == true else { return }
    session?.process?.write(CommandRequest.cancellation(id: number))
  }

  private func startSession(_ launch: ProcessLaunch, _ number: Int) {
    let task = Task(name: "command:\(launch.name)", executorPreference: executor) {
      [weak self, settings, log, clock, errorBudget] in
      let process: SupervisedProcess
      do throws(ProcessLaunchError) {
        process = try SupervisedProcess(launch, log: log, errorBudget: errorBudget)
      } catch {
        await self?.sessionDidEnd(number, "cannot be started: \(error)")
        return
      }
      guard await self?.sessionDidStart(number, process) == true else { return process.end() }
      var output = CommandOutput(settings)
      while let bytes = await process.read() {
        guard await self?.take(output.append(bytes), bytes: bytes.count, ofSession: number) == true else { break }
      }
      if !Task.isCancelled { _ = await self?.take(output.end(), bytes: 0, ofSession: number) }
      let exit = await CommandSource.ending(process, clock)
      await self?.sessionDidEnd(number, exit?.description ?? "was ended")
    }
    session = CommandSession(number: number, startTime: clock.now, task: task)
  }

  private func sessionDidStart(_ number: Int, _ process: SupervisedProcess) -> Bool {
    guard session?.number == number else { return false }
    session?.process = process
    if let waiting = session?.waiting {
      process.write(waiting.line)
      runs[waiting.number]?.wasSent = true
    }
    session?.waiting = nil
    return true
  }

  /// - Returns: True while the rest of the output is wanted.
  private func take(_ events: [CommandOutput.Event], bytes: Int, ofSession number: Int) -> Bool {
    guard session?.number == number else { return false }
    guard runs.values.contains(where: \.isRunning) || allowsUnasked(bytes) else { return false }
    for event in events {
      switch event {
      case .candidates(_, let id, _), .end(let id, _), .failure(let id, _): _ = take(event, of: id ?? 0)
      case .problem: _ = take(event, of: 0)
      }
    }
    return true
  }

  /// Counts the output while no request is open, when no deadline could end a program that never stops.
  ///
  /// - Returns: False when the limit is exceeded, and the program is ended.
  private func allowsUnasked(_ bytes: Int) -> Bool {
    session?.unaskedBytes += bytes
    guard let session, session.unaskedBytes > CommandLimits.unaskedBytes else { return true }
    session.task?.cancel()
    let limit = "\(CommandLimits.unaskedBytes >> 20) MiB"
    sessionDidEnd(session.number, "printed more than \(limit) while no request was open")
    return false
  }

  private func sessionDidEnd(_ number: Int, _ reason: String) {
    guard let session, session.number == number else { return }
    // A program that has run for long is started again as if it had never failed.
    if clock.now - session.startTime >= Backoff.longest { backoff.didSucceed() }
    self.session = nil
    for (number, run) in runs where run.isRunning { end(number, .abandoned) }
    programDidFail(reason)
  }
}
