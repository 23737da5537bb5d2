#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A converter that makes paths in settings absolute, and checks that they stay in a folder.
package struct PathResolver: Sendable {
  private let folder: String
  private let home: String

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - folder: The base of relative paths.
  ///   - home: The user's home folder.
  package init(folder: String, home: String) {
    self.folder = folder
    self.home = home
  }

  /// Returns an absolute path: `~` is the home folder, the rest is relative to the folder. Reads no file system.
  package func absolute(_ path: String) -> String {
    if path == "~" || path.hasPrefix("~/") { return PathResolver.standardized(home + path.dropFirst()) }
    let absolute = path.hasPrefix("/") ? path : "\(folder)/\(path)"
    return PathResolver.standardized(absolute)
  }

  /// Returns the names in a path, split by scalars: a slash with a combining mark behind it is no Character of its own,
  /// but still a slash for the system.
  static func names(in path: String) -> [String] {
    path.unicodeScalars.split(separator: "/").map { String($0) }
  }

  /// Returns an absolute path without `.`, `..` and empty names.
  ///
  /// Foundation's own function asks the file system if the path is a folder, which may block forever.
  private static func standardized(_ path: String) -> String {
    var names: [String] = []
    for name in PathResolver.names(in: path) {
      switch name {
      case ".": continue
      case "..": _ = names.popLast()
      default: names.append(name)
      }
    }
    return "/" + names.joined(separator: "/")
  }

  /// Returns the path with the home folder in place of `~`; a path without it is unchanged.
  func withHome(_ path: String) -> String { path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path }

  /// The folder with links resolved; reads the file system.
  var canonicalFolder: String? { PathResolver.canonical(folder) }

  /// The maximum number of links that are followed in one path, as in operating systems.
  private static let maximumLinks = 40
  /// The maximum number of names that are resolved in a path, including those in links; no real path has more.
  private static let maximumNames = 512

  /// Returns a path with links resolved; a part that does not exist stays as it is written, for it may come to exist.
  ///
  /// Foundation's own function does not resolve the links before a part that does not exist.
  ///
  /// - Returns: Nil when it leads through too many names, as each lookup repeats all names before it.
  static func canonical(_ path: String) -> String? {
    var rest = Array(names(in: path).reversed())
    var done: [String] = []
    var links = 0
    var seen = 0
    while let name = rest.popLast() {
      seen += 1
      if seen > maximumNames { return nil }
      if name == "." { continue }
      if name == ".." {
        _ = done.popLast()
        continue
      }
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/" + (done + [name]).joined(separator: "/"))
      guard let target, links < maximumLinks else {
        done.append(name)
        continue
      }
      links += 1
      if target.hasPrefix("/") { done = [] }
      rest += names(in: target).reversed()
    }
    return "/" + done.joined(separator: "/")
  }

  /// Returns a path with links resolved; nil when that is not in a folder, or is the folder itself.
  static func canonical(_ path: String, inside folder: String) -> String? {
    guard let folder = canonical(folder), let path = canonical(path), path != folder else { return nil }
    return contains(path, in: folder) ? path : nil
  }

  static func contains(_ path: String, in folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : "\(folder)/")
  }
}
