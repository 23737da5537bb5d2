#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder where the indexes of roots are kept between runs.
///
/// A file is written under another name and then renamed, so it is complete or absent, and several servers can share
/// it. A file that is damaged or made with other settings is not used. Each version of a format has files of its own, so that
/// an older program and a newer one do not make the other's anew again and again.
package struct IndexFolder: Sendable {
  /// The path of the folder.
  package let path: String
  /// The end of the names of the files.
  private let ending: String
  /// The version of the format, which is a part of the names.
  private let version: String

  /// A failure to write a file.
  package struct Failure: Error {
    /// The reason, in the system's own words if it has some.
    package let reason: String

    package init(reason: String) { self.reason = reason }
  }

  /// The maximum number of attempts to write a file that other processes remove as a leftover.
  private static let maximumAttempts = 100

  /// Creates the description of a folder.
  ///
  /// - Parameters:
  ///   - ending: The end of the names of the files, with a dot at its beginning.
  ///   - version: The version of their format.
  package init(_ path: String, ending: String, version: String) {
    (self.path, self.ending, self.version) = (path, ending, version)
  }

  /// Returns the path of the index of a root.
  ///
  /// - Parameter variant: A number that tells several indexes of one root apart.
  package func file(for root: String, variant: UInt64 = 0) -> String {
    let name = IndexFolder.name(of: root)
    return "\(path)/\(variant == 0 ? name : "\(name)-\(String(variant, radix: 16))").\(version)\(ending)"
  }

  private static func name(of root: String) -> String { String(StableHash.of(root.utf8), radix: 16) }

  /// Returns a hash that identifies a root and the settings by which it is read.
  package static func identity(root: String, settings: String) -> UInt64 {
    StableHash.of("\(root)\u{0}\(settings)".utf8, seed: 1)
  }

  // MARK: Writing

  /// Writes the index of a root; the last of several writers wins.
  ///
  /// - Throws: Errors of `body`; `Failure` when the file cannot be written.
  package func write(root: String, variant: UInt64 = 0, _ body: (IndexOutput) throws -> Void) throws {
    let path = file(for: root, variant: variant)
    try withReasons {
      try prepare()
      for _ in 0..<IndexFolder.maximumAttempts {
        let temporary = "\(path).\(UUID().uuidString).tmp"
        defer { try? FileManager.default.removeItem(atPath: temporary) }
        let isWritten = try FileSystem.createLocked(temporary) { descriptor in
          try body(IndexOutput(descriptor: descriptor))
          try FileSystem.replace(path, with: temporary)
        }
        if isWritten { return }
      }
      throw Failure(reason: "other processes remove it while it is written")
    }
  }

  /// An index that is being written, by one process at a time; it is removed unless it is finished.
  package struct Writing: ~Copyable {
    package let output: IndexOutput
    private let file: UnfinishedFile
    private let temporary: String
    private let path: String
    private var isFinished = false

    fileprivate init(_ file: consuming UnfinishedFile, at temporary: String, for path: String) {
      output = IndexOutput(descriptor: file.descriptor)
      self.file = file
      (self.temporary, self.path) = (temporary, path)
    }

    deinit { if !isFinished { try? FileManager.default.removeItem(atPath: temporary) } }

    /// Puts the file, which has been written whole, in its place.
    ///
    /// - Throws: `Failure`.
    package consuming func finish() throws {
      do { try FileSystem.replace(path, with: temporary) } catch { throw Failure(reason: "\(error)") }
      isFinished = true
    }
  }

  /// Begins to write the index of a root, unless another process is writing it.
  ///
  /// - Returns: Nil when another process writes it.
  /// - Throws: `Failure` when the file cannot be written.
  package func beginWriting(root: String, variant: UInt64 = 0) throws -> Writing? {
    let path = file(for: root, variant: variant)
    let temporary = "\(path).tmp"
    var file: UnfinishedFile?
    try withReasons {
      try prepare()
      // What nobody holds was left behind by a process that was killed.
      _ = FileSystem.removeUnlocked(temporary)
      do {
        file = try UnfinishedFile(creating: temporary)
      } catch {
        // Another process was faster.
        if FileSystem.kind(of: temporary) == nil { throw error }
      }
    }
    guard let file = file.take() else { return nil }
    return Writing(file, at: temporary, for: path)
  }

  private func withReasons(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let failure as FileSystem.Failure {
      throw Failure(reason: "\(failure)")
    } catch let failure as LogFile.Failure {
      throw Failure(reason: "\(failure)")
    }
  }

  private func prepare() throws {
    try LogFile.makeFolder(path)
    removeLeftovers()
  }

  /// Removes the indexes of a root, of every version.
  ///
  /// - Returns: False when there was none.
  package func remove(root: String) -> Bool {
    let name = IndexFolder.name(of: root)
    let own = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter {
      ($0.hasPrefix("\(name).") || $0.hasPrefix("\(name)-")) && $0.contains(ending)
    }
    return own.count { (try? FileManager.default.removeItem(atPath: "\(path)/\($0)")) != nil } > 0
  }

  /// Removes files that a killed server left unfinished, and the indexes of roots that have not been used for long.
  private func removeLeftovers() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      let isUnfinished = name.hasSuffix(".tmp") && name.contains("\(ending).")
      guard isUnfinished || name.hasSuffix(ending) else { continue }
      let path = "\(path)/\(name)"
      if isUnfinished && FileSystem.removeUnlocked(path) { continue }
      // Files that cannot be locked are judged by their age only.
      CacheFile.remove(path, unusedFor: isUnfinished ? CacheFile.unfinishedAge : CacheFile.unusedAge)
    }
  }
}
