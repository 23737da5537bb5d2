import CatchwordRPC
import Foundation

/// The limits with which the figures of a replay are compared: floors, or bounds.
enum ReplayLimits {
  /// Reads the limits in a file, or in a table of `budgets.json` when no file is named.
  static func read(_ path: String?, otherwise table: String, called name: String) throws -> JSONValue {
    guard let path else { return try Budgets.read(table) }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw ReplayFolder.Failure(description: "\(path): the file of \(name) cannot be read")
    }
    do {
      return try JSONValue(parsing: text)
    } catch {
      throw ReplayFolder.Failure(description: "\(path): \(error)")
    }
  }

  /// Prints the limits that are not kept.
  ///
  /// - Returns: The exit code.
  static func conclude(_ misses: [String], called name: String) -> Int32 {
    StandardStream.output.write(misses.isEmpty ? "All \(name) are kept.\n" : misses.joined(separator: "\n") + "\n")
    return misses.isEmpty ? 0 : 1
  }
}
