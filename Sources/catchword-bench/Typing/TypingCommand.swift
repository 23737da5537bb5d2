import CatchwordRPC

/// `catchword-bench typing`: the menus that come up while a text is typed, beside a plain completion.
enum TypingCommand {
  static func run(_ options: TypingOptions) async throws -> Int32 {
    // Read first, so that an error in the bounds is reported before the long run.
    var bounds: JSONValue?
    if options.isChecked || options.bounds != nil {
      bounds = .some(try ReplayLimits.read(options.bounds, otherwise: "typing", called: "bounds"))
    }
    var run = try TypingRun(options)
    try await OwnFolder.with { own in try await run.run(in: own) { _ in StandardStream.error.write(".") } }
    StandardStream.error.write("\n")
    let report = TypingReport(run: run, options: options)
    StandardStream.output.write(report.text)
    if let path = options.json { try QualityCommand.write(report.json + "\n", to: path) }
    guard let bounds else { return 0 }
    return ReplayLimits.conclude(TypingFigures(run).misses(bounds), called: "bounds")
  }
}
