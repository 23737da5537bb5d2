import CatchwordFiles

/// The files that a model could learn from, and the order in which it does: a limit leaves out those that matter least.
struct CorpusPlan {
  /// A file that was found.
  private struct File {
    /// The number of its folder.
    let folder: Int
    let name: String
    let stamp: FileAccess.Stamp
  }

  /// A folder, with the workspace's root that it is in.
  private struct Folder {
    let path: String
    let root: String
  }

  /// How near a file is, of two the lesser first.
  private struct Nearness: Comparable {
    /// How many steps there are from folder to folder to a document; less than none for the document itself.
    var distance = Int.max
    /// How many documents were opened since that one.
    var age = Int.max

    static func < (left: Nearness, right: Nearness) -> Bool {
      (left.distance, left.age) < (right.distance, right.age)
    }
  }

  private var files: [File] = []
  private var folders: [Folder] = []

  /// How many files there are.
  var count: Int { files.count }

  /// Adds a file; those of a folder come together, and the nearest to the root first.
  ///
  /// - Parameters:
  ///   - path: From the root.
  ///   - root: The root, as an absolute path.
  mutating func append(_ path: String, root: String, stamp: FileAccess.Stamp) {
    let (folder, name) = FilePath.split("\(root)/\(path)")
    if folders.last?.path != folder { folders.append(Folder(path: folder, root: root)) }
    files.append(File(folder: folders.count - 1, name: name, stamp: stamp))
  }

  /// The absolute path of a file.
  func path(_ number: Int) -> String { "\(folders[files[number].folder].path)/\(files[number].name)" }

  /// The root that a file is in.
  func root(_ number: Int) -> String { folders[files[number].folder].root }

  /// What a file looked like when it was found.
  func stamp(_ number: Int) -> FileAccess.Stamp { files[number].stamp }

  /// The numbers of the files: documents first, then what is nearest to one of them, of that what is nearest to the one
  /// that was opened last, and of that what was changed last; in roots without documents, what is nearest to the root.
  ///
  /// - Parameter documents: The paths of documents, the one that was opened last first.
  /// - Complexity: O(*n* log *n*), and O(folders × documents).
  func order(near documents: [String]) -> [Int] {
    let numbers = Dictionary(documents.enumerated().map { ($1, $0) }) { first, _ in first }
    let nearness = folders.map { CorpusPlan.nearness(of: $0, to: documents) }
    let keys = files.map { file in
      let folder = nearness[file.folder]
      guard folder.distance == 0, let age = numbers["\(folders[file.folder].path)/\(file.name)"] else { return folder }
      return Nearness(distance: -1, age: age)
    }
    return files.indices.sorted { left, right in
      if keys[left] != keys[right] { return keys[left] < keys[right] }
      let (first, second) = (files[left].stamp.modified, files[right].stamp.modified)
      // As it was found, where nothing is near.
      return first == second || keys[left].distance == .max ? left < right : first > second
    }
  }

  private static func nearness(of folder: Folder, to documents: [String]) -> Nearness {
    var best = Nearness()
    for (age, document) in documents.enumerated() where FilePath.isInside(document, folder.root) {
      best = min(best, Nearness(distance: distance(from: folder.path, to: FilePath.split(document).folder), age: age))
    }
    return best
  }

  /// How many steps it is from one folder to another, up and down.
  static func distance(from one: String, to other: String) -> Int {
    let first = one.utf8.split(separator: UInt8(ascii: "/"))
    let second = other.utf8.split(separator: UInt8(ascii: "/"))
    let common = zip(first, second).prefix { $0.elementsEqual($1) }.count
    return first.count + second.count - 2 * common
  }
}
