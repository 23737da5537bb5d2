import CatchwordCompletion
import CatchwordProxy
import CatchwordRPC
import CatchwordServer
import CatchwordSources

/// `catchword proxy`: another language server and ours, combined for editors that support only one.
enum ProxyCommand {
  /// Serves until the editor or its process ends.
  ///
  /// - Parameters:
  ///   - command: The other server's program and its arguments.
  ///   - patience: The maximum time for the other server to begin, in seconds; nil for the default.
  static func run(_ command: [String], patience: Int?) async -> Never {
    let streams = StandardStreams.open()
    let name = UpstreamProcess.name(of: command)
    // The editor received its standard error before, and still does.
    let errors = EventLog()
    let lines = LineWriter(descriptor: StandardStream.error.rawValue)
    errors.listen { lines.write(Printer.printable($1)) }
    let link = UpstreamProcess(name: name, command: command, log: errors)
    let user = UserConfiguration(isRead: false)
    var parts = Serve.parts(user)
    let report = StatusReport.begin(&parts, user)
    var server = parts.configuration
    // Waiting a little longer for the other server is worthwhile; it is seldom as fast as ours.
    server.settings.budget = max(server.settings.budget, .milliseconds(150))
    var configuration = Proxy.Configuration(name: name) { [server] in server }
    configuration.log = server.log
    configuration.executor = streams.loop
    if let patience { configuration.initializePatience = .seconds(patience) }
    let proxy = Proxy(configuration, link: link, input: streams.input, output: streams.output)
    await streams.run("proxy") {
      let code = await proxy.run()
      report?.end()
      // If there was no request, no error was reported yet.
      if code != 0, let refusal = UpstreamProcess.refusal(of: command) {
        lines.write("catchword: \(Printer.printable("\"\(name)\" cannot be started: \(refusal)."))")
      }
      lines.flush(milliseconds: 100)
      return code
    }
  }
}
