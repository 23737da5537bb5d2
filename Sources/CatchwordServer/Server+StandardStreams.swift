public import CatchwordRPC

extension Server {
  /// Serves the editor that has started this process, on standard input and output, and ends the process with its exit
  /// code.
  ///
  /// Standard output is for frames only from now on: all that this process prints goes to standard error.
  public static func serve(_ configuration: ServerConfiguration) async -> Never {
    await serve(configuration, on: .open())
  }

  /// Serves on streams that were opened before the configuration was made, which may need threads and files.
  ///
  /// - Parameter atEnd: Called when the server has ended, before the process does. Must return at once.
  public static func serve(
    _ configuration: ServerConfiguration, on streams: StandardStreams, atEnd: @escaping @Sendable () -> Void = {}
  ) async -> Never {
    var configuration = configuration
    // A key's own work is done sooner where it was read than another thread wakes up.
    configuration.promptExecutor = streams.loop.sideExecutor
    let server = Server(configuration, input: streams.input, output: streams.output)
    await streams.run("server") {
      let code = await server.run()
      atEnd()
      return code
    }
  }
}
