import CatchwordFiles
import CatchwordMatching

extension SegmentMemory {
  /// Maps a file that is never changed once it is there, only replaced.
  ///
  /// - Returns: nil when it cannot be opened, is empty, or is no regular file.
  convenience init?(mapping path: String) {
    guard let file = FileSystem.map(path) else { return nil }
    self.init(file.bytes) { withExtendedLifetime(file) {} }
  }
}
