/// A tags file that is open for one lookup: what its head says, and its tags.
struct TagFile {
  /// How its tags are sorted.
  enum Order: Equatable {
    case unsorted, byBytes, folded
  }

  /// What the first lines of a tags file say about the rest.
  struct Head: Equatable, Sendable {
    var order = Order.unsorted
    /// What the file's relative paths were relative to when it was written, as an absolute path.
    var folder: String?
    /// What letters mean, where all languages mean the same.
    var kinds: [String: String] = [:]
    /// Where the tags begin.
    var end = 0
  }

  /// The largest unsorted file that is read, in bytes.
  static let maximumUnsorted = 8 << 20
  /// How far the head is read, in bytes.
  private static let maximumHead = 256 * 1024

  /// Reads the head.
  static func head(of bytes: TagBytes) -> Head {
    var head = Head()
    var kinds: [String: Set<String>] = [:]
    bytes.forEachLine(from: 0, to: min(bytes.count, maximumHead)) { line, start in
      head.end = start
      guard line.starts(with: "!_".utf8) else { return false }
      head.end = start + line.count + 1
      let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 3, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard parts.count > 1 else { return true }
      switch parts[0] {
      case "!_TAG_FILE_SORTED": head.order = parts[1] == "1" ? .byBytes : parts[1] == "2" ? .folded : .unsorted
      case "!_TAG_PROC_CWD": head.folder = parts[1].hasPrefix("/") ? parts[1] : nil
      case _ where parts[0].hasPrefix("!_TAG_KIND_DESCRIPTION"):
        let names = parts[1].split(separator: ",")
        if names.count == 2 { kinds[String(names[0]), default: []].insert(String(names[1])) }
      default: break
      }
      return true
    }
    head.kinds = kinds.compactMapValues { $0.count == 1 ? $0.first : nil }
    return head
  }

  /// So many pieces of a large file are looked at, of a window each.
  private static let pieces = 64

  /// True when a file seems to be sorted as its head says: a small one is read, and of a larger one pieces all over it.
  static func isInOrder(_ bytes: TagBytes, _ head: Head) -> Bool {
    var last: [UInt8] = []
    var isInOrder = true
    func read(_ range: Range<Int>) {
      bytes.forEachLine(from: range.lowerBound, to: range.upperBound, isShort: true) { line, _ in
        guard let name = TagLine.name(in: line) else { return true }
        let next = head.order == .folded ? name.map(TagSearch.upper) : Array(name)
        isInOrder = isInOrder && !next.lexicographicallyPrecedes(last)
        last = next
        return isInOrder
      }
    }
    let length = max(0, bytes.count - head.end)
    if length <= pieces * TagBytes.window {
      read(head.end..<head.end + length)
      return isInOrder
    }
    for piece in 0..<pieces where isInOrder {
      let place = head.end + length / pieces * piece
      guard let start = piece == 0 ? place : bytes.lineStart(after: place, before: bytes.count) else {
        // The last line may have no end; what has no lines elsewhere is none of tags.
        return isInOrder && bytes.count - place <= TagBytes.maximumLine
      }
      read(start..<min(bytes.count, start + TagBytes.window))
    }
    return isInOrder && !bytes.isExhausted
  }

  /// The lines of an unsorted file, sorted.
  static func sorted(_ bytes: TagBytes, from start: Int) -> [UInt8] {
    let all = bytes.bytes(at: start, count: min(maximumUnsorted, max(0, bytes.count - start)))
    let lines = all.split(separator: UInt8(ascii: "\n")).compactMap { line -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? in
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return TagLine.name(in: line).map { ($0, line) }
    }
    var result: [UInt8] = []
    result.reserveCapacity(all.count)
    for (_, line) in lines.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) }) {
      result += line
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }
}
