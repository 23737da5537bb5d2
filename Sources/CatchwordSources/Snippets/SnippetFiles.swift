package import CatchwordFiles

/// The part of the file system where snippets are, injected so that tests can replace it; every operation may block.
package struct SnippetFiles: Sendable {
  /// An entry of a folder.
  package struct Entry: Equatable, Sendable {
    /// Its name, without the folder's path.
    package var name: String
    /// True for a folder, also behind a link; false for a file. Anything else is left out.
    package var isFolder: Bool

    /// Creates an entry.
    package init(name: String, isFolder: Bool) {
      self.name = name
      self.isFolder = isFolder
    }
  }

  /// Reads a regular file of at most `limit` bytes.
  package var read: @Sendable (_ path: String, _ limit: Int) throws -> ContiguousArray<UInt8>
  /// The stamp that tells one state of a file or a folder from another; nil when it does not exist.
  package var stamp: @Sendable (_ path: String) -> FileAccess.Stamp?
  /// The entries of a folder, at most `limit` of them in the order of their names; nil when it is not a folder.
  package var entries: @Sendable (_ path: String, _ limit: Int) -> [Entry]?
  /// The canonical path that a path leads to, used to detect cycles of links; nil when there is none.
  package var realPath: @Sendable (_ path: String) -> String?
  /// The same operations, confined to the contents of a project's folder.
  var confine: @Sendable (_ project: String) -> SnippetFiles

  /// The real files.
  package static let disk = files(inside: nil)

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

  /// Returns the operations confined to a project, wherever links lead, for files that the project names or contains.
  ///
  /// - Parameter project: The project's folder; nil for no bounds.
  package func inside(_ project: String?) -> SnippetFiles { project.map { confine($0) } ?? self }
}
