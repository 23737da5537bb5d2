import CatchwordFiles

/// The files that a model was given, and those it was not given as they are not text, in their state at that time.
struct KnownFiles: Sendable {
  struct File: Sendable {
    /// The stamp of the file at that time.
    let stamp: FileAccess.Stamp
    /// True when the model was given the file.
    let isLearned: Bool
  }

  /// The files, by absolute path.
  var files: [String: File] = [:]
  /// True when files were left out because of a limit.
  var isCut = false
}

/// The folders of a model's files, with their paths as they were given and without links.
struct CorpusRoots: Sendable {
  struct Root: Sendable {
    /// The path as it was given, which is a prefix of the paths of files and of the client's documents.
    let path: String
    /// The path without links in it.
    let place: String
  }

  let all: [Root]

  /// Finds folders; leaves out those that do not exist, or are no projects. Blocks.
  init(_ folders: [String], home: String?) {
    all = folders.compactMap { folder in
      // The source `workspace` reports the problems of a folder.
      (try? WorkspaceIndexer.checkedRoot(folder, home: home)).map { Root(path: folder, place: $0) }
    }
  }

  /// Returns the root of a file, and the path from there; nil when the file is in none.
  func split(_ path: String) -> (root: Root, path: String)? {
    guard let root = all.first(where: { path.hasPrefix("\($0.path)/") }) else { return nil }
    return (root, String(path.dropFirst(root.path.count + 1)))
  }

  /// Returns the path without links of a file whose path begins with that of a root.
  func place(of path: String) -> String { split(path).map { "\($0.root.place)/\($0.path)" } ?? path }

  /// Returns a path in the spelling of the files' paths. Blocks.
  func spelled(_ path: String) -> String {
    guard split(path) == nil, let place = FileSystem.canonical(path) else { return path }
    guard let root = all.first(where: { place.hasPrefix("\($0.place)/") }) else { return path }
    return "\(root.path)\(place.dropFirst(root.place.count))"
  }
}
