import CatchwordFiles

/// Records in a file that several processes append to at once, and that survives whatever ends them.
///
/// Each record is a line with a checksum before it, and an empty line before that: it is written with one call, and what
/// a process leaves that is killed, or finds no room, is a line whose checksum is wrong, and no part of the next one.
/// Whoever appends holds a shared lock on the file. Whoever makes it smaller holds an exclusive one, writes another file
/// and puts it in its place; those who have opened the old one by then see that it is no longer there, and open the new
/// one. So no record is lost.
///
/// Everything here blocks.
struct RecordLog: Sendable {
  /// How far a reader has come.
  struct Position: Equatable, Sendable {
    let file: LogFile.Identity
    let offset: Int
  }

  /// What a reader has found.
  struct Reading: Sendable {
    var records: [String] = []
    /// True when it is all there is, and false when it is what has been added.
    var isWhole = true
    var position: Position?
  }

  /// A longer record is refused: no system writes more in one piece to every kind of file.
  static let maximumRecordLength = 4000
  /// Of a longer file only the end is read, in bytes.
  static let maximumLength = 16 << 20
  /// How often a file may be replaced while it is being opened; each time someone else has got on.
  private static let maximumAttempts = 2000

  let path: String

  // MARK: Appending

  /// Appends records, one after another.
  ///
  /// - Parameters:
  ///   - records: Text without line breaks; those that are written are taken out.
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

  /// Opens the file that is in its place, locked.
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

  /// Reads what has been added, or everything when the file is another one; no file is no records.
  ///
  /// - Parameter position: How far the reader had come.
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
    // What is not a whole line yet will be read when it is.
    let end = (bytes.lastIndex(of: lineFeed) ?? -1) + 1
    return Reading(
      records: bytes[..<end].split(separator: lineFeed).compactMap(decoded), isWhole: isWhole,
      position: Position(file: identity, offset: start + end))
  }

  // MARK: Rewriting

  /// Writes the file anew.
  ///
  /// - Parameter change: Makes of the records that are there those that are to be there.
  /// - Returns: The length of the file.
  @discardableResult
  func rewrite(_ change: ([String]) -> [String]) throws(LogFile.Failure) -> Int {
    let file = try open(.exclusive)
    let records = change(try RecordLog.read(file, from: nil).records)
    // Only who holds the lock writes here, so what is there was left by one that was killed.
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
    let digits = String(checksum(record.utf8), radix: 16)
    let line = String(repeating: "0", count: checksumLength - digits.utf8.count) + digits + " " + record
    return [lineFeed] + line.utf8 + [lineFeed]
  }

  private static func decoded(_ line: ArraySlice<UInt8>) -> String? {
    let record = line.dropFirst(checksumLength + 1)
    guard line.count > checksumLength, line.count <= maximumRecordLength,
      let written = UInt64(String(decoding: line.prefix(checksumLength), as: UTF8.self), radix: 16),
      written == checksum(record)
    else { return nil }
    return String(validating: record, as: UTF8.self)
  }

  /// FNV-1a, which is the same in every run.
  private static func checksum(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
