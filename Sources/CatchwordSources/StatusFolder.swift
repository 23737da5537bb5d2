import CatchwordFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder in which each running server says what it is doing, in a file of its own, for the user only.
///
/// A file goes when its server ends; what a server leaves that was killed is removed by who reads next. Everything here
/// blocks.
public struct StatusFolder: Sendable {
  /// What one server says.
  public struct Entry: Sendable {
    /// The server's process.
    public let processID: Int
    /// What it has written last.
    public let text: String
  }

  /// A longer file is cut, in bytes; so it is nobody's.
  static let maximumLength = 1 << 20
  /// So many files are looked at.
  static let maximumCount = 1000

  /// Where it is.
  public let path: String

  /// The folder of a user's servers; it is made when one of them writes.
  ///
  /// - Parameter stateFolder: Where the user's state is kept.
  public init(stateFolder: String) { path = "\(stateFolder)/servers" }

  private func file(_ processID: Int, _ ending: String) -> String { "\(path)/\(processID).\(ending)" }

  /// Writes what a server is doing, in place of what it wrote before.
  ///
  /// - Returns: Why it could not be written, in a few words; nil when it was.
  public func write(_ text: String, processID: Int) -> String? {
    let temporary = file(processID, "new")
    do throws(LogFile.Failure) {
      try LogFile.makeFolder(path)
      LogFile.remove(temporary)
      try LogFile(temporary, appends: true).append(Array(text.utf8))
      try LogFile.move(temporary, to: file(processID, "json"))
      return nil
    } catch {
      LogFile.remove(temporary)
      return "\(error)"
    }
  }

  /// Removes what a server has written.
  public func remove(processID: Int) {
    LogFile.remove(file(processID, "json"))
    LogFile.remove(file(processID, "new"))
  }

  /// Reads what the servers that run have written, by their process ids, and removes what others have left.
  ///
  /// - Parameter isAlive: Whether there is a process of this id.
  public func read(isAlive: (Int) -> Bool) -> [Entry] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let ids = Set(names.prefix(StatusFolder.maximumCount).compactMap(StatusFolder.processID))
    return ids.sorted().compactMap { id in
      guard isAlive(id) else {
        remove(processID: id)
        return nil
      }
      guard
        let bytes = try? LogFile(file(id, "json"), appends: false).read(from: 0, limit: StatusFolder.maximumLength)
      else { return nil }
      return Entry(processID: id, text: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The process that a file belongs to; nil for a file of anything else.
  private static func processID(of name: String) -> Int? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1] == "json" || parts[1] == "new", let id = Int(parts[0]), id > 0,
      String(id) == parts[0]
    else { return nil }
    return id
  }
}
