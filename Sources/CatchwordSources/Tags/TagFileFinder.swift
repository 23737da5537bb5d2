import CatchwordCompletion
import Synchronization

/// Finds the tags files of a document: in its folder, in those above it up to the workspace's, and in the workspace's.
final class TagFileFinder: Sendable {
  private struct Found {
    var files: [String]
    var checked: Duration
  }

  /// So many folders upwards are looked into.
  private static let maximumDepth = 32
  /// So many tags files are read for a document.
  static let maximumFiles = 8
  /// The files of so many folders are remembered.
  private static let maximumFolders = 256
  /// For as long nothing is looked for again.
  static let freshness = Duration.seconds(2)

  private let clock: EngineClock
  private let found = Mutex<[[String]: Found]>([:])
  /// The files that the user has named, which may be links to anywhere.
  private let named = Mutex<Set<String>>([])

  init(clock: EngineClock) { self.clock = clock }

  /// True when it is known that there are no tags files, of any document that was asked about.
  var isNothing: Bool { found.withLock { found in !found.isEmpty && found.values.allSatisfy(\.files.isEmpty) } }

  /// True when somebody should look again.
  var isOld: Bool {
    let now = clock.now
    return found.withLock { $0.values.contains { now - $0.checked >= TagFileFinder.freshness } }
  }

  /// Forgets all; the settings are other ones.
  ///
  /// - Parameter named: The files that the user has named by their whole paths.
  func forget(named: Set<String>) {
    self.named.withLock { $0 = named }
    found.withLock { $0 = [:] }
  }

  /// True for what is where it seems to be, in one of the folders that are looked into: a project's link leads nowhere else.
  private static func isConfined(_ path: String, to folders: [String]) -> Bool {
    guard let real = PathsPlatform.canonical(path) else { return false }
    return folders.contains { real.hasPrefix($0 == "/" ? "/" : "\($0)/") }
  }

  /// The files that are known for a place, if they were looked for a moment ago.
  func known(_ paths: [String]) -> [String]? {
    guard let found = found.withLock({ $0[paths] }), clock.now - found.checked < TagFileFinder.freshness else {
      return nil
    }
    return found.files
  }

  /// Looks which of some paths are there; may block.
  func look(_ paths: [String]) -> [String] {
    // Before: what comes while it looks may have been missed.
    let now = clock.now
    let named = named.withLock { $0 }
    let folders = paths.compactMap { PathRoots.folder(of: $0) }.compactMap { PathsPlatform.canonical($0) }
    let there = paths.filter { path in
      guard Platform.stamp(of: path) != nil, PathsPlatform.status(of: path)?.kind == .file else { return false }
      return named.contains(path) || TagFileFinder.isConfined(path, to: folders)
    }
    let files = Array(there.prefix(TagFileFinder.maximumFiles))
    found.withLock { found in
      if found.count >= TagFileFinder.maximumFolders, found[paths] == nil { found = [:] }
      found[paths] = Found(files: files, checked: now)
    }
    return files
  }

  /// Looks again for all that was looked for; may block.
  func lookAgain() { for paths in found.withLock({ Array($0.keys) }) { _ = look(paths) } }

  /// Where tags files may be, the nearest first.
  ///
  /// - Parameters:
  ///   - file: The document, nil when it is not on a disk.
  ///   - workspace: The folders of the workspace.
  static func places(names: [String], file: String?, workspace: [String]) -> [String] {
    var folders: [String] = []
    var folder = file.flatMap { PathRoots.folder(of: $0) }
    let root = folder.flatMap { folder in workspace.first { folder == $0 || folder.hasPrefix($0 + "/") } }
    while let next = folder, folders.count < maximumDepth {
      folders.append(next)
      // Outside the workspace, only beside the document.
      if root == nil || next == root { break }
      folder = PathRoots.folder(of: next)
    }
    for folder in workspace where !folders.contains(folder) { folders.append(folder) }
    var places = folders.flatMap { folder in
      names.filter { !$0.hasPrefix("/") && !$0.isEmpty }.map { PathRoots.join(folder, $0) }
    }
    places += names.filter { $0.hasPrefix("/") }
    return places.filter { $0.utf8.count < PathContext.maximumBytes && !$0.utf8.contains(0) }
  }
}
