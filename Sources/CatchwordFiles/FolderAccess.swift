/// What kind of entry a folder has.
public enum FolderEntryKind: UInt8, Sendable {
  /// A file, or anything that is no folder.
  case file = 0
  /// A link, or something of which the folder does not say what it is.
  case unknown = 1
  /// A folder.
  case folder = 2
}

/// The part of the file system that paths are looked up in, handed in so that tests can stand in for it.
///
/// All of it may block, for ever if a network is gone.
public struct FolderAccess: Sendable {
  /// Reads a folder, and hands over each name and kind, until it is told to stop by false.
  public var entries:
    @Sendable (_ path: String, _ take: (_ name: UnsafeBufferPointer<UInt8>, FolderEntryKind) -> Bool) throws -> Void
  /// Tells one state of a folder from another; nil when there is none.
  public var stamp: @Sendable (_ path: String) -> FileAccess.Stamp?
  /// What is there, links followed; nil for nothing.
  public var kind: @Sendable (_ path: String) -> FolderEntryKind?
  /// The home folder of a user, or nil for that of this one.
  public var home: @Sendable (_ user: String?) -> String?
  /// A variable of the environment. Does not block.
  public var variable: @Sendable (_ name: String) -> String?

  /// Stands in for a file system.
  public init(
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

  /// The real folders.
  public static let disk = FolderAccess(
    entries: { path, take in try FileSystem.forEachEntry(of: path, take) },
    stamp: { FileSystem.stamp(of: $0) },
    kind: { FileSystem.status(of: $0).map { $0.kind == .folder ? .folder : .file } },
    home: { user in user.map { FileSystem.home(of: $0) } ?? FileSystem.variable("HOME") },
    variable: { FileSystem.variable($0) }
  )
}
