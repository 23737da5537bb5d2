import CatchwordCompletion
import CatchwordProxy
import CatchwordRPC
import CatchwordServer
import CatchwordSources

/// `catchword proxy`: another language server and ours, as one, for editors that have room for one.
enum ProxyCommand {
  /// Serves until the editor or its process ends.
  ///
  /// - Parameters:
  ///   - command: The other server's program and its arguments.
  ///   - patience: For how many seconds it may take to begin; nil for the usual.
  static func run(_ command: [String], patience: Int?) async -> Never {
    let streams = StandardStreams.open()
    let name = UpstreamProcess.name(of: command)
    // What it says there was said to the editor before, and still is.
    let errors = EventLog()
    let lines = LineWriter(descriptor: StandardStream.error.rawValue)
    errors.listen { lines.write(Printer.printable($1)) }
    let link = UpstreamProcess(name: name, command: command, log: errors)
    let user = UserConfiguration(isRead: false)
    var parts = Serve.parts(user)
    let report = StatusReport.begin(&parts, user)
    var server = parts.configuration
    // What the other server knows is worth waiting for a little longer; it is seldom as fast as we are.
    server.settings.budget = max(server.settings.budget, .milliseconds(150))
    var configuration = Proxy.Configuration(name: name) { [server] in server }
    configuration.log = server.log
    configuration.executor = streams.loop
    if let patience { configuration.initializePatience = .seconds(patience) }
    let proxy = Proxy(configuration, link: link, input: streams.input, output: streams.output)
    await streams.run("proxy") {
      let code = await proxy.run()
      report?.end()
      // Where nobody has asked for anything, nobody was told.
      if code != 0, let refusal = UpstreamProcess.refusal(of: command) {
        lines.write("catchword: \(Printer.printable("\"\(name)\" cannot be started: \(refusal)."))")
      }
      lines.flush(milliseconds: 100)
      return code
    }
  }
}
