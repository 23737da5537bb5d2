/// The part of the file system that sources look at, handed in so that tests can stand in for it.
public struct FileAccess: Sendable {
  /// What tells one state of a file from another.
  public struct Stamp: Equatable, Sendable {
    package var modified: Double
    package var size: UInt64

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
  /// The same, of what is in a folder alone.
  private var confine: @Sendable (_ project: String) -> FileAccess?

  /// Stands in for a file system, which has no links.
  ///
  /// - Parameters:
  ///   - read: Reads a file, and hands over what it has read, a piece at a time.
  ///   - stamp: Looks at a file.
  public init(
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

  /// How much of a file is read at a time, in bytes.
  private static let pieceLength = 1 << 20

  /// The real files.
  public static let disk = files(inside: nil)

  private static func files(inside project: String?) -> FileAccess {
    FileAccess(
      read: { path, take in
        try FileSystem.withFile(path, inside: project) { try $0.read(pieceLength: pieceLength, take) }
      },
      stamp: { FileSystem.stamp(of: $0, inside: project) },
      confine: { files(inside: $0) })
  }

  /// What is in a project alone, wherever links in it lead: for what a project's own file names.
  ///
  /// - Parameter project: The project's folder; nil for no bounds.
  public func inside(_ project: String?) -> FileAccess { project.flatMap { confine($0) } ?? self }
}

/// Why a file cannot be read, in a few words.
package struct FileAccessError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
