import CatchwordCompletion

/// The loop of a program's thread, which moves bytes between the pipes and the channel until the program has ended.
///
/// It waits only in the system call that waits for all of its descriptors, so it uses the system's clock.
struct ProcessPump: ~Copyable {
  /// The time that a supervisor has to report that it is one.
  private static let handshake = Duration.seconds(10)
  /// The time for which pipes that other processes still hold are read after the supervisor has ended.
  private static let rest = Duration.seconds(1)
  /// The maximum length of one read, in bytes.
  private static let portion = 64 * 1024
  /// The time between two reads from a standard error that is flooded.
  private static let errorsPause = Duration.milliseconds(100)

  private let launch: ProcessLaunch
  private let supervisor: Int32
  private let pipes: ProcessPipes
  private let channel: ProcessChannel
  private let log: EventLog
  private let clock = ContinuousClock()
  private var errors: ErrorLines
  private var lines = LineSplitter(maximumLength: SupervisorMessage.maximumLength)
  private var buffer = ContiguousArray<UInt8>(repeating: 0, count: ProcessPump.portion)

  private var isInputOpen = true
  private var isOutputOpen = true
  private var isErrorsOpen = true
  private var isSupervised = true
  private var group: Int32?
  private var exit: ProcessExit?
  /// The input that was taken from the channel; `written` bytes of the first piece have been written.
  private var pieces: ArraySlice<ContiguousArray<UInt8>> = []
  private var written = 0
  private var grace: Duration?
  /// The time at which each of these has taken too long; nil when it is not awaited.
  private var handshakeEnd: ContinuousClock.Instant?
  private var inputEnd: ContinuousClock.Instant?
  private var killTime: ContinuousClock.Instant?
  private var reportEnd: ContinuousClock.Instant?
  private var restEnd: ContinuousClock.Instant?
  /// The time until which a flooded standard error is left unread; nil while it is read as it comes.
  private var errorsTime: ContinuousClock.Instant?

  init(
    launch: ProcessLaunch, supervisor: Int32, pipes: ProcessPipes, channel: ProcessChannel, errors: ErrorLines,
    log: EventLog
  ) {
    self.launch = launch
    self.supervisor = supervisor
    self.pipes = pipes
    self.channel = channel
    self.errors = errors
    self.log = log
    handshakeEnd = clock.now + ProcessPump.handshake
  }

  /// Runs until the program and its supervisor have ended, and all of their output has been read.
  mutating func run() {
    while isSupervised || isOutputOpen || isErrorsOpen {
      // The time before the wait: an event in time counts, however late this thread is scheduled.
      let now = clock.now
      if let time = errorsTime, now >= time { errorsTime = nil }
      let wishes = channel.wishes
      heed(wishes)
      let isReading = isOutputOpen && wishes.isReadingOutput
      let ready = ProcessPlatform.wait(
        [
          .reading(pipes.wakePipe.first),
          isSupervised ? .reading(pipes.lifeline.first) : .nothing,
          isReading ? .reading(pipes.output.first) : .nothing,
          isErrorsOpen && errorsTime == nil ? .reading(pipes.errors.first) : .nothing,
          isInputOpen && !pieces.isEmpty ? .writing(pipes.input.second) : .nothing,
        ], patience)
      if ready[0] { ProcessPlatform.drain(pipes.wakePipe.first) }
      if ready[2] { readOutput() }
      if ready[3] { readErrors() }
      if ready[4] { writeInput() }
      if ready[1] { readLifeline() }
      // The rest in the pipes waits for a slow reader, but not for processes outside the group that hold the pipes.
      if restEnd != nil, isOutputOpen, !isReading { restEnd = clock.now + ProcessPump.rest }
      lookAtTheTime(now)
    }
    errors.end()
    closeInput()
    channel.threadDidEnd {
      ProcessPlatform.shut(pipes.wakePipe.first)
      ProcessPlatform.shut(pipes.wakePipe.second)
    }
  }

  // MARK: What is wanted

  private mutating func heed(_ wishes: ProcessChannel.Wishes) {
    if let grace = wishes.grace, isSupervised, self.grace.map({ grace < $0 }) ?? true {
      let wasAsked = self.grace != nil
      if wishes.isHung, !wasAsked { reportHung() }
      pieces = []
      closeInput()
      self.grace = grace
      let milliseconds = Int(clamping: max(.zero, grace) / .milliseconds(1) as Double)
      let command = SupervisorCommand.end(milliseconds: milliseconds).line
      _ = ProcessPlatform.writeNow(ContiguousArray(command.utf8)[...], to: pipes.lifeline.first)
      // A supervisor that was already asked does not listen again.
      if reportEnd == nil { killTime = clock.now + grace + (wasAsked ? .zero : launch.limits.killPatience) }
    }
    guard isInputOpen else { return }
    if pieces.isEmpty, wishes.hasInput {
      pieces = channel.takeInput()[...]
      inputEnd = launch.limits.inputPatience.map { clock.now + $0 }
    }
    if pieces.isEmpty, wishes.isInputClosing { closeInput() }
  }

