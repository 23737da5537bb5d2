import CatchwordFiles

/// The format of tags files: the head, the order of the tags, and the sorting of unsorted ones.
struct TagFile {
  /// The order of the tags.
  enum Order: Equatable {
    case unsorted, byBytes, folded
  }

  /// The information in the first lines of a tags file.
  struct Head: Equatable, Sendable {
    var order = Order.unsorted
    /// The folder to which relative paths were relative when the file was written, as an absolute path.
    var folder: String?
    /// The names of kinds by their letters, where all languages agree.
    var kinds: [String: String] = [:]
    /// The offset at which the tags begin, in bytes.
    var end = 0
  }

  /// The maximum size of an unsorted file that is read, in bytes.
  static let maximumUnsorted = 8 << 20
  /// The maximum size of the head, in bytes.
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

  /// The number of bytes at the beginning of a file that tell its format.
  private static let formatWindow = 512

  /// Returns the reason why a file is in no format of ctags, as its beginning tells; nil where it may be in one.
  static func otherFormat(of bytes: TagBytes) -> String? {
    let beginning = bytes.bytes(at: 0, count: formatWindow)
    // A form feed, alone on its line, precedes the tags of each file in the format of etags.
    if beginning.first == 0x0C, beginning.dropFirst().first == 0x0A || beginning.dropFirst().first == 0x0D {
      return "it is in the format of etags; write it with ctags"
    }
    return beginning.contains(0) && !beginning.starts(with: "!_".utf8) ? "it is binary; write it with ctags" : nil
  }

  /// The number of pieces of a large file that are checked, of one window each.
  private static let pieces = 64

  /// True when a file seems to be sorted as its head says: a small one is read whole, and of a larger one pieces of it.
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
        // The last line may have no end; a file without line ends elsewhere is no tags file.
        return isInOrder && bytes.count - place <= TagBytes.maximumLine
      }
      read(start..<min(bytes.count, start + TagBytes.window))
    }
    return isInOrder && !bytes.isExhausted
  }

  /// Returns the lines of an unsorted file that have names, sorted by name; lines with the same name keep their order.
  ///
  /// - Complexity: O(*n* log *n*) for *n* lines, and 12 bytes of memory for each besides the text.
  static func sorted(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count + 1)
    text.withUnsafeBufferPointer { text in
      var lines = Line.all(of: text)
      lines.sort { $0.name(in: text).lexicographicallyPrecedes($1.name(in: text)) }
      for line in lines {
        result += line.bytes(in: text)
        result.append(UInt8(ascii: "\n"))
      }
    }
    return result
  }
}

/// The offsets of a line in the text of an unsorted file; 32 bits each, as a file may have a line for every two bytes.
private struct Line {
  let start: Int32
  let nameEnd: Int32
  let end: Int32

  /// Returns the lines of a text that have names.
  static func all(of text: UnsafeBufferPointer<UInt8>) -> [Line] {
    guard let base = text.baseAddress else { return [] }
    var lines: [Line] = []
    var start = 0
    while start < text.count {
      let end = Memory.firstIndex(of: UInt8(ascii: "\n"), in: base, start..<text.count) ?? text.count
      if let nameEnd = Memory.firstIndex(of: UInt8(ascii: "\t"), in: base, start..<end) {
        let visibleEnd = text[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
        lines.append(Line(start: Int32(start), nameEnd: Int32(nameEnd), end: Int32(visibleEnd)))
      }
      start = end + 1
    }
    return lines
  }

  func name(in text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: text[Int(start)..<Int(nameEnd)])
  }

  func bytes(in text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: text[Int(start)..<Int(end)])
  }
}
