import CatchwordFiles

/// The files that a model can learn from, in an order in which a limit leaves out those that matter least.
struct CorpusPlan {
  /// A file that was found.
  private struct File {
    /// The number of its folder.
    let folder: Int
    let name: String
    let stamp: FileAccess.Stamp
    /// True for a file that a far text of its root does not have in its present state.
    let isNews: Bool
  }

  /// A folder, and the root of the workspace that contains it.
  private struct Folder {
    let path: String
    let root: String
    /// True when it is not in an open folder.
    let isFurther: Bool
  }

  /// The nearness of a file to documents; the nearer one is the lesser.
  private struct Nearness: Comparable {
    /// True for folders that are not open, which are the farthest.
    var isFurther = false
    /// True for files that are learned from in any case.
    var isKnown = true
    /// The number of steps from folder to folder to a document; negative for the document itself.
    var distance = Int.max
    /// The number of documents opened since that one.
    var age = Int.max

    static func < (left: Nearness, right: Nearness) -> Bool {
      if left.isFurther != right.isFurther { return right.isFurther }
      if left.isKnown != right.isKnown { return right.isKnown }
      return (left.distance, left.age) < (right.distance, right.age)
    }
  }

  private var files: [File] = []
  private var folders: [Folder] = []

  /// The number of files.
  var count: Int { files.count }

  /// Adds a file; the files of a folder are added together, and those nearest to the root first.
  ///
  /// - Parameters:
  ///   - path: The path from the root.
  ///   - root: The root, as an absolute path.
  ///   - isFurther: True for a root that is not open.
  ///   - isNews: True for a file that a far text of its root does not have in its present state.
  mutating func append(
    _ path: String, root: String, isFurther: Bool = false, isNews: Bool = false, stamp: FileAccess.Stamp
  ) {
    let (folder, name) = FilePath.split("\(root)/\(path)")
    if folders.last?.path != folder { folders.append(Folder(path: folder, root: root, isFurther: isFurther)) }
    files.append(File(folder: folders.count - 1, name: name, stamp: stamp, isNews: isNews))
  }

  /// Returns the absolute path of a file.
  func path(_ number: Int) -> String { "\(folders[files[number].folder].path)/\(files[number].name)" }

  /// Returns the root that a file is in.
  func root(_ number: Int) -> String { folders[files[number].folder].root }

  /// True for a file that is not in an open folder; these files come last.
  func isFurther(_ number: Int) -> Bool { folders[files[number].folder].isFurther }

  /// Returns the stamp of a file when it was found.
  func stamp(_ number: Int) -> FileAccess.Stamp { files[number].stamp }

  /// Returns the numbers of the files: documents first, then what a far text lacks, then the nearest to a document. Of
  /// equal ones, those near the last opened document come first, then those changed last; in roots without documents, the
  /// nearest to the root.
  ///
  /// - Parameter documents: The paths of documents, the one that was opened last first.
  /// - Complexity: O(*n* log *n*), and O(folders × documents).
  func order(near documents: [String]) -> [Int] {
    let numbers = Dictionary(documents.enumerated().map { ($1, $0) }) { first, _ in first }
    let nearness = folders.map { CorpusPlan.nearness(of: $0, to: documents) }
    let keys = files.map { file in
      var folder = nearness[file.folder]
      folder.isKnown = !file.isNews
      guard folder.distance == 0, let age = numbers["\(folders[file.folder].path)/\(file.name)"] else { return folder }
      return Nearness(isFurther: folder.isFurther, isKnown: false, distance: -1, age: age)
    }
    return files.indices.sorted { left, right in
      if keys[left] != keys[right] { return keys[left] < keys[right] }
      let (first, second) = (files[left].stamp.modified, files[right].stamp.modified)
      // When no document is near, the order is that of addition.
      return first == second || keys[left].distance == .max ? left < right : first > second
    }
  }

  private static func nearness(of folder: Folder, to documents: [String]) -> Nearness {
    var best = Nearness(isFurther: folder.isFurther)
    for (age, document) in documents.enumerated() where FilePath.isInside(document, folder.root) {
      let distance = distance(from: folder.path, to: FilePath.split(document).folder)
      best = min(best, Nearness(isFurther: folder.isFurther, distance: distance, age: age))
    }
    return best
  }

  /// Returns the number of steps from one folder to another, up and down.
  static func distance(from one: String, to other: String) -> Int {
    let first = one.utf8.split(separator: UInt8(ascii: "/"))
    let second = other.utf8.split(separator: UInt8(ascii: "/"))
    let common = zip(first, second).prefix { $0.elementsEqual($1) }.count
    return first.count + second.count - 2 * common
  }
}
