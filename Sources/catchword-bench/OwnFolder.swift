import Foundation

/// A temporary folder that a server uses as its home and its workspace.
enum OwnFolder {
  /// Creates a folder that exists until the action ends.
  static func with<Value>(_ action: (URL) throws -> Value) throws -> Value {
    let folder = try make()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try action(folder)
  }

  /// Creates a folder that exists until the action ends.
  static func with<Value>(_ action: (URL) async throws -> Value) async throws -> Value {
    let folder = try make()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await action(folder)
  }

  /// Creates a folder, with a path without symbolic links, as programs that look for files there see it.
  private static func make() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("catchword-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Returns this process's environment, with the folder as home.
  static func environment(_ folder: URL) -> [String: String] {
    var variables = ProcessInfo.processInfo.environment
    for name in ["HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
      variables[name] = folder.path
    }
    // A Swift program that prints a backtrace takes long to end, and would seem to hang.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    return variables
  }
}
