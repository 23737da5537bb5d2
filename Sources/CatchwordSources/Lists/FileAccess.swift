#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The part of the file system that sources look at, handed in so that tests can stand in for it.
public struct FileAccess: Sendable {
  /// What tells one state of a file from another.
  public struct Stamp: Equatable, Sendable {
    var modified: Double
    var size: UInt64

    /// Creates a stamp.
    public init(modified: Double, size: UInt64) {
      self.modified = modified
      self.size = size
    }
  }

  /// Reads a file from its beginning to its end, in pieces; may block.
  public var read: @Sendable (_ path: String, _ take: (UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Void
  /// Looks at a file without reading it, nil when there is none; may block.
  public var stamp: @Sendable (_ path: String) -> Stamp?

  /// Stands in for a file system.
  ///
  /// - Parameters:
  ///   - read: Reads a file, and hands over what it has read, a piece at a time.
  ///   - stamp: Looks at a file.
  public init(
    read: @escaping @Sendable (_ path: String, _ take: (UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Void,
    stamp: @escaping @Sendable (_ path: String) -> Stamp?
  ) {
    self.read = read
    self.stamp = stamp
  }

  /// How much of a file is read at a time, in bytes.
  private static let pieceLength = 1 << 20

  /// The real files.
  public static let disk = FileAccess(
    read: { path, take in
      // What a link leads to counts, not the link.
      let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      var isDirectory = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
        throw FileAccessError("there is no such file")
      }
      if isDirectory { throw FileAccessError("it is a folder") }
      let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      if type != .typeRegular { throw FileAccessError("it is no regular file") }
      guard FileManager.default.isReadableFile(atPath: path) else { throw FileAccessError("permission denied") }
      try Platform.read(path, pieceLength: FileAccess.pieceLength, take)
    },
    stamp: { Platform.stamp(of: $0) }
  )
}

/// Why a file cannot be read, in a few words.
struct FileAccessError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
