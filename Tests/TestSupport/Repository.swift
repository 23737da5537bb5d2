package import Foundation

/// Where things are: the repository's files, and the programs just built.
package enum Repository {
  /// The repository's top folder.
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The text of an article of the documentation.
  package static func article(_ name: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent("Sources/Catchword/Catchword.docc/\(name).md"), encoding: .utf8)
  }

  /// A program of this package, built beside the tests.
  package static func executable(_ name: String) -> URL {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let folders = [Bundle.main.bundleURL, bundle, bundle.deletingLastPathComponent()]
    let candidates = folders.map { $0.appendingPathComponent(name) }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? candidates[0]
  }

  /// A program on the PATH, nil when it is not installed.
  package static func find(_ program: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// True in continuous integration, where nothing may be skipped.
  package static let isContinuousIntegration = ProcessInfo.processInfo.environment["CI"] != nil
}
