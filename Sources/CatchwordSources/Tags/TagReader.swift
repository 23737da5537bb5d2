import Synchronization

/// Looks up names in tags files; may block, and is called on threads that may.
final class TagReader: Sendable {
  /// What was found in one file.
  struct Answer: Sendable {
    var head: TagFile.Head
    var tags: [TagSearch.Found]
    var isCut: Bool
  }

  /// A tags file that is of no use.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  private struct Sorted {
    let stamp: FileAccess.Stamp
    let bytes: [UInt8]
  }

  /// So many unsorted files are kept sorted in memory.
  private static let maximumKept = 4

  private let kept = Mutex<[(path: String, sorted: Sorted)]>([])

  /// The best tags of a file.
  ///
  /// - Throws: `Problem`, when the file cannot be read or is too large to be read unsorted.
  func search(_ path: String, for typed: String, limit: Int) throws -> Answer {
    do {
      return try PathsPlatform.withFile(path) { descriptor, count in
        try search(TagBytes(descriptor: descriptor, count: count), path, for: typed, limit: limit)
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(description: "\(error)")
    }
  }

  private func search(_ bytes: TagBytes, _ path: String, for typed: String, limit: Int) throws -> Answer {
    let head = TagFile.head(of: bytes)
    guard head.order == .unsorted else {
      let found = TagSearch(bytes: bytes, isFolded: head.order == .folded, first: head.end).search(typed, limit: limit)
      return Answer(head: head, tags: found.tags, isCut: found.isCut)
    }
    guard bytes.count <= TagFile.maximumUnsorted else {
      throw Problem(
        description: "it is not sorted, and of \(bytes.count >> 20) MB; write it with ctags --sort=yes")
    }
    let sorted = sorted(bytes, path, head)
    let found = TagSearch(bytes: TagBytes(sorted), isFolded: false, first: 0).search(typed, limit: limit)
    return Answer(head: head, tags: found.tags, isCut: found.isCut)
  }

  private func sorted(_ bytes: TagBytes, _ path: String, _ head: TagFile.Head) -> [UInt8] {
    let stamp = Platform.stamp(of: path)
    let known = kept.withLock { $0.first { $0.path == path }?.sorted }
    if let known, known.stamp == stamp { return known.bytes }
    let sorted = TagFile.sorted(bytes, from: head.end)
    guard let stamp else { return sorted }
    kept.withLock { kept in
      kept.removeAll { $0.path == path }
      if kept.count >= TagReader.maximumKept { kept.removeFirst() }
      kept.append((path, Sorted(stamp: stamp, bytes: sorted)))
    }
    return sorted
  }
}
