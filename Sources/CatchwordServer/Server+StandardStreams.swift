import CatchwordRPC

extension Server {
  /// Serves the editor that has started this process, on standard input and output, and ends the process with its exit
  /// code.
  ///
  /// Standard output is for frames alone from now on: whatever anyone in this process prints goes to standard error.
  public static func serve(_ configuration: ServerConfiguration) async -> Never {
    let input = InputQueue()
    let output = FrameWriter.takingStandardOutput(onDisconnect: { input.end() })
    let loop = ReceiveLoop(reading: 0, into: input)
    let server = Server(configuration, input: input, output: output)
    loop.start()
    CurrentProcess.exit(await Task(name: "server", executorPreference: loop) { await server.run() }.value)
  }
}
