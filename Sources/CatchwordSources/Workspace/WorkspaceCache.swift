import CatchwordFiles
import CatchwordMatching

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder where the indexes of roots are kept between runs.
///
/// A file is written under another name and then renamed, so it is complete or absent, and several servers can share
/// it: the last writer wins. A file that is damaged, of another version or made with other settings is not used.
struct WorkspaceCache: Sendable {
  let folder: String

  /// A failure to write the cache; the words are available all the same.
  struct Failure: Error {
    /// The reason, in the system's own words.
    let reason: String
  }

  /// The maximum number of attempts to write a file that other processes remove as a leftover.
  private static let maximumAttempts = 100

  /// Returns the index of a root; nil when there is none that can be used.
  func load(root: String, settings: WorkspaceSettings) -> WorkspaceIndex? {
    let file = file(for: root)
    let identity = WorkspaceCache.identity(root: root, settings: settings)
    guard let index = SegmentMemory(mapping: file).flatMap({ WorkspaceIndex($0, identity: identity) }) else {
      return nil
    }
    CacheFile.touch(file)
    return index
  }

  /// Writes the index of a root.
  ///
  /// - Throws: Errors of `body`; `Failure` when the file cannot be written.
  func write(root: String, _ body: (IndexOutput) throws -> Void) throws {
    let file = file(for: root)
    do {
      try LogFile.makeFolder(folder)
      removeLeftovers()
      for _ in 0..<WorkspaceCache.maximumAttempts {
        let temporary = "\(file).\(UUID().uuidString).tmp"
        defer { try? FileManager.default.removeItem(atPath: temporary) }
        let isWritten = try FileSystem.createLocked(temporary) { descriptor in
          try body(IndexOutput(descriptor: descriptor))
          try FileSystem.replace(file, with: temporary)
        }
        if isWritten { return }
      }
      throw Failure(reason: "other processes remove it while it is written")
    } catch let failure as FileSystem.Failure {
      throw Failure(reason: "\(failure)")
    } catch let failure as LogFile.Failure {
      throw Failure(reason: "\(failure)")
    }
  }

  /// Returns the path of the index of a root.
  func file(for root: String) -> String {
    let name = String(WorkspaceCache.hash(root, seed: 0), radix: 16)
    return "\(folder)/\(name).words"
  }

  /// Removes files that a killed server left unfinished, and the indexes of roots that have not been used for long.
  private func removeLeftovers() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let isUnfinished = name.hasSuffix(".tmp") && name.contains(".words.")
      guard isUnfinished || name.hasSuffix(".words") else { continue }
      let path = "\(folder)/\(name)"
      if isUnfinished && FileSystem.removeUnlocked(path) { continue }
      // Files that cannot be locked are judged by their age only.
      CacheFile.remove(path, unusedFor: isUnfinished ? CacheFile.unfinishedAge : CacheFile.unusedAge)
    }
  }

  /// Returns a hash that identifies a root and its settings.
  static func identity(root: String, settings: WorkspaceSettings) -> UInt64 {
    hash("\(root)\u{0}\(settings.identity)", seed: 1)
  }

  /// Returns the FNV-1a hash of a text, which is the same in every run.
  private static func hash(_ text: String, seed: UInt64) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ seed
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
