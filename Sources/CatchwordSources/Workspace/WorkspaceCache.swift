import CatchwordFiles
import CatchwordMatching

/// The folder where the indexes of the words of roots are kept between runs.
struct WorkspaceCache: Sendable {
  let files: IndexFolder

  init(folder: String) {
    files = IndexFolder(
      folder, ending: ".words", version: "\(WorkspaceHeader.format >> 48).\(IndexSegment.format >> 32)")
  }

  /// Returns the index of a root; nil when there is none that can be used.
  func load(root: String, settings: WorkspaceSettings) -> WorkspaceIndex? {
    let file = files.file(for: root)
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
