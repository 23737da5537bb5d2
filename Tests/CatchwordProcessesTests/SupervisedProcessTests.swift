import CatchwordCompletion
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CatchwordProcesses

/// Real programs, under a real supervisor.
@Suite(.timeLimit(.minutes(10)))
struct SupervisedProcessTests {
  private let messages = LoggedMessages()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func launch(
    _ command: [String], environment: [String: String] = [:], folder: String? = nil, limits: ProcessLimits = .init()
  ) -> ProcessLaunch {
    ProcessLaunch(
      name: "it", command: command, environment: environment, folder: folder, limits: limits,
      supervisor: Repository.executable("scripted-server").path)
  }

  private func start(_ script: String, limits: ProcessLimits = .init()) throws -> SupervisedProcess {
    try SupervisedProcess(launch(["sh", "-c", script], limits: limits), log: messages.log)
  }

  private func everything(of process: SupervisedProcess) async -> String {
    var output: ContiguousArray<UInt8> = []
    while let bytes = await process.read() { output += bytes }
    return String(decoding: output, as: UTF8.self)
  }

  private func refusal(_ launch: ProcessLaunch) -> String? {
    do {
      _ = try SupervisedProcess(launch)
      return nil
    } catch {
      return error.description
    }
  }

  // MARK: Starting

