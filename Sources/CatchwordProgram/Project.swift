import CatchwordSettings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The project that a file belongs to, as far as it can be determined without an editor.
enum Project {
  /// The maximum number of parent folders to search; no real project is nested deeper.
  private static let maximumDepth = 64

  /// Returns the nearest folder above a path that has settings of its own or a repository; nil when there is none.
  ///
  /// - Parameter path: A file or a folder, absolute.
  static func root(of path: String) -> String? {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    for _ in 0..<maximumDepth {
      for name in [ProjectFile.name, ".git"] {
        if FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path) { return folder.path }
      }
      if folder.path == "/" { return nil }
      folder = folder.deletingLastPathComponent()
    }
    return nil
  }

  /// Returns the absolute path for a path that may be relative to the working folder.
  static func absolute(_ path: String) -> String {
    let absolute = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    return URL(fileURLWithPath: absolute).standardizedFileURL.path
  }
}
