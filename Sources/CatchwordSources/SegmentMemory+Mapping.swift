import CatchwordFiles
import CatchwordMatching

extension SegmentMemory {
  /// Maps a file that is only ever replaced, never changed in place.
  ///
  /// - Returns: nil when the file cannot be opened, is empty, or is not a regular file.
  convenience init?(mapping path: String) {
    guard let file = FileSystem.map(path) else { return nil }
    self.init(file.bytes) { withExtendedLifetime(file) {} }
  }
}
