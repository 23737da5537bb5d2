/// The part of the file system where snippets are, handed in so that tests can stand in for it; everything may block.
public struct SnippetFiles: Sendable {
  /// What a folder holds.
  public struct Entry: Equatable, Sendable {
    /// Its name, without the folder's.
    public var name: String
    /// True for a folder, also behind a link; false for a file. What is neither is left out.
    public var isFolder: Bool

    /// Creates an entry.
    public init(name: String, isFolder: Bool) {
      self.name = name
      self.isFolder = isFolder
    }
  }

  /// Reads a regular file of at most `limit` bytes.
  public var read: @Sendable (_ path: String, _ limit: Int) throws -> ContiguousArray<UInt8>
  /// What tells one state of a file or a folder from another; nil when there is none.
  public var stamp: @Sendable (_ path: String) -> FileAccess.Stamp?
  /// What is in a folder, at most `limit` entries in the order of their names; nil when it is no folder.
  public var entries: @Sendable (_ path: String, _ limit: Int) -> [Entry]?
  /// The place that a path really leads to, by which links in a circle are found out; nil when there is none.
  public var realPath: @Sendable (_ path: String) -> String?

  /// Stands in for a file system.
  public init(
    read: @escaping @Sendable (_ path: String, _ limit: Int) throws -> ContiguousArray<UInt8>,
    stamp: @escaping @Sendable (_ path: String) -> FileAccess.Stamp?,
    entries: @escaping @Sendable (_ path: String, _ limit: Int) -> [Entry]?,
    realPath: @escaping @Sendable (_ path: String) -> String?
  ) {
    self.read = read
    self.stamp = stamp
    self.entries = entries
    self.realPath = realPath
  }

  /// The real files.
  public static let disk = SnippetFiles(
    read: { try SnippetPlatform.read($0, limit: $1) },
    stamp: { Platform.stamp(of: $0) },
    entries: { SnippetPlatform.entries(of: $0, limit: $1) },
    realPath: { SnippetPlatform.realPath(of: $0) }
  )
}
