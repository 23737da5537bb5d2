import CatchwordCompletion
import CatchwordFiles
import Synchronization

/// Finds the tags files of a document: in its folder, in those above it up to the workspace's, and in the workspace's.
final class TagFileFinder: Sendable {
  private struct Found {
    var files: [FilePlace]
    var checked: Duration
  }

  /// The maximum number of folders that are searched upwards from the document's.
  private static let maximumDepth = 32
  /// The maximum number of tags files that are read for a document.
  static let maximumFiles = 8
  /// The maximum number of folders whose files are remembered.
  private static let maximumFolders = 256
  /// The time for which a result is used without searching again.
  static let freshness = Duration.seconds(2)

  private let clock: EngineClock
  private let found = Mutex<[[FilePlace]: Found]>([:])

  init(clock: EngineClock) { self.clock = clock }

  /// True when no document that was asked about has a tags file; false when none was asked about.
  var isNothing: Bool { found.withLock { found in !found.isEmpty && found.values.allSatisfy(\.files.isEmpty) } }

  /// True when nothing has been looked up within `freshness`.
  var isOld: Bool {
    let now = clock.now
    return found.withLock { $0.values.allSatisfy { now - $0.checked >= TagFileFinder.freshness } }
  }

  /// Forgets all results, as the settings have changed.
  func forget() { found.withLock { $0 = [:] } }

  /// Returns the files known for places; nil when they were not looked up within `freshness`.
  func known(_ places: [FilePlace]) -> [FilePlace]? {
    guard let found = found.withLock({ $0[places] }), clock.now - found.checked < TagFileFinder.freshness else {
      return nil
    }
    return found.files
  }

  /// Returns those of the places that have a file; may block.
  func look(_ places: [FilePlace]) -> [FilePlace] {
    // The time is taken first, as a file that appears during the search may be missed.
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

  /// Repeats every lookup whose result is kept; may block.
  func lookAgain() { for places in found.withLock({ Array($0.keys) }) { _ = look(places) } }

  /// Returns the places where tags files may be, the nearest first.
  ///
  /// - Parameters:
  ///   - file: The path of the document; nil when it is not on a disk.
  ///   - workspace: The folders of the workspace.
  static func places(names: [String], file: String?, workspace: [String]) -> [FilePlace] {
    // Each folder is paired with the folder that must contain its files.
    var folders: [FilePlace] = []
    var folder = file.flatMap { PathRoots.folder(of: $0) }
    let root = folder.flatMap { folder in workspace.first { folder == $0 || folder.hasPrefix($0 + "/") } }
    while let next = folder, folders.count < maximumDepth {
      folders.append(FilePlace(path: next, project: root ?? next))
      // Outside the workspace, only the folder of the document is searched.
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
    // Absolute paths are named by the user, and may be links to anywhere.
    places += names.filter { $0.hasPrefix("/") }.map { FilePlace(path: $0) }
    return places.filter { $0.path.utf8.count < FilePath.maximumBytes && !$0.path.utf8.contains(0) }
  }
}
