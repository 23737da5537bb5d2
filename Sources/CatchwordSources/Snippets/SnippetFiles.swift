public import CatchwordFiles

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
  /// The same, of what is in a folder alone.
  var confine: @Sendable (_ project: String) -> SnippetFiles

  /// The real files.
  public static let disk = files(inside: nil)

  private static func files(inside project: String?) -> SnippetFiles {
    SnippetFiles(
      read: { try FileSystem.contents(of: $0, inside: project, atMost: $1) },
      stamp: { FileSystem.stamp(of: $0, inside: project) },
      entries: { path, limit in
        FileSystem.entries(of: path, inside: project, limit: limit)?.map {
          Entry(name: $0.name, isFolder: $0.kind == .folder)
        }
      },
      realPath: { FileSystem.canonical($0, inside: project) },
      confine: { files(inside: $0) })
  }

  /// What is in a project alone, wherever links in it lead: for what a project names or has in it.
  ///
  /// - Parameter project: The project's folder; nil for no bounds.
  public func inside(_ project: String?) -> SnippetFiles { project.map { confine($0) } ?? self }
}
