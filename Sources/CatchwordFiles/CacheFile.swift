#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Notes when a cache file was last used, and removes unused ones.
///
/// Another process may have a removed file mapped. It keeps its mapping, and creates the file again when needed.
package enum CacheFile {
  /// The age after which a file is not being written any more, in seconds: a day.
  package static let unfinishedAge = 86_400.0
  /// The age after which an unused file is removed, in seconds: 90 days.
  package static let unusedAge = 90 * 86_400.0

  /// Notes that a file was used just now, so that unused files can be recognized.
  package static func touch(_ path: String) {
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
  }

  /// Removes a regular file that was neither written nor used within an age; anything else stays.
  ///
  /// - Parameter age: The age in seconds.
  package static func remove(_ path: String, unusedFor age: Double) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let date = attributes[.modificationDate] as? Date, -date.timeIntervalSinceNow > age
    else { return }
    try? FileManager.default.removeItem(atPath: path)
  }
}
