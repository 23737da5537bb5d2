import CatchwordFiles
import CatchwordMatching
import Synchronization

/// The entries of one folder, as they were when it was read, ready to be searched.
struct FolderListing: Sendable {
  /// An entry that was found.
  struct Entry: Sendable, Equatable {
    var name: String
    var kind: FolderEntryKind
  }

  private let visible: CandidateIndex
  private let hidden: CandidateIndex
  /// Where it is.
  let path: String
  /// What has been found out about entries of which the folder does not say what they are.
  let kinds = EntryKinds()
  /// What tells whether it still holds.
  let stamp: FileAccess.Stamp?
  /// True when the folder has more entries than were read.
  let isCut: Bool

  /// How many entries there are that can be offered.
  var count: Int { visible.count + hidden.count }

  /// Reads a folder; may block.
  ///
  /// - Parameters:
  ///   - maximum: The most entries to take.
  ///   - isIgnored: True for what is to be left out.
  /// - Throws: What reading the folder throws.
  init(
    _ path: String, in folders: FolderAccess, maximum: Int,
    isIgnored: ((_ name: String, _ isFolder: Bool) -> Bool)? = nil
  ) throws {
    self.path = path
    // Before the entries: what comes while they are read makes it look old, not new.
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

  /// The entries that match best.
  ///
  /// - Parameters:
  ///   - withHidden: True to look among those that begin with a dot as well.
  ///   - limit: The most to find of each sort.
  /// - Returns: What was found, and whether there is more.
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

  /// False for names that no text can hold, or that would do something to a terminal.
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
      // Folders weigh more than files, so of many entries they are found first.
      builder.append(name, weight: kind.rawValue)
      total += 1
    }

    mutating func build() -> CandidateIndex {
      if builder.count > 0 { segments.append(builder.build()) }
      return CandidateIndex(segments: segments)
    }
  }
}

/// The kinds of entries that had to be looked at one by one.
final class EntryKinds: Sendable {
  private let kinds = Mutex<[String: FolderEntryKind]>([:])

  func kind(of name: String) -> FolderEntryKind? { kinds.withLock { $0[name] } }

  func set(_ kind: FolderEntryKind, of name: String) { kinds.withLock { $0[name] = kind } }
}
