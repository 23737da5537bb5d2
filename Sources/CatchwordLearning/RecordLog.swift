import CatchwordFiles

/// Records in a file that several processes append to at once, and that survives however they end.
///
/// Each record is a line that begins with a checksum, after an empty line, and is written with one call. A process that
/// is killed, or finds no room, leaves a line whose checksum is wrong and which is no part of the next record. A
/// process that appends holds a shared lock on the file. A process that makes the file smaller holds an exclusive lock,
/// writes another file and puts it in its place; processes that have opened the old file by then see that it is gone,
/// and open the new one. So no record is lost.
///
/// All methods block.
struct RecordLog: Sendable {
  /// The position up to which a reader has read.
  struct Position: Equatable, Sendable {
    let file: LogFile.Identity
    let offset: Int
  }

  /// The result of reading.
  struct Reading: Sendable {
    var records: [String] = []
    /// True when the records are all there are, false when they are those that were added.
    var isWhole = true
    var position: Position?
  }

  /// The maximum length of a record; longer ones are dropped, as not every kind of file takes more in one write.
  static let maximumRecordLength = 4000
  /// The maximum number of bytes to read; of a longer file, only the end is read.
  static let maximumLength = 16 << 20
  /// The maximum number of bytes of records of unknown kinds that are kept when the file is rewritten.
  private static let maximumOthersLength = 256 << 10
  /// The maximum number of attempts to open a file that is being replaced; each time another process has got on.
  private static let maximumAttempts = 2000

  let path: String

  // MARK: Appending

  /// Appends records, one after another.
  ///
  /// - Parameters:
  ///   - records: Text without line breaks; records that are written, or too long, are removed.
  /// - Returns: The length of the file.
  @discardableResult
  func append(_ records: inout [String]) throws(LogFile.Failure) -> Int {
    let file = try open(.shared)
    while let record = records.first {
      let bytes = RecordLog.encoded(record)
      if bytes.count <= RecordLog.maximumRecordLength { try file.append(bytes) }
      records.removeFirst()
    }
    return try file.size()
  }

  /// Opens the file at the path, and locks it.
  private func open(_ lock: LogFile.Lock) throws(LogFile.Failure) -> LogFile {
    for _ in 0..<RecordLog.maximumAttempts {
      if let file = try openOnce(lock) { return file }
    }
    throw LogFile.Failure("it is replaced all the time")
  }

  /// - Returns: nil when the file was replaced meanwhile.
  private func openOnce(_ lock: LogFile.Lock) throws(LogFile.Failure) -> LogFile? {
    if let slash = path.lastIndex(of: "/") { try LogFile.makeFolder(String(path[..<slash])) }
    let file = try LogFile(path, appends: true)
    try file.lock(lock)
    guard try LogFile.look(at: path)?.identity == file.identity() else { return nil }
    return file
  }

  // MARK: Reading

  /// Reads the added records, or all records when the file is another one; a missing file has no records.
  ///
  /// - Parameter position: The position up to which the reader has read; nil for none.
  /// - Returns: nil when nothing has changed.
  func read(from position: Position?) throws(LogFile.Failure) -> Reading? {
    let seen = LogFile.look(at: path)
    guard let seen else { return position == nil ? nil : Reading() }
    if let position, seen.identity == position.file, seen.size == position.offset { return nil }
    return try RecordLog.read(LogFile(path, appends: false), from: position)
  }

  private static func read(_ file: borrowing LogFile, from position: Position?) throws(LogFile.Failure) -> Reading {
    let identity = try file.identity()
    let size = try file.size()
    var start = 0
    if let position, position.file == identity, position.offset <= size { start = position.offset }
    let isWhole = start == 0
    start = max(start, size - maximumLength)
    let bytes = try file.read(from: start, limit: maximumLength)
    // A line that is not complete yet is read once it is.
    let end = (bytes.lastIndex(of: lineFeed) ?? -1) + 1
    return Reading(
      records: bytes[..<end].split(separator: lineFeed).compactMap(decoded), isWhole: isWhole,
      position: Position(file: identity, offset: start + end))
  }

  // MARK: Rewriting

  /// Rewrites the file. Records of other kinds, which a newer program has written, are kept as they are: the newest of them,
  /// so that the file does not grow without end.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of records of this program; the kind of a record is what is before its first tab.
  ///   - keepsOthers: True for each record of another kind that is kept.
  ///   - change: Returns the records of these kinds to write, given the current ones.
  /// - Returns: The length of the file.
  @discardableResult
  func rewrite(
    of kinds: Set<String>, keepsOthers: (_ record: String) -> Bool = { _ in true }, _ change: ([String]) -> [String]
  ) throws(LogFile.Failure) -> Int {
    let file = try open(.exclusive)
    let (own, others) = RecordLog.divided(try RecordLog.read(file, from: nil).records, by: kinds)
    let records = others.filter(keepsOthers) + change(own)
    // Only the process with the lock writes here, so an existing file was left by one that was killed.
    let temporary = "\(path).new"
    LogFile.remove(temporary)
    do throws(LogFile.Failure) {
      let size = try write(records, to: temporary)
      try LogFile.move(temporary, to: path)
      return size
    } catch {
      LogFile.remove(temporary)
      throw error
    }
  }

  /// Divides records into those of some kinds, and the newest of the others.
  private static func divided(_ records: [String], by kinds: Set<String>) -> (own: [String], others: [String]) {
    var (own, others): ([String], [String]) = ([], [])
    var length = 0
    for record in records.reversed() {
      if kinds.contains(String(record.prefix { $0 != "\t" })) {
        own.append(record)
      } else {
        length += record.utf8.count
        if length <= maximumOthersLength { others.append(record) }
      }
    }
    return (own.reversed(), others.reversed())
  }

  private func write(_ records: [String], to path: String) throws(LogFile.Failure) -> Int {
    let file = try LogFile(path, appends: true)
    var bytes: [UInt8] = []
    for record in records {
      bytes += RecordLog.encoded(record)
      if bytes.count < 1 << 16 { continue }
      try file.append(bytes)
      bytes = []
    }
    try file.append(bytes)
    try file.synchronize()
    return try file.size()
  }

  // MARK: Lines

  private static let lineFeed = UInt8(ascii: "\n")
  private static let checksumLength = 16

  static func encoded(_ record: String) -> [UInt8] {
    let digits = String(StableHash.of(record.utf8), radix: 16)
    let line = String(repeating: "0", count: checksumLength - digits.utf8.count) + digits + " " + record
    return [lineFeed] + line.utf8 + [lineFeed]
  }

  private static func decoded(_ line: ArraySlice<UInt8>) -> String? {
    let record = line.dropFirst(checksumLength + 1)
    guard line.count > checksumLength, line.count <= maximumRecordLength,
      let written = UInt64(String(decoding: line.prefix(checksumLength), as: UTF8.self), radix: 16),
      written == StableHash.of(record)
    else { return nil }
    return String(validating: record, as: UTF8.self)
  }
}