  @Test func bytesGoThroughInBothDirections() async throws {
    let process = try SupervisedProcess(launch(["cat"]))
    let piece = ContiguousArray((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
    let reader = Task {
      var output: ContiguousArray<UInt8> = []
      while let bytes = await process.read() { output += bytes }
      return output
    }
    for _ in 0..<30 { #expect(process.write(piece)) }
    process.closeInput()
    let output = await reader.value
    #expect(output == ContiguousArray((0..<30).flatMap { _ in piece }))
    #expect(await process.waitForExit() == .code(0))
    #expect(!process.write([1]))
  }

  @Test(arguments: [("exit 0", ProcessExit.code(0)), ("exit 7", .code(7)), ("kill -HUP $$", .signal(1))])
  func tellsHowItEnded(script: String, exit: ProcessExit) async throws {
    let process = try start(script)
    #expect(await process.waitForExit() == exit)
    #expect(await process.read() == nil)
  }

  @Test func programsThatCannotBeStartedAreNamed() throws {
    try folder.write("#!/bin/sh\n", to: "plain")
    let path = folder.url.path
    #expect(refusal(launch([])) == "its command is empty")
    #expect(refusal(launch(["no-such-program"])) == "there is no program no-such-program in the PATH")
    #expect(refusal(launch(["/no/such"])) == "there is no program /no/such")
    #expect(refusal(launch([path])) == "\(path) is a folder")
    #expect(refusal(launch(["a\0b"])) == "its command or folder contains a null character")
    #expect(refusal(launch(["cat"], environment: ["A=B": ""])) != nil)
    #expect(refusal(launch(["\(path)/plain"])) == "\(path)/plain is not executable")
    #expect(refusal(launch(["plain"], environment: ["PATH": path])) == "\(path)/plain is not executable")
    #expect(refusal(launch(["plain"], environment: ["PATH": ".::"], folder: path)) != nil)
  }

  @Test func whatOnlyTheSystemKnowsIsToldInItsEnd() async throws {
    // Written by another process: a child that is being started here might still hold the file open for writing.
    let script = folder.url.path + "/script"
    let writer = try start("printf '#!/no/such/interpreter\\n' >\(script); chmod +x \(script)")
    #expect(await writer.waitForExit() == .code(0))
    let process = try SupervisedProcess(launch([script]))
    let exit = await process.waitForExit()
    #expect(exit == .notStarted("No such file or directory"))
    let elsewhere = try SupervisedProcess(launch(["cat"], folder: "/no/such"))
    #expect(await elsewhere.waitForExit() == .notStarted("its folder /no/such cannot be entered"))
  }

  @Test func environmentFolderAndArgumentsArriveAsTheyAre() async throws {
    let script = "printf '%s|' \"$COLOUR\" \"$1\" \"$2\" \"$3\"; pwd -P"
    let process = try SupervisedProcess(
      launch(
        ["sh", "-c", script, "sh", "a b", "$(id)", "--folder"], environment: ["COLOUR": "été = 1"],
        folder: folder.url.path))
    #expect(
      await everything(of: process) == "été = 1|a b|$(id)|--folder|\(folder.url.resolvingSymlinksInPath().path)\n")
  }

  #if os(Linux)
    @Test func descriptorsDoNotLeakIntoIt() async throws {
      let other = try start("read line")
      let file = open(folder.url.path, O_RDONLY)
      defer { close(file) }
      let process = try SupervisedProcess(launch(["ls", "/proc/self/fd"]))
      // The fourth is that of the folder that `ls` reads.
      #expect(await everything(of: process) == "0\n1\n2\n3\n")
      other.end()
    }
  #endif

  @Test func anExecutableThatIsNoSupervisorIsNoticed() async throws {
    var launch = launch(["cat"])
    launch.supervisor = "/bin/cat"
    let process = try SupervisedProcess(launch, log: messages.log)
    guard case .notStarted(let reason)? = await process.waitForExit() else { throw CancellationError() }
    #expect(reason.contains("must call ProcessSupervisor.main"))
  }

  @Test func aSupervisorIsNotStartedByHand() throws {
    let outcome = try Program.run("scripted-server", ["supervise", "--", "cat"], home: folder)
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("is started by catchword"))
  }

  // MARK: Bad behaviour

  @Test func whoFloodsWaitsUntilItIsRead() async throws {
    var limits = ProcessLimits()
    limits.waitingOutput = 100_000
    let process = try start("yes 123456789 | head -c 5000000", limits: limits)
    var count = 0
    var largest = 0
    while let bytes = await process.read() {
      count += bytes.count
      largest = max(largest, bytes.count)
      for _ in 0..<10 { try await Breather.take() }
    }
    #expect(count == 5_000_000)
    #expect(largest < 200_000)
  }

  @Test func whoReadsNothingIsEndedWhenTooMuchWaits() async throws {
    var limits = ProcessLimits()
    limits.waitingInput = 300_000
    let process = try start("exec sleep 1000", limits: limits)
    var accepted = 0
    while process.write(ContiguousArray(repeating: 65, count: 10_000)) { accepted += 1 }
    #expect((30...80).contains(accepted))
    #expect(await process.waitForExit() == .signal(15))
    #expect(process.isHung)
    #expect(messages.all == ["it does not read what is written to it; it is ended."])
  }

  @Test func whoReadsNothingForTooLongIsEnded() async throws {
    var limits = ProcessLimits()
    limits.inputPatience = .milliseconds(20)
    let process = try start("exec sleep 1000", limits: limits)
    #expect(process.write(ContiguousArray(repeating: 65, count: 1_000_000)))
    #expect(await process.waitForExit() == .signal(15))
    #expect(process.isHung)
    #expect(messages.all == ["it does not read what is written to it; it is ended."])
  }

  @Test func whoEndsWhileItIsWrittenToEndsQuietly() async throws {
    let process = try start("exec <&-; echo closed; exit 4")
    #expect(await process.read() == ContiguousArray("closed\n".utf8))
    try await Breather.wait(for: "its end") { !process.write(ContiguousArray(repeating: 65, count: 100)) }
    #expect(await process.waitForExit() == .code(4))
  }

  @Test func whoClosesItsOutputMayLiveOn() async throws {
    let process = try start("echo last; exec >&-; read line; exit 3")
    #expect(await everything(of: process) == "last\n")
    #expect(process.exit == nil)
    process.write([10])
    #expect(await process.waitForExit() == .code(3))
  }

  @Test func aCancelledReaderLosesNothing() async throws {
    let process = try start("read line; echo $line")
    let reader = Task { await process.read() }
    reader.cancel()
    #expect(await reader.value == nil)
    let waiter = Task { await process.waitForExit() }
    waiter.cancel()
    #expect(await waiter.value == nil)
    process.write(ContiguousArray("x\n".utf8))
    #expect(await everything(of: process) == "x\n")
  }

  @Test func errorsGoToTheLogInLines() async throws {
    let process = try start("printf 'one\\n\\ntw' >&2; printf 'o\\377\\033[1m\\nthree' >&2")
    _ = await process.waitForExit()
    await messages.wait(for: "it: three")
    #expect(messages.all == ["it: one", "it: two\u{FFFD}[1m", "it: three"])
  }

  @Test func aFloodOfErrorsIsCut() async throws {
    let process = try start("i=0; while [ $i -lt 1000 ]; do echo line $i >&2; i=$((i+1)); done")
    _ = await process.waitForExit()
    await messages.wait(for: "it: … and 980 more lines, which are not shown.")
    #expect(messages.all.count == ErrorLines.maximumLines + 1)
  }

  /// It would keep a core busy otherwise. Nothing is waited for: what is read slowly takes its time.
  @Test func aLargeFloodOfErrorsIsReadSlowly() async throws {
    let began = ContinuousClock.now
    let process = try start("yes error | head -c 1048576 >&2; echo done")
    #expect(await everything(of: process) == "done\n")
    // 64 KiB in 100 ms, but for what is read at first and what the pipe holds.
    #expect(ContinuousClock.now - began > .milliseconds(900))
    #expect(process.hasErrors)
    let warning = "it writes too much to its standard error, which is read slowly from now on."
    #expect(messages.all.filter { $0 == warning }.count == 1)
  }

  @Test(arguments: [("echo error >&2; exit 1", true), ("echo word; exit 1", false)])
  func errorsAreKnownWithTheExit(script: String, hasErrors: Bool) async throws {
    let process = try start(script)
    #expect(await process.waitForExit() == .code(1))
    #expect(process.hasErrors == hasErrors)
  }

  // MARK: Ending

  @Test func endingAsksFirst() async throws {
    let process = try start("trap 'echo asked; exit 9' TERM; echo on; while :; do sleep 0.01; done")
    #expect(await process.read() == ContiguousArray("on\n".utf8))
    process.end(grace: .seconds(30))
    #expect(await everything(of: process) == "asked\n")
    #expect(await process.waitForExit() == .code(9))
    #expect(!process.isHung)
  }

  @Test func whoDoesNotWantToEndIsKilledWithItsGroup() async throws {
    let sign = try LifeSign(in: folder)
    let process = try start(
      "trap '' TERM; exec 9>\(sign.path); sh -c 'while :; do sleep 1; done' & exec 9>&-; echo on; wait; sleep 1000")
    #expect(await process.read() == ContiguousArray("on\n".utf8))
    process.end(grace: .milliseconds(30))
    #expect(await process.waitForExit() == .signal(9))
    #expect(await sign.ends())
  }

  @Test func aStoppedProgramIsKilledToo() async throws {
    // Only when it is stopped: one that is about to be would end when it is asked to.
    let process = try start(
      "(until ps -o state= -p $$ | grep -q T; do sleep 0.01; done; echo on) & kill -STOP $$; echo never")
    #expect(await process.read() == ContiguousArray("on\n".utf8))
    process.end(grace: .milliseconds(30))
    #expect(await process.waitForExit() == .signal(9))
  }

  @Test func whatAProgramLeavesBehindInItsGroupIsEnded() async throws {
    let sign = try LifeSign(in: folder)
    let process = try start("exec 9>\(sign.path); sleep 1000 & exec 9>&-; echo on; read line")
    #expect(await process.read() == ContiguousArray("on\n".utf8))
    process.closeInput()
    #expect(await process.waitForExit() == .code(1))
    #expect(await sign.ends())
  }

  @Test func whoIsLetGoOfEnds() async throws {
    let sign = try LifeSign(in: folder)
    var process: SupervisedProcess? = try start("exec 9>\(sign.path); sleep 1000 & echo on; wait")
    #expect(await process?.read() == ContiguousArray("on\n".utf8))
    process = nil
    #expect(await sign.ends())
  }

  @Test func theGroupDiesWithAServerThatIsKilled() async throws {
    let sign = try LifeSign(in: folder)
    // Both ignore what they can, one of them in the background.
    let script = "exec 9>\(sign.path); trap '' TERM HUP; sh -c 'while :; do sleep 1; done' & echo on; wait; sleep 1000"
    let server = try ChildProgram(
      Repository.executable("scripted-server").path, ["launch", "sh", "-c", script], output: .pipe)
    #expect(try server.read() == Data("on\n".utf8))
    kill(server.id, SIGKILL)
    try server.wait()
    #expect(await sign.ends())
  }

  @Test func aSupervisorOutlivesWhatEndsOthers() async throws {
    let process = try start("for s in TERM INT HUP QUIT; do kill -$s $PPID; done; echo on; exit 5")
    #expect(await everything(of: process) == "on\n")
    #expect(await process.waitForExit() == .code(5))
  }

  @Test func theGroupDiesWithASupervisorThatIsKilled() async throws {
    let sign = try LifeSign(in: folder)
    let process = try start("exec 9>\(sign.path); echo on; read line; kill -KILL $PPID; sleep 1000")
    #expect(await process.read() == ContiguousArray("on\n".utf8))
    process.write([10])
    #expect(await process.waitForExit() == .lost)
    #expect(await sign.ends())
  }

  /// Killed between the program's start and the word of it: nobody has said which group is to be ended.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid")))
  func theProgramDiesWithASupervisorThatIsKilledBeforeItSpeaks() async throws {
    let sign = try LifeSign(in: folder)
    // In a session of its own, as a supervisor is, and the only one with the lifeline. A shell reads the program as if it
    // were the supervisor: what has just been written cannot be executed while other tests start programs.
    let script = try folder.write(
      "exec 9>'\(sign.path)'; sleep 1000 3>&- & exec 9>&-; kill -KILL $$\n", to: "script")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    try folder.link("supervise", to: "/bin/sh")
    var launch = launch([script], environment: ["PATH": "\(folder.url.path):/usr/bin:/bin"])
    launch.supervisor = "/usr/bin/setsid"
    let process = try SupervisedProcess(launch)
    #expect(await process.waitForExit() == .lost)
    #expect(await sign.ends())
  }

  /// A command of a program: it stops its supervisor, which has said that the program has been started, and waits.
  private let stopsItsSupervisor =
    "until ps -o state= -p $PPID | grep -q S; do sleep 0.01; done; kill -STOP $PPID"

  @Test func whomALateSupervisorLeavesAloneIsKilledAndMayStillBeToldOf() async throws {
    let sign = try LifeSign(in: folder)
    var limits = ProcessLimits()
    limits.killPatience = .zero
    let process = try start("exec 9>\(sign.path); echo $PPID; \(stopsItsSupervisor); exit 4", limits: limits)
    let line = String(decoding: try #require(await process.read()), as: UTF8.self)
    let supervisor = try #require(pid_t(line.dropLast()))
    // Ended with code 4, which nobody has heard of.
    #expect(await sign.ends())
    process.end(grace: .zero)
    kill(supervisor, SIGCONT)
    #expect(await process.waitForExit() == .code(4))
  }

  @Test func aSupervisorThatNeverGoesOnIsGivenUpWithItsGroup() async throws {
    let sign = try LifeSign(in: folder)
    var limits = ProcessLimits()
    (limits.killPatience, limits.reportPatience) = (.zero, .milliseconds(20))
    let process = try start(
      "exec 9>\(sign.path); trap '' TERM; \(stopsItsSupervisor); echo on; read line; sleep 1000", limits: limits)
    #expect(await process.read() == ContiguousArray("on\n".utf8))
    process.end(grace: .zero)
    #expect(await process.waitForExit() == .signal(9))
    #expect(await sign.ends())
  }

  @Test func manyRunAtOnce() async throws {
    let processes = try (0..<20).map { _ in try SupervisedProcess(launch(["cat"])) }
    for (number, process) in processes.enumerated() {
      process.write(ContiguousArray("\(number)".utf8))
      process.closeInput()
    }
    for (number, process) in processes.enumerated() { #expect(await everything(of: process) == "\(number)") }
  }
}
