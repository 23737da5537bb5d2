import CatchwordCompletion
import CatchwordFiles
import Synchronization

/// Finds the tags files of a document: in its folder, in those above it up to the workspace's, and in the workspace's.
final class TagFileFinder: Sendable {
  private struct Found {
    var files: [FilePlace]
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
  private let found = Mutex<[[FilePlace]: Found]>([:])

  init(clock: EngineClock) { self.clock = clock }

  /// True when it is known that there are no tags files, of any document that was asked about.
  var isNothing: Bool { found.withLock { found in !found.isEmpty && found.values.allSatisfy(\.files.isEmpty) } }

  /// True when somebody should look again.
  var isOld: Bool {
    let now = clock.now
    return found.withLock { $0.values.contains { now - $0.checked >= TagFileFinder.freshness } }
  }

  /// Forgets all; the settings are other ones.
  func forget() { found.withLock { $0 = [:] } }

  /// The files that are known for a place, if they were looked for a moment ago.
  func known(_ places: [FilePlace]) -> [FilePlace]? {
    guard let found = found.withLock({ $0[places] }), clock.now - found.checked < TagFileFinder.freshness else {
      return nil
    }
    return found.files
  }

  /// Looks which of some places have a file; may block.
  func look(_ places: [FilePlace]) -> [FilePlace] {
    // Before: what comes while it looks may have been missed.
    let now = clock.now
    var files: [FilePlace] = []
    for place in places where files.count < TagFileFinder.maximumFiles {
      if (try? FileSystem.withFile(place.path, inside: place.project) { _ in }) != nil { files.append(place) }
    }
    found.withLock { found in
      if found.count >= TagFileFinder.maximumFolders, found[places] == nil { found = [:] }
      found[places] = Found(files: files, checked: now)
    }
    return files
  }

  /// Looks again for all that was looked for; may block.
  func lookAgain() { for places in found.withLock({ Array($0.keys) }) { _ = look(places) } }

  /// Where tags files may be, the nearest first.
  ///
  /// - Parameters:
  ///   - file: The document, nil when it is not on a disk.
  ///   - workspace: The folders of the workspace.
  static func places(names: [String], file: String?, workspace: [String]) -> [FilePlace] {
    // Each folder with the one that its files must be in.
    var folders: [FilePlace] = []
    var folder = file.flatMap { PathRoots.folder(of: $0) }
    let root = folder.flatMap { folder in workspace.first { folder == $0 || folder.hasPrefix($0 + "/") } }
    while let next = folder, folders.count < maximumDepth {
      folders.append(FilePlace(path: next, project: root ?? next))
      // Outside the workspace, only beside the document.
      if root == nil || next == root { break }
      folder = PathRoots.folder(of: next)
    }
    for folder in workspace where !folders.contains(where: { $0.path == folder }) {
      folders.append(FilePlace(path: folder, project: folder))
    }
    var places = folders.flatMap { folder in
      names.filter { !$0.hasPrefix("/") && !$0.isEmpty }.map {
        FilePlace(path: PathRoots.join(folder.path, $0), project: folder.project)
      }
    }
    // These the user has named, who may name links to anywhere.
    places += names.filter { $0.hasPrefix("/") }.map { FilePlace(path: $0) }
    return places.filter { $0.path.utf8.count < FilePath.maximumBytes && !$0.path.utf8.contains(0) }
  }
}
