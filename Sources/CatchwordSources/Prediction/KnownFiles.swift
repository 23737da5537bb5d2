import CatchwordFiles
import CatchwordPrediction

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
  /// The far texts, by the root of their files, and the files that they have and that are gone.
  var far: [String: FarText] = [:]
  var gone: Set<String> = []
  /// The folders that they are in.
  var roots = CorpusRoots(ReadFolders(open: []), home: nil)
  /// True when files were left out because of a limit, and when some of them are in open folders.
  var isCut = false
  var isOpenCut = false

  /// Notes that a file was left out because of a limit.
  mutating func noteCut(isFurther: Bool) {
    isCut = true
    if !isFurther { isOpenCut = true }
  }

  /// The number of files.
  var count: Int { far.values.reduce(files.count) { $0 + $1.fileCount } }

  /// Returns a file as the model has it; nil when it does not.
  func file(_ path: String) -> File? {
    if let file = files[path] { return file }
    guard !far.isEmpty, !gone.contains(path), let (root, inner) = roots.split(path) else { return nil }
    return far[root.path]?.stamp(of: inner).map { File(stamp: $0, isLearned: true) }
  }

  /// Sets a file; nil when it is gone.
  mutating func set(_ path: String, to file: File?) {
    files[path] = file
    if file == nil && !far.isEmpty { gone.insert(path) } else { gone.remove(path) }
  }

  /// Returns true when the model may be given a new file of a root: none that matters as much was left out.
  func hasRoom(for root: CorpusRoots.Root) -> Bool {
    // Of a further folder without a far text nothing is known yet.
    if root.isFurther { return !isCut && far[root.path] != nil }
    return far[root.path].map { !$0.isCut } ?? !isOpenCut
  }
}

/// The folders of a model's files, with their paths as they were given and without links.
struct CorpusRoots: Sendable {
  struct Root: Sendable {
    /// The path as it was given, which is a prefix of the paths of files and of the client's documents.
    let path: String
    /// The path without links in it.
    let place: String
    /// True for a folder that is not open.
    let isFurther: Bool
  }

  let all: [Root]

  /// Finds folders; leaves out those that do not exist, are no projects, or are there already by another path. Blocks.
  init(_ folders: ReadFolders, home: String?) {
    var places: Set<String> = []
    all = folders.all.compactMap { path in
      // The source `workspace` reports the problems of a folder.
      guard let place = try? WorkspaceIndexer.checkedRoot(path, home: home), places.insert(place).inserted else {
        return nil
      }
      return Root(path: path, place: place, isFurther: folders.further.contains(path))
    }
  }

  /// True for a file of a further folder that another root has, too, maybe by another path.
  ///
  /// - Complexity: O(number of roots).
  func isOfOther(_ path: String, of root: Root) -> Bool {
    root.isFurther && all.contains { $0.place != root.place && "\(root.place)/\(path)".hasPrefix("\($0.place)/") }
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
