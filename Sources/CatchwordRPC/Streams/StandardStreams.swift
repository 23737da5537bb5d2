/// Standard input and output as a server uses them: frames on both, and one thread that reads and serves.
public struct StandardStreams: Sendable {
  /// What has been read.
  public let input: InputQueue
  /// Where frames go.
  public let output: FrameWriter
  /// The thread that reads, and on which `run` serves.
  public let loop: ReceiveLoop

  /// Begins to read, under the eyes of a watchdog, before anything else in the process needs a thread.
  ///
  /// Standard output is for frames alone from now on: whatever anyone in this process prints goes to standard error. Where the
  /// system does not make the threads that a server needs, that is said on standard error, and the process ends with 71, "an
  /// error of the operating system" in `sysexits.h`: Dispatch would wait for them for ever, in silence.
  public static func open() -> StandardStreams {
    let input = InputQueue()
    let output = FrameWriter.takingStandardOutput(onDisconnect: { input.end() })
    let loop = ReceiveLoop(reading: 0, into: input)
    guard Watchdog.start(watching: loop), loop.start(), ThreadSupply.suffices() else {
      StandardStream.error.write("catchword: \(ThreadSupply.advice).\n")
      Platform.exitNow(71)
    }
    return StandardStreams(input: input, output: output, loop: loop)
  }

  /// Serves on the loop's thread, and ends the process there with the code that is returned.
  ///
  /// - Parameters:
  ///   - name: What the task is called in a debugger.
  ///   - server: Serves to the end.
  public func run(_ name: String, _ server: @escaping @Sendable () async -> Int32) async -> Never {
    let task = Task<Int32, Never>(name: name, executorPreference: loop) {
      let code = await server()
      // There may be no other thread on which to go on.
      Platform.exitNow(code)
    }
    Platform.exitNow(await task.value)
  }
}
