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

  /// Of so many files it is kept whether they are sorted as they say.
  private static let maximumOrders = 64

  private let orders = Mutex<[FilePlace: (stamp: FileAccess.Stamp, isInOrder: Bool)]>([:])
  private let kept = Mutex<[(place: FilePlace, sorted: Sorted)]>([])

  /// The best tags of a file.
  ///
  /// - Parameter files: How many files share what one lookup may go through.
  /// - Throws: `Problem`, when the file cannot be read or is too large to be read unsorted.
  func search(_ place: FilePlace, for typed: String, limit: Int, files: Int = 1) throws -> Answer {
    let share = TagSearch.maximumScanned / max(1, files)
    do {
      return try Platform.withFile(place.path, inside: place.project) { file in
        try search(TagBytes(file), file.stamp, place, for: typed, limit: limit, share)
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(description: "\(error)")
    }
  }

  private func search(
    _ bytes: TagBytes, _ stamp: FileAccess.Stamp, _ place: FilePlace, for typed: String, limit: Int, _ share: Int
  ) throws -> Answer {
    let head = TagFile.head(of: bytes)
    let isSorted = head.order != .unsorted && isInOrder(bytes, stamp, place, head)
    guard !isSorted else {
      let found = TagSearch(
        bytes: bytes, isFolded: head.order == .folded, first: head.end, maximumScanned: share
      ).search(typed, limit: limit)
      return Answer(head: head, tags: found.tags, isCut: found.isCut || bytes.isExhausted)
    }
    guard bytes.count <= TagFile.maximumUnsorted else {
      let what = head.order == .unsorted ? "it is not sorted" : "it says that it is sorted, and is not"
      throw Problem(description: "\(what), and of \(bytes.count >> 20) MB; write it with ctags --sort=yes")
    }
    let sorted = sorted(bytes, stamp, place, head)
    let found = TagSearch(
      bytes: TagBytes(sorted), isFolded: false, first: 0, maximumScanned: share
    ).search(typed, limit: limit)
    return Answer(head: head, tags: found.tags, isCut: found.isCut)
  }

  /// True for a file that is as it says; looked at once, as long as it stays the same.
  private func isInOrder(
    _ bytes: TagBytes, _ stamp: FileAccess.Stamp, _ place: FilePlace, _ head: TagFile.Head
  ) -> Bool {
    if let known = orders.withLock({ $0[place] }), known.stamp == stamp { return known.isInOrder }
    let isInOrder = TagFile.isInOrder(bytes, head)
    orders.withLock { orders in
      if orders.count >= TagReader.maximumOrders { orders = [:] }
      orders[place] = (stamp, isInOrder)
    }
    return isInOrder
  }

  private func sorted(
    _ bytes: TagBytes, _ stamp: FileAccess.Stamp, _ place: FilePlace, _ head: TagFile.Head
  ) -> [UInt8] {
    let known = kept.withLock { $0.first { $0.place == place }?.sorted }
    if let known, known.stamp == stamp { return known.bytes }
    let sorted = TagFile.sorted(bytes, from: head.end)
    kept.withLock { kept in
      kept.removeAll { $0.place == place }
      if kept.count >= TagReader.maximumKept { kept.removeFirst() }
      kept.append((place, Sorted(stamp: stamp, bytes: sorted)))
    }
    return sorted
  }
}
