/// The kind of an entry in a folder.
package enum FolderEntryKind: UInt8, Sendable {
  /// A file, or anything else that is not a folder.
  case file = 0
  /// A link, or an entry whose kind the folder does not state.
  case unknown = 1
  /// A folder.
  case folder = 2
}

/// The folder operations for path lookups, injected so that tests can replace them.
///
/// All of them may block, for ever if a network is gone, unless stated otherwise.
package struct FolderAccess: Sendable {
  /// Reads a folder and passes each name and kind to `take`, until that returns false.
  package var entries:
    @Sendable (_ path: String, _ take: (_ name: UnsafeBufferPointer<UInt8>, FolderEntryKind) -> Bool) throws -> Void
  /// Returns the stamp that tells one state of a folder from another; nil when there is none.
  package var stamp: @Sendable (_ path: String) -> FileAccess.Stamp?
  /// Returns the kind of what a path leads to, links followed; nil when there is nothing.
  package var kind: @Sendable (_ path: String) -> FolderEntryKind?
  /// Returns the home folder of a user; for a nil user, that of the current one.
  package var home: @Sendable (_ user: String?) -> String?
  /// Returns a variable of the environment. Does not block.
  package var variable: @Sendable (_ name: String) -> String?

  /// Creates a replacement for a file system.
  package init(
    entries:
      @escaping @Sendable (
        _ path: String, _ take: (_ name: UnsafeBufferPointer<UInt8>, FolderEntryKind) -> Bool
      ) throws -> Void,
    stamp: @escaping @Sendable (_ path: String) -> FileAccess.Stamp?,
    kind: @escaping @Sendable (_ path: String) -> FolderEntryKind?,
    home: @escaping @Sendable (_ user: String?) -> String? = { _ in nil },
    variable: @escaping @Sendable (_ name: String) -> String? = { _ in nil }
  ) {
    self.entries = entries
    self.stamp = stamp
    self.kind = kind
    self.home = home
    self.variable = variable
  }

  /// The folders on disk.
  package static let disk = FolderAccess(
    entries: { path, take in try FileSystem.forEachEntry(of: path, take) },
    stamp: { FileSystem.stamp(of: $0) },
    kind: { FileSystem.status(of: $0).map { $0.kind == .folder ? .folder : .file } },
    home: { user in user.map { FileSystem.home(of: $0) } ?? FileSystem.variable("HOME") },
    variable: { FileSystem.variable($0) }
  )
}
