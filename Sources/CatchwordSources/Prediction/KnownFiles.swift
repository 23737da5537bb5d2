import CatchwordFiles

/// What a model has been given, or was not given as it is no text, as it was then.
struct KnownFiles: Sendable {
  struct File: Sendable {
    /// What it looked like.
    let stamp: FileAccess.Stamp
    /// True when the model was given it.
    let isLearned: Bool
  }

  /// The folders that the files are in.
  var roots = CorpusRoots([], home: nil)
  /// The files by their absolute paths.
  var files: [String: File] = [:]
  /// True when there are more files than were taken.
  var isCut = false
  /// What ignore files said in the last walk through each folder, by its place.
  var memories: [String: IgnoreMemory] = [:]

  /// What ignore files said in the last walk through a folder.
  mutating func memory(of place: String) -> IgnoreMemory {
    let memory = memories[place] ?? IgnoreMemory()
    memories[place] = memory
    return memory
  }
}

/// The folders that a model's files are in, as they were given, and where they are.
struct CorpusRoots: Sendable {
  struct Root: Sendable {
    /// As it was given: the paths of files begin with it, as do those of the documents of whoever gave it.
    let path: String
    /// Without links in it.
    let place: String
  }

  let all: [Root]

  /// Finds folders; leaves out what is not there, or is no project. Blocks.
  init(_ folders: [String], home: String?) {
    all = folders.compactMap { folder in
      // What is wrong with it is said by the source `workspace`.
      (try? WorkspaceIndexer.checkedRoot(folder, home: home)).map { Root(path: folder, place: $0) }
    }
  }

  /// The root of a file, and its path from there; nil when it is in none.
  func split(_ path: String) -> (root: Root, path: String)? {
    guard let root = all.first(where: { path.hasPrefix("\($0.path)/") }) else { return nil }
    return (root, String(path.dropFirst(root.path.count + 1)))
  }

  /// Where a file is whose path begins with that of a root.
  func place(of path: String) -> String { split(path).map { "\($0.root.place)/\($0.path)" } ?? path }

  /// A path as those of the files are written. Blocks.
  func spelled(_ path: String) -> String {
    guard split(path) == nil, let place = FileSystem.canonical(path) else { return path }
    guard let root = all.first(where: { place.hasPrefix("\($0.place)/") }) else { return path }
    return "\(root.path)\(place.dropFirst(root.place.count))"
  }
}
