import CatchwordFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder in which each running server keeps its status, in a file of its own that only the user can read.
///
/// A server removes its file when it ends; the file of a server that was killed is removed by the next reader. All
/// methods block.
package struct StatusFolder: Sendable {
  /// The status of one server.
  package struct Entry: Sendable {
    /// The process ID of the server.
    package let processID: Int
    /// The text that the server has written last.
    package let text: String
  }

  /// The maximum number of bytes read of a file; a longer file is cut, as no server has written it.
  static let maximumLength = 1 << 20
  /// The maximum number of servers to report.
  static let maximumCount = 1000

  /// The path of the folder.
  package let path: String

  /// Creates a value for the folder of a user's servers; a server that writes creates the folder itself.
  ///
  /// - Parameter stateFolder: The folder of the user's state.
  package init(stateFolder: String) { path = "\(stateFolder)/servers" }

  private func file(_ processID: Int, _ ending: String) -> String { "\(path)/\(processID).\(ending)" }

  /// Writes the status of a server, in place of its last one.
  ///
  /// - Returns: The reason, in a few words, when it could not be written; nil when it was.
  package func write(_ text: String, processID: Int) -> String? {
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

  /// Removes the status of a server.
  package func remove(processID: Int) {
    LogFile.remove(file(processID, "json"))
    LogFile.remove(file(processID, "new"))
  }

  /// Returns the status of running servers, ordered by process ID, and removes the files of others.
  ///
  /// - Parameter isAlive: Returns true when there is a process with this ID.
  package func read(isAlive: (Int) -> Bool) -> [Entry] {
    processIDs.compactMap { id in
      if isAlive(id) { return entry(of: id) }
      remove(processID: id)
      return nil
    }
  }

  /// Returns the last status of servers that have not ended by themselves, ordered by process ID; `read` removes their files.
  ///
  /// - Parameter isAlive: Returns true when there is a process with this ID.
  package func readKilled(isAlive: (Int) -> Bool) -> [Entry] { processIDs.filter { !isAlive($0) }.compactMap(entry) }

  private var processIDs: [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return Set(names.lazy.compactMap(StatusFolder.processID).prefix(StatusFolder.maximumCount)).sorted()
  }

  private func entry(of id: Int) -> Entry? {
    let bytes = try? LogFile(file(id, "json"), appends: false).read(from: 0, limit: StatusFolder.maximumLength)
    return bytes.map { Entry(processID: id, text: String(decoding: $0, as: UTF8.self)) }
  }

  /// Returns the process ID that a file belongs to; nil for any other file.
  private static func processID(of name: String) -> Int? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1] == "json" || parts[1] == "new", let id = Int(parts[0]), id > 0,
      String(id) == parts[0]
    else { return nil }
    return id
  }
}
