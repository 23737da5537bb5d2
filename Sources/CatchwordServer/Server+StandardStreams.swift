import CatchwordRPC

extension Server {
  /// Serves the editor that has started this process, on standard input and output, and ends the process with its exit
  /// code.
  ///
  /// Standard output is for frames alone from now on: whatever anyone in this process prints goes to standard error.
  public static func serve(_ configuration: ServerConfiguration) async -> Never {
    let input = InputQueue()
    let output = FrameWriter.takingStandardOutput(onDisconnect: { input.end() })
    input.read(from: 0)
    CurrentProcess.exit(await Server(configuration, input: input, output: output).run())
  }
}