  private func reportHung() {
    log.report(.warning, "\(launch.name) does not read what is written to it; it is ended.")
  }

  private mutating func closeInput() {
    guard isInputOpen else { return }
    isInputOpen = false
    inputEnd = nil
    ProcessPlatform.shut(pipes.input.second)
    channel.inputDidEnd()
  }

  // MARK: Pipes

  private mutating func writeInput() {
    while let piece = pieces.first {
      guard let count = ProcessPlatform.writeNow(piece[written...], to: pipes.input.second) else {
        pieces = []
        return closeInput()
      }
      if count == 0 && written < piece.count { return }
      written += count
      channel.didWrite(count)
      inputEnd = launch.limits.inputPatience.map { clock.now + $0 }
      if written == piece.count {
        pieces.removeFirst()
        written = 0
      }
    }
    inputEnd = nil
  }

  private mutating func readOutput() {
    if let count = ProcessPlatform.readNow(pipes.output.first, into: &buffer) {
      if count > 0 { channel.didRead(buffer[..<count]) }
    } else {
      closeOutput()
    }
  }

  private mutating func closeOutput() {
    guard isOutputOpen else { return }
    isOutputOpen = false
    ProcessPlatform.shut(pipes.output.first)
    channel.outputDidEnd()
  }

  private mutating func readErrors() {
    if let count = ProcessPlatform.readNow(pipes.errors.first, into: &buffer) {
      if count > 0 { channel.didReadErrors() }
      errors.append(buffer[..<count])
      if errors.isFlood { errorsTime = clock.now + ProcessPump.errorsPause }
    } else {
      closeErrors()
    }
  }

  private mutating func closeErrors() {
    guard isErrorsOpen else { return }
    isErrorsOpen = false
    ProcessPlatform.shut(pipes.errors.first)
  }

  // MARK: The supervisor

  private mutating func readLifeline() {
    guard let count = ProcessPlatform.readNow(pipes.lifeline.first, into: &buffer) else { return supervisorDidEnd() }
    for line in lines.append(buffer[..<count]) {
      switch SupervisorMessage(line.text) {
      case .started(let id): group = id
      case .ended(let exit):
        self.exit = exit
        // Whoever learns of the exit also learns whether there were errors.
        if isErrorsOpen, errorsTime == nil { readErrors() }
        channel.didExit(exit)
      case nil: continue
      }
      handshakeEnd = nil
    }
  }

  /// - Parameter isGivenUp: True when it has not ended, but does not do its work.
  private mutating func supervisorDidEnd(isGivenUp: Bool = false) {
    isSupervised = false
    ProcessPlatform.shut(pipes.lifeline.first)
    // It has ended, or must end now.
    ProcessPlatform.kill(process: supervisor)
    let end = ProcessPlatform.reapWaiting(supervisor)
    if exit == nil { endWhatIsLeft() }
    let wasKilled = if case .signal = end { !isGivenUp } else { false }
    if exit == nil, handshakeEnd != nil, !wasKilled {
      exit = .notStarted("its supervisor ended; an executable that starts programs must call ProcessSupervisor.main")
    }
    closeInput()
    restEnd = clock.now + ProcessPump.rest
    channel.didExit(exit ?? .lost)
  }

  /// Kills the program without its supervisor, which may have been killed before it could report the program's group.
  private func endWhatIsLeft() {
    if let group { ProcessPlatform.kill(group: group) } else { ProcessPlatform.kill(session: supervisor) }
  }

  // MARK: Time

  /// The maximum time to wait, in milliseconds; nil for no limit.
  private var patience: Int? {
    let next = [handshakeEnd, inputEnd, killTime, reportEnd, restEnd, errorsTime].compactMap { $0 }.min()
    return next.map { Int(clamping: max(.zero, clock.now.duration(to: $0)) / .milliseconds(1) as Double) + 1 }
  }

  private mutating func lookAtTheTime(_ now: ContinuousClock.Instant) {
    if let time = inputEnd, now >= time {
      inputEnd = nil
      channel.endHung()
    }
    if let time = restEnd, now >= time {
      closeOutput()
      closeErrors()
      restEnd = nil
    }
    guard isSupervised else { return }
    if let time = killTime, now >= time {
      killTime = nil
      reportEnd = now + launch.limits.reportPatience
      // The supervisor is late: its work is done here, but it may still report the exit.
      if let group { ProcessPlatform.kill(group: group) }
    }
    guard [handshakeEnd, reportEnd].contains(where: { $0.map { now >= $0 } ?? false }) else { return }
    if group != nil { exit = exit ?? .signal(ProcessPlatform.killSignal) }
    supervisorDidEnd(isGivenUp: true)
  }
}

extension Int {
  fileprivate init(clamping milliseconds: Double) {
    self = milliseconds < 1e9 ? Int(milliseconds) : 1_000_000_000
  }
}
