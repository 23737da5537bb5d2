import CatchwordRPC
import Foundation

/// The data files of the benchmarks, which lie beside this one.
enum BenchFile {
  /// Reads a file.
  ///
  /// - Throws: An error of the file system, or `JSONError`.
  static func read(_ name: String) throws -> JSONValue {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name)
    return try JSONValue(parsing: String(contentsOf: path, encoding: .utf8))
  }
}
