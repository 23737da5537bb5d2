import CatchwordMatching

/// Parses a word list piece by piece: an entry a line, `word`, `word<TAB>weight` or `word<TAB>weight<TAB>description`.
///
/// Empty lines and a byte order mark are skipped. A second column that is not a number is a description.
struct WordListParser {
  /// The maximum length of an entry's line, in bytes: a longer line is minified code, or the file is no list at all.
  static let maximumLineBytes = 4096

  /// The number of lines that were too long.
  private(set) var skippedLines = 0
  /// The entries that occur twice, with different values.
  private(set) var duplicates = ListDuplicates()
  private var builder = SegmentBuilder()
  private let onSegment: (inout SegmentBuilder) throws -> Void
  private var line = 0
  /// The beginning of a line whose end has not been read yet.
  private var rest: ContiguousArray<UInt8> = []
  private var isInLongLine = false

  /// - Parameter onSegment: Called whenever a segment is to be made, and at the end if there are entries left.
  init(onSegment: @escaping (inout SegmentBuilder) throws -> Void) { self.onSegment = onSegment }

  /// Parses the next bytes.
  ///
  /// - Throws: `WordListError` for bytes that are not text, with the line; or errors of `onSegment`.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    var start = 0
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      let head = UnsafeBufferPointer(rebasing: bytes[start..<end])
      if rest.isEmpty && !isInLongLine {
        try read(line: head)
      } else {
        try keep(head)
        try readRest()
      }
      start = end + 1
    }
    try keep(UnsafeBufferPointer(rebasing: bytes[start...]))
  }

  /// Parses the rest, as there are no more bytes.
  ///
  /// - Throws: As `read`.
  mutating func finish() throws {
    if !rest.isEmpty || isInLongLine { try readRest() }
    if builder.count > 0 { try onSegment(&builder) }
  }

  private mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    if isInLongLine || rest.count + bytes.count > WordListParser.maximumLineBytes + 3 {
      if bytes.contains(0) || rest.contains(0) { throw WordListError.binary(line: line + 1) }
      isInLongLine = true
      rest.removeAll(keepingCapacity: true)
    } else {
      rest.append(contentsOf: bytes)
    }
  }

  private mutating func readRest() throws {
    if isInLongLine {
      isInLongLine = false
      line += 1
      skippedLines += 1
      return
    }
    let whole = rest
    rest.removeAll(keepingCapacity: true)
    try whole.withUnsafeBufferPointer { try read(line: $0) }
  }

  private mutating func read(line bytes: UnsafeBufferPointer<UInt8>) throws {
    line += 1
    var bytes = bytes
    if line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = UnsafeBufferPointer(rebasing: bytes[3...]) }
    var (all, hasTab, hasNul): (UInt8, Bool, Bool) = (0, false, false)
    for byte in bytes {
      all |= byte
      hasTab = hasTab || byte == 0x09
      hasNul = hasNul || byte == 0
    }
    if hasNul { throw WordListError.binary(line: line) }
    guard bytes.count <= WordListParser.maximumLineBytes else {
      skippedLines += 1
      return
    }
    let isASCII = all < 0x80
    if !isASCII, String(validating: bytes, as: UTF8.self) == nil { throw WordListError.notUTF8(line: line) }
    try hasTab ? append(columns: bytes) : append(bytes, weight: 0, detail: nil)
  }

  private mutating func append(columns bytes: UnsafeBufferPointer<UInt8>) throws {
    let columns = bytes.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false).map {
      WordListParser.trimmed(UnsafeBufferPointer(rebasing: $0))
    }
    var rest = columns.dropFirst()
    var weight = 0.0
    if let column = rest.first, let number = Double(String(decoding: column, as: UTF8.self)), number.isFinite {
      weight = max(0, number)
      rest = rest.dropFirst()
    } else if rest.first?.isEmpty == true {
      rest = rest.dropFirst()
    }
    let detail = ContiguousArray(rest.joined(separator: [0x20]))
    if !columns[0].isEmpty { duplicates.note(columns[0], values: bytes[(columns[0].count)...], line: line) }
    try detail.withUnsafeBufferPointer { try append(columns[0], weight: weight, detail: $0) }
  }

  private mutating func append(
    _ word: UnsafeBufferPointer<UInt8>, weight: Double, detail: UnsafeBufferPointer<UInt8>?
  ) throws {
    let word = WordListParser.trimmed(word)
    guard !word.isEmpty else { return }
    builder.append(word, weight: ListWeight.code(weight), detail: detail)
    if builder.isFull { try onSegment(&builder) }
  }

  private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var (start, end) = (0, bytes.count)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while start < end, isSpace(bytes[end - 1]) { end -= 1 }
    return UnsafeBufferPointer(rebasing: bytes[start..<end])
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0D }
}

/// The reason why a file is not a word list, and the remedy.
enum WordListError: Error, Equatable, CustomStringConvertible {
  /// A NUL byte: the file is of some other kind.
  case binary(line: Int)
  /// Bytes that are not UTF-8.
  case notUTF8(line: Int)
  /// The file has more bytes than the limit: name a shorter one.
  case tooLarge(Int)
  /// The file cannot be read.
  case unreadable(String)

  var description: String {
    switch self {
    case .binary(let line): "line \(line) holds a NUL byte, so this is no text file; name a file with one word a line"
    case .notUTF8(let line): "line \(line) is not UTF-8; save the file as UTF-8"
    case .tooLarge(let limit): "it has more than \(limit >> 20) MB; name a shorter one"
    case .unreadable(let reason): "it cannot be read (\(reason)); check the path and its permissions"
    }
  }
}
