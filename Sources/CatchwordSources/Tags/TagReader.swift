import CatchwordFiles
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

  /// What is kept of a file, as long as it stays the same.
  private struct Known {
    let stamp: FileAccess.Stamp
    let head: TagFile.Head
    /// True when it is sorted as it says.
    let isSorted: Bool
    /// Where the names of the last lookup are.
    var ranges = TagRanges()
  }

  private struct Sorted {
    let stamp: FileAccess.Stamp
    let bytes: [UInt8]
  }

  /// So many unsorted files are kept sorted in memory.
  private static let maximumKept = 4
  /// Of so many files something is known.
  private static let maximumKnown = 64

  private let known = Mutex<[FilePlace: Known]>([:])
  private let kept = Mutex<[(place: FilePlace, sorted: Sorted)]>([])
  /// How many files have been sorted; locked while one is, which takes several times its size in memory.
  let sorts = Mutex(0)

  /// The best tags of a file.
  ///
  /// - Parameter files: How many files share what one lookup may go through.
  /// - Throws: `Problem`, when the file cannot be read or is too large to be read unsorted.
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

  /// The best tags of a file that is open.
  func search(
    _ bytes: TagBytes, _ stamp: FileAccess.Stamp, _ place: FilePlace, for typed: String, limit: Int, _ share: Int
  ) throws -> Answer {
    let known = known(bytes, stamp, place)
    let head = known.head
    // Nothing is known of what could not be read.
    guard !bytes.hasFailed else { return Answer(head: head, tags: [], isCut: true) }
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

  /// What is known of a file; looked at once, as long as it stays the same.
  private func known(_ bytes: TagBytes, _ stamp: FileAccess.Stamp, _ place: FilePlace) -> Known {
    if let known = known.withLock({ $0[place] }), known.stamp == stamp { return known }
    let head = TagFile.head(of: bytes)
    let new = Known(stamp: stamp, head: head, isSorted: head.order != .unsorted && TagFile.isInOrder(bytes, head))
    // What cannot be read now may be the next time.
    guard !bytes.hasFailed else { return new }
    known.withLock { known in
      if known.count >= TagReader.maximumKnown { known = [:] }
      known[place] = new
    }
    return new
  }

  /// Keeps where the names are, so that the next key does not look for them again.
  private func keep(_ ranges: TagRanges, _ stamp: FileAccess.Stamp, _ place: FilePlace) {
    known.withLock { if $0[place]?.stamp == stamp { $0[place]?.ranges = ranges } }
  }

  /// The lines of an unsorted file, sorted once as long as it stays the same.
  ///
  /// - Returns: nil when they cannot be read now; they may be the next time.
  private func sorted(
    _ bytes: TagBytes, _ stamp: FileAccess.Stamp, _ place: FilePlace, _ head: TagFile.Head
  ) -> [UInt8]? {
    if let known = keptLines(of: place, stamp) { return known }
    // Before the lock: nobody else waits for a slow disk.
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
