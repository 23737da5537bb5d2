import CatchwordFiles
import CatchwordMatching

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps the indexes of large lists in files that are mapped the next time, instead of reading the lists again.
///
/// A file is written under another name and then renamed, so it is complete or absent, and several servers can share
/// it. A file that does not fit the current list, or is damaged, is not used. Files that have not been used for long
/// are removed when the next list is written.
package struct ListCache: Sendable {
  /// The text "CWLIST" and the version.
  private static let magic: UInt64 = 0x0001_5453_494C_5743
  private static let headerWords = 8

  private let folder: String
  /// The minimum size of a list that is kept, in bytes.
  let minimumListBytes: UInt64

  /// - Parameters:
  ///   - folder: The folder of the files; it is created when needed.
  ///   - minimumListBytes: The minimum size of a list to keep; a smaller one is read as fast as a file is opened.
  package init(folder: String, minimumListBytes: UInt64 = 4 << 20) {
    self.folder = folder
    self.minimumListBytes = minimumListBytes
  }

  /// Returns the index of a list.
  ///
  /// - Parameter stamp: The current stamp of the list.
  /// - Returns: nil when there is none that fits.
  func load(_ path: String, stamp: FileAccess.Stamp) -> WordList? {
    let file = file(for: path)
    guard let memory = SegmentMemory(mapping: file) else { return nil }
    defer { withExtendedLifetime(memory) {} }
    let bytes = memory.bytes
    guard bytes.count >= ListCache.headerWords * 8 else { return nil }
    let words = (0..<ListCache.headerWords).map { bytes.load(fromByteOffset: $0 * 8, as: UInt64.self) }
    guard words[0] == ListCache.magic, words[1] == stamp.modified.bitPattern, words[2] == stamp.size,
      words[4] <= 1 << 20, words[5] == UInt64(bytes.count), words[6] == StableHash.of(path.utf8, seed: 1)
    else { return nil }
    var segments: [IndexSegment] = []
    var offset = ListCache.headerWords * 8
    for _ in 0..<words[4] {
      guard let segment = IndexSegment(in: memory, at: offset) else { return nil }
      segments.append(segment)
      offset += segment.byteCount
    }
    guard offset == bytes.count, words[7] == ListCache.sample(bytes, at: 0) else { return nil }
    CacheFile.touch(file)
    return WordList(segments, skippedLines: Int(truncatingIfNeeded: words[3] & 0x7FFF_FFFF))
  }

  /// Writes the index of a list while the list is read.
  ///
  /// - Parameter parse: Reads the list and returns the number of skipped lines; its argument takes a segment's bytes.
  /// - Throws: Errors of `parse`, or `Failure` when the file cannot be written.
  func write(
    _ path: String, stamp: FileAccess.Stamp,
    _ parse: (_ append: @escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Int
  ) throws {
    let file = file(for: path)
    let temporary = "\(file).\(UUID().uuidString).tmp"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    removeLeftovers()
    defer { try? FileManager.default.removeItem(atPath: temporary) }
    do {
      try FileSystem.create(temporary) { descriptor in
        var size = ListCache.headerWords * 8
        var segments = 0
        var samples: UInt64 = 0
        let skippedLines = try parse { bytes in
          // An error that `parse` makes of its own failures must not hide this one.
          do { try FileSystem.write(bytes, at: size, to: descriptor) } catch { throw Failure(reason: "\(error)") }
          samples ^= ListCache.sample(bytes, at: size)
          size += bytes.count
          segments += 1
        }
        let header = [
          ListCache.magic, stamp.modified.bitPattern, stamp.size, UInt64(skippedLines), UInt64(segments), UInt64(size),
          StableHash.of(path.utf8, seed: 1), samples,
        ]
        try header.withUnsafeBytes { try FileSystem.write($0, at: 0, to: descriptor) }
      }
      try FileSystem.replace(file, with: temporary)
    } catch let failure as FileSystem.Failure {
      throw Failure(reason: "\(failure)")
    }
  }

  /// A failure to write the cache; the list works all the same.
  struct Failure: Error {
    let reason: String
  }

  /// Mixes one word of each 64 KiB of a part of a file, which detects whole pages that were lost or overwritten.
  ///
  /// - Parameter offset: The offset of the part in the file; the file's header is left out.
  private static func sample(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    var mix: UInt64 = 0
    var place = max(1, (offset + 0xFFFF) >> 16) << 16
    while place + 8 <= offset + bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: place - offset, as: UInt64.self)
      mix ^= (word ^ UInt64(place)) &* 0x9E37_79B9_7F4A_7C15
      place += 1 << 16
    }
    // The beginning of each segment, which has the offsets of its parts, is checked by the segment.
    return mix
  }

  private func file(for path: String) -> String {
    // Each version has files of its own, so that older and newer programs leave those of the other alone.
    let version = ListCache.magic ^ IndexSegment.format
    return "\(folder)/\(String(StableHash.of(path.utf8, seed: version), radix: 16)).rows"
  }

  /// Removes files that a killed server left unfinished, and the indexes of lists that have not been used for long.
  private func removeLeftovers() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      // A file with any other name is not ours.
      let kind = name.drop(while: \.isHexDigit)
      guard kind.startIndex > name.startIndex else { continue }
      let path = "\(folder)/\(name)"
      if kind == ".rows" {
        CacheFile.remove(path, unusedFor: CacheFile.unusedAge)
      } else if kind.hasPrefix(".rows."), kind.hasSuffix(".tmp") {
        CacheFile.remove(path, unusedFor: CacheFile.unfinishedAge)
      }
    }
  }
}
