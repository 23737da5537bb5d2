import CatchwordRPC
import Foundation

/// `catchword-bench quality`: how soon the wanted word comes first in a user's own files, beside other orders.
enum QualityCommand {
  static func run(_ options: QualityOptions) async throws -> Int32 {
    // Read first, so that an error in the floors is reported before the long run.
    var floors: JSONValue?
    if options.isChecked || options.floors != nil {
      floors = .some(try ReplayLimits.read(options.floors, otherwise: "quality", called: "floors"))
    }
    let folder = try ReplayFolder(path: options.folder)
    var run = try QualityRun(folder, options)
    try await OwnFolder.with { own in
      try await OwnFolder.with { place in
        try await run.run(in: own, publishingIn: place) { _ in StandardStream.error.write(".") }
      }
    }
    StandardStream.error.write("\n")
    let report = QualityReport(run: run, options: options, folder: folder)
    StandardStream.output.write(report.text)
    if let path = options.json { try write(report.json + "\n", to: path) }
    if let path = options.svg { try write(RankPlot(run, folder: options.folder).svg, to: path) }
    guard let floors else { return 0 }
    return ReplayLimits.conclude(QualityFigures(run, options).misses(floors), called: "floors")
  }

  /// Writes an output file that the options name.
  static func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw ReplayFolder.Failure(description: "\(path) cannot be written")
    }
  }
}
