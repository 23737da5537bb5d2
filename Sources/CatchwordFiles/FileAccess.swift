/// The file operations that sources use, injected so that tests can replace them.
package struct FileAccess: Sendable {
  /// The modification time and size of a file, which tell one state of it from another.
  package struct Stamp: Equatable, Sendable {
    package var modified: Double
    package var size: UInt64

    /// Creates a stamp.
    package init(modified: Double, size: UInt64) {
      self.modified = modified
      self.size = size
    }
  }

  /// Reads a file from its beginning to its end, in pieces; may block.
  package var read: @Sendable (_ path: String, _ take: (UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Void
  /// Returns the stamp of a file without reading it, nil when there is none; may block.
  package var stamp: @Sendable (_ path: String) -> Stamp?
  /// Returns an access to the files inside a project alone; nil when the file system has no links.
  private var confine: @Sendable (_ project: String) -> FileAccess?

  /// Creates a replacement for a file system without links.
  ///
  /// - Parameters:
  ///   - read: Reads a file and passes its bytes to `take`, a piece at a time.
  ///   - stamp: Returns the stamp of a file.
  package init(
    read: @escaping @Sendable (_ path: String, _ take: (UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Void,
    stamp: @escaping @Sendable (_ path: String) -> Stamp?
  ) {
    self.init(read: read, stamp: stamp, confine: { _ in nil })
  }

  private init(
    read: @escaping @Sendable (_ path: String, _ take: (UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Void,
    stamp: @escaping @Sendable (_ path: String) -> Stamp?,
    confine: @escaping @Sendable (_ project: String) -> FileAccess?
  ) {
    self.read = read
    self.stamp = stamp
    self.confine = confine
  }

  /// The length of the pieces in which files are read, in bytes.
  private static let pieceLength = 1 << 20

  /// The files on disk.
  package static let disk = files(inside: nil)

  private static func files(inside project: String?) -> FileAccess {
    FileAccess(
      read: { path, take in
        try FileSystem.withFile(path, inside: project) { try $0.read(pieceLength: pieceLength, take) }
      },
      stamp: { FileSystem.stamp(of: $0, inside: project) },
      confine: { files(inside: $0) })
  }

  /// Returns an access to the files inside a project alone, wherever links lead: for paths that a project's file names.
  ///
  /// - Parameter project: The project's folder; nil for no bounds.
  package func inside(_ project: String?) -> FileAccess { project.flatMap { confine($0) } ?? self }
}

/// The reason why a file cannot be read, in a few words.
package struct FileAccessError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
