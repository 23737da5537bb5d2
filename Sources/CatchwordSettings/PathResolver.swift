#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes paths in settings absolute, and tells whether they stay in a folder.
public struct PathResolver: Sendable {
  private let folder: String
  private let home: String

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - folder: What relative paths are relative to.
  ///   - home: The user's home folder.
  public init(folder: String, home: String) {
    self.folder = folder
    self.home = home
  }

  /// An absolute path: `~` is the user's home, the rest is relative to the folder. The file system is not looked at.
  public func absolute(_ path: String) -> String {
    if path == "~" || path.hasPrefix("~/") { return home + path.dropFirst() }
    let absolute = path.hasPrefix("/") ? path : "\(folder)/\(path)"
    return PathResolver.standardized(absolute)
  }

  /// The names in a path, by scalars: with a combining mark behind it, a slash is no character of its own, and still a
  /// slash for the system.
  static func names(in path: String) -> [String] {
    path.unicodeScalars.split(separator: "/").map { String($0) }
  }

  /// An absolute path without `.`, `..` and empty names.
  ///
  /// Foundation's own way asks the file system whether it is a folder, which may never answer.
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

  /// The path of the home folder, or below it, where it is written with `~`; any other stays as it is.
  func withHome(_ path: String) -> String { path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path }

  /// The folder without links; looks at the file system.
  var canonicalFolder: String? { PathResolver.canonical(folder) }

  /// How many links are followed in one path, as systems have it.
  private static let maximumLinks = 40
  /// A path that leads through more names, those in links among them, is none that anybody has.
  private static let maximumNames = 512

  /// A path without links; what does not exist of it stays as it is written, for it may come to exist.
  ///
  /// Foundation's own way leaves the links alone in front of what does not exist.
  ///
  /// - Returns: nil when it leads through too many names: each of them is asked for with all that are before it.
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

  /// A path without links, nil when that is not in a folder, or is the folder itself.
  static func canonical(_ path: String, inside folder: String) -> String? {
    guard let folder = canonical(folder), let path = canonical(path), path != folder else { return nil }
    return contains(path, in: folder) ? path : nil
  }

  static func contains(_ path: String, in folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : "\(folder)/")
  }
}
