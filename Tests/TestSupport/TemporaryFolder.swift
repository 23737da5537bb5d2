package import Foundation

/// A folder that is there for one test and gone after it.
package final class TemporaryFolder {
  package let url: URL

  /// Makes an empty folder with a short name: sockets live in it, so it is in the TMPDIR only if that is short too.
  package init() throws {
    let parent = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.utf8.count <= 30 ? $0 : nil } ?? "/tmp"
    url = URL(fileURLWithPath: "\(parent)/cw-\(UUID().uuidString.prefix(8))", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file into the folder and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// Makes a symbolic link in the folder.
  package func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appendingPathComponent(name).path, withDestinationPath: target)
  }

  /// The contents of a file of the folder, nil when there is none.
  package func read(_ name: String) -> String? {
    try? String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }
}
