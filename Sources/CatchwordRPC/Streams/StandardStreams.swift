/// Standard input and output of a server: frames on both, and one thread that reads and serves.
public struct StandardStreams: Sendable {
  /// The queue of received bytes.
  public let input: InputQueue
  /// The writer of outgoing frames.
  public let output: FrameWriter
  /// The thread that reads, and on which `run` serves.
  public let loop: ReceiveLoop

  /// Starts to read, watched by a watchdog, before anything else in the process needs a thread.
  /// SIGTERM and SIGHUP end the input.
  ///
  /// Standard output is for frames only from now on: all other output goes to standard error. When the system does not
  /// create the threads that a server needs, that is reported on standard error, and the process exits with 71, "an
  /// error of the operating system" in `sysexits.h`: Dispatch would silently wait for them forever.
  public static func open() -> StandardStreams {
    let input = InputQueue()
    let output = FrameWriter.takingStandardOutput(onDisconnect: { input.end() })
    let loop = ReceiveLoop(reading: 0, into: input)
    guard Watchdog.start(watching: loop), loop.start(), ThreadSupply.suffices() else {
      StandardStream.error.write("catchword: \(ThreadSupply.advice).\n")
      StreamPlatform.exitNow(71)
    }
    return StandardStreams(input: input, output: output, loop: loop)
  }

  /// Serves on the loop's thread, and ends the process there with the code that is returned.
  ///
  /// - Parameters:
  ///   - name: The name of the task in a debugger.
  ///   - server: The function that serves until the end and returns the exit code.
  public func run(_ name: String, _ server: @escaping @Sendable () async -> Int32) async -> Never {
    let task = Task<Int32, Never>(name: name, executorPreference: loop) {
      let code = await server()
      // There may be no other thread to continue on.
      StreamPlatform.exitNow(code)
    }
    StreamPlatform.exitNow(await task.value)
  }
}
