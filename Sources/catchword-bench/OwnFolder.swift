import Foundation

/// A folder in which a server may do as it likes: its home, and its workspace.
enum OwnFolder {
  /// Makes a folder that is there for one action.
  static func with<Value>(_ action: (URL) throws -> Value) throws -> Value {
    let folder = try make()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try action(folder)
  }

  /// Makes a folder that is there for one action.
  static func with<Value>(_ action: (URL) async throws -> Value) async throws -> Value {
    let folder = try make()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await action(folder)
  }

  /// Makes a folder, by the path that has no links in it, as what looks for files there finds them.
  private static func make() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("catchword-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// This process's environment, with the folder for a home.
  static func environment(_ folder: URL) -> [String: String] {
    var variables = ProcessInfo.processInfo.environment
    for name in ["HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
      variables[name] = folder.path
    }
    // A Swift program that explains its crash takes long to die, and would look as if it hung.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    return variables
  }
}
