import CatchwordFiles
import CatchwordMatching

/// The folder where the indexes of the words of roots are kept between runs.
struct WorkspaceCache: Sendable {
  let files: IndexFolder
  /// A number that tells several indexes of one root apart.
  private let variant: UInt64

  init(folder: String, variant: UInt64 = 0) {
    self.variant = variant
    files = IndexFolder(
      folder, ending: ".words", version: "\(WorkspaceHeader.format >> 48).\(IndexSegment.format >> 32)")
  }

  /// Returns the path of the index of a root.
  func file(for root: String) -> String { files.file(for: root, variant: variant) }

  /// Writes the index of a root.
  ///
  /// - Throws: Errors of `body`; `IndexFolder.Failure` when the file cannot be written.
  func write(root: String, _ body: (IndexOutput) throws -> Void) throws {
    try files.write(root: root, variant: variant, body)
  }

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

  /// Returns a hash that identifies a root and its settings.
  static func identity(root: String, settings: WorkspaceSettings) -> UInt64 {
    IndexFolder.identity(root: root, settings: settings.identity)
  }
}
