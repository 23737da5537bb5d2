import CatchwordRPC
import Foundation

/// `catchword-bench typing`: which menus come up as a text is typed, beside a plain completion.
enum TypingCommand {
  static func run(_ options: TypingOptions) async throws -> Int32 {
    // Before what takes long.
    var bounds: JSONValue?
    if options.isChecked || options.bounds != nil { bounds = .some(try TypingCommand.bounds(options.bounds)) }
    var run = try TypingRun(options)
    let own = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("catchword-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: own) }
    try await run.run(in: own) { _ in StandardStream.error.write(".") }
    StandardStream.error.write("\n")
    let report = TypingReport(run: run, options: options)
    StandardStream.output.write(report.text)
    if let path = options.json { try QualityCommand.write(report.json + "\n", to: path) }
    guard let bounds else { return 0 }
    let misses = TypingFigures(run).misses(bounds)
    StandardStream.output.write(misses.isEmpty ? "All bounds are kept.\n" : misses.joined(separator: "\n") + "\n")
    return misses.isEmpty ? 0 : 1
  }

  /// The bounds of a file; those of `budgets.json` under `typing` when no file is named.
  private static func bounds(_ path: String?) throws -> JSONValue {
    guard let path else { return try Budgets.read("typing") }
    return try QualityFigures.read(path, "bounds")
  }
}
