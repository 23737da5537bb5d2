import CatchwordRPC

/// The options of `catchword-bench conformance`.
struct ConformanceOptions {
  let command: [String]
  /// The maximum time for an answer.
  let timeout: Duration

  init(_ arguments: [String]) throws(BenchInvocation.Failure) {
    let (values, command) = try BenchInvocation.options(
      arguments, of: "conformance", known: ["--timeout": "a number of seconds"])
    self.command = command
    timeout = .seconds(try BenchInvocation.number(values, "--timeout", in: 0.01...600, otherwise: 3.0))
  }
}

/// `catchword-bench conformance`: the behaviour of a server for valid and for hostile input, beside other servers.
enum ConformanceCommand {
  static func run(_ options: ConformanceOptions) throws -> Int32 {
    let run = try ConformanceRun(options.command, patience: .init(answer: options.timeout))
    let table = ConformanceTable(
      server: options.command[0].split(separator: "/").last.map(String.init) ?? options.command[0],
      cases: ConformanceCase.all, observations: run.observations(of: ConformanceCase.all),
      others: try MeasuredServer.read())
    StandardStream.output.write(table.text)
    return table.deviations == 0 ? 0 : 1
  }
}
