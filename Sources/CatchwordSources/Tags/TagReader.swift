import CatchwordFiles
import Synchronization

/// Looks up names in tags files; may block, so it is called on threads that may.
final class TagReader: Sendable {
  /// The tags found in one file.
  struct Answer: Sendable {
    var head: TagFile.Head
    var tags: [TagSearch.Found]
    var isCut: Bool
  }

  /// The reason why a tags file is unusable.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// The information kept about a file, as long as its stamp is unchanged.
  private struct Known {
    let stamp: FileAccess.Stamp
    let head: TagFile.Head
    /// True when the file is sorted as its head says.
    let isSorted: Bool
    /// The reason why it is in no format of ctags; nil where it may be in one.
    let otherFormat: String?
    /// The ranges of the names of the last lookup.
    var ranges = TagRanges()
  }

  private struct Sorted {
    let stamp: FileAccess.Stamp
    let bytes: [UInt8]
  }

  /// The maximum number of unsorted files that are kept sorted in memory.
  private static let maximumKept = 4
  /// The maximum number of files about which information is kept.
  private static let maximumKnown = 64

  private let known = Mutex<[FilePlace: Known]>([:])
  private let kept = Mutex<[(place: FilePlace, sorted: Sorted)]>([])
  /// The number of files that have been sorted; locked while one is, which takes several times its size in memory.
  let sorts = Mutex(0)

  /// Returns the best tags of a file.
  ///
  /// - Parameter files: The number of files that share the limit on what one lookup may scan.
  /// - Throws: `Problem`, when the file cannot be read, is in another format, or is too large to be read unsorted.
  func search(_ place: FilePlace, for typed: String, limit: Int, files: Int = 1) throws -> Answer {
    let share = TagSearch.maximumScanned / max(1, files)
    do {
      return try FileSystem.withFile(place.path, inside: place.project) { file in
        try search(TagBytes(file), file.stamp, place, for: typed, limit: limit, share)
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(description: "\(error)")
    }
  }

  /// Returns the best tags of an open file.
  func search(
    _ bytes: TagBytes, _ stamp: FileAccess.Stamp, _ place: FilePlace, for typed: String, limit: Int, _ share: Int
  ) throws -> Answer {
    let known = known(bytes, stamp, place)
    let head = known.head
    // Nothing is known about a file that could not be read.
    guard !bytes.hasFailed else { return Answer(head: head, tags: [], isCut: true) }
    if let other = known.otherFormat { throw Problem(description: other) }
    var tags = bytes
    if !known.isSorted {
      guard bytes.count <= TagFile.maximumUnsorted else {
        let what = head.order == .unsorted ? "it is not sorted" : "it says that it is sorted, and is not"
        throw Problem(description: "\(what), and of \(bytes.count >> 20) MB; write it with ctags --sort=yes")
      }
      guard let sorted = sorted(bytes, stamp, place, head) else { return Answer(head: head, tags: [], isCut: true) }
      tags = TagBytes(sorted)
    }
    let found = TagSearch(
      bytes: tags, isFolded: known.isSorted && head.order == .folded, first: known.isSorted ? head.end : 0,
      maximumScanned: share
    ).search(typed, limit: limit, known: known.ranges)
    if !bytes.hasFailed { keep(found.known, stamp, place) }
    return Answer(head: head, tags: found.tags, isCut: found.isCut || !tags.isWhole)
  }

  /// Returns the information about a file; it is examined once, as long as its stamp is unchanged.
  private func known(_ bytes: TagBytes, _ stamp: FileAccess.Stamp, _ place: FilePlace) -> Known {
    if let known = known.withLock({ $0[place] }), known.stamp == stamp { return known }
    let head = TagFile.head(of: bytes)
    let new = Known(
      stamp: stamp, head: head, isSorted: head.order != .unsorted && TagFile.isInOrder(bytes, head),
      otherFormat: TagFile.otherFormat(of: bytes))
    // A file that cannot be read now may be readable the next time.
    guard !bytes.hasFailed else { return new }
    known.withLock { known in
      if known.count >= TagReader.maximumKnown { known = [:] }
      known[place] = new
    }
    return new
  }

  /// Keeps the ranges of the names, so that the lookup for the next key need not find them again.
  private func keep(_ ranges: TagRanges, _ stamp: FileAccess.Stamp, _ place: FilePlace) {
    known.withLock { if $0[place]?.stamp == stamp { $0[place]?.ranges = ranges } }
  }

  /// Returns the lines of an unsorted file, sorted; they are sorted once, as long as the stamp is unchanged.
  ///
  /// - Returns: nil when the lines cannot be read now; they may be readable the next time.
  private func sorted(
    _ bytes: TagBytes, _ stamp: FileAccess.Stamp, _ place: FilePlace, _ head: TagFile.Head
  ) -> [UInt8]? {
    if let known = keptLines(of: place, stamp) { return known }
    // Read before the lock, so that no other thread waits for a slow disk.
    let lines = bytes.bytes(at: head.end, count: min(TagFile.maximumUnsorted, max(0, bytes.count - head.end)))
    guard bytes.isWhole else { return nil }
    return sorts.withLock { sorts in
      // Another thread may have sorted it meanwhile.
      if let known = keptLines(of: place, stamp) { return known }
      sorts += 1
      let sorted = TagFile.sorted(lines)
      kept.withLock { kept in
        kept.removeAll { $0.place == place }
        if kept.count >= TagReader.maximumKept { kept.removeFirst() }
        kept.append((place, Sorted(stamp: stamp, bytes: sorted)))
      }
      return sorted
    }
  }

  private func keptLines(of place: FilePlace, _ stamp: FileAccess.Stamp) -> [UInt8]? {
    kept.withLock { $0.first { $0.place == place && $0.sorted.stamp == stamp }?.sorted.bytes }
  }
}
