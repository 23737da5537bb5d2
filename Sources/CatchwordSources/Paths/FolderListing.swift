import CatchwordFiles
import CatchwordMatching
import Synchronization

/// A snapshot of the entries of one folder, indexed for searching.
struct FolderListing: Sendable {
  /// An entry that was found.
  struct Entry: Sendable, Equatable {
    var name: String
    var kind: FolderEntryKind
  }

  private let visible: CandidateIndex
  private let hidden: CandidateIndex
  /// The path of the folder.
  let path: String
  /// The kinds that were looked up for entries whose kind the folder does not tell.
  let kinds = EntryKinds()
  /// The stamp that tells whether the listing is current; nil when there was none.
  let stamp: FileAccess.Stamp?
  /// True when the folder has more entries than were read.
  let isCut: Bool

  /// The number of entries that can be offered.
  var count: Int { visible.count + hidden.count }

  /// Reads a folder; may block.
  ///
  /// - Parameters:
  ///   - maximum: The maximum number of entries to take.
  ///   - isIgnored: A function that returns true for entries to leave out.
  /// - Throws: The errors of reading the folder.
  init(
    _ path: String, in folders: FolderAccess, maximum: Int,
    isIgnored: ((_ name: String, _ isFolder: Bool) -> Bool)? = nil
  ) throws {
    self.path = path
    // Taken before the entries, so that a change while they are read makes the listing look old, not current.
    stamp = folders.stamp(path)
    var visible = Builder()
    var hidden = Builder()
    var isCut = false
    try folders.entries(path) { name, kind in
      guard FolderListing.canBeOffered(name) else { return true }
      guard visible.total + hidden.total < maximum else {
        isCut = true
        return false
      }
      if let isIgnored, isIgnored(String(decoding: name, as: UTF8.self), kind == .folder) { return true }
      if name.first == UInt8(ascii: ".") { hidden.append(name, kind) } else { visible.append(name, kind) }
      return true
    }
    self.isCut = isCut
    self.visible = visible.build()
    self.hidden = hidden.build()
  }

  /// Returns the best matching entries.
  ///
  /// - Parameters:
  ///   - withHidden: True to include the names that begin with a dot.
  ///   - limit: The maximum number of entries to find, each of visible and of hidden ones.
  /// - Returns: The entries, and whether there are more.
  /// - Throws: `CancellationError`.
  @concurrent
  func search(_ name: String, withHidden: Bool, limit: Int) async throws -> (entries: [Entry], isCut: Bool) {
    let pattern = Pattern(name)
    var entries: [Entry] = []
    var isCut = isCut
    for index in withHidden ? [visible, hidden] : [visible] {
      let found = try index.search(pattern, limit: limit, allowsTypos: true) {
        try Task.checkCancellation()
        return true
      }
      isCut = isCut || found.isCut
      for match in found.matches {
        let kind = FolderEntryKind(rawValue: index.weight(of: match.row)) ?? .unknown
        entries.append(Entry(name: index[match.row], kind: kind))
      }
    }
    return (entries, isCut)
  }

  /// False for names that no text can hold, or that could control a terminal.
  private static func canBeOffered(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !name.isEmpty, name.count <= CandidateIndex.maximumTextBytes else { return false }
    if name.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return true }
    guard let text = String(validating: name, as: UTF8.self) else { return false }
    return !text.unicodeScalars.contains {
      $0.properties.generalCategory == .control || $0.properties.isBidiControl
        || $0.properties.generalCategory == .lineSeparator || $0.properties.generalCategory == .paragraphSeparator
    }
  }

  private struct Builder {
    private var builder = SegmentBuilder()
    private var segments: [IndexSegment] = []
    private(set) var total = 0

    mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ kind: FolderEntryKind) {
      if builder.isFull { segments.append(builder.build()) }
      // Folders weigh more than files, so that they are found first among many entries.
      builder.append(name, weight: kind.rawValue)
      total += 1
    }

    mutating func build() -> CandidateIndex {
      if builder.count > 0 { segments.append(builder.build()) }
      return CandidateIndex(segments: segments)
    }
  }
}

/// A cache of the kinds of entries that had to be looked up one by one.
final class EntryKinds: Sendable {
  private let kinds = Mutex<[String: FolderEntryKind]>([:])

  func kind(of name: String) -> FolderEntryKind? { kinds.withLock { $0[name] } }

  func set(_ kind: FolderEntryKind, of name: String) { kinds.withLock { $0[name] = kind } }
}
