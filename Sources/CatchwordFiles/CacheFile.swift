#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file of a cache: when it was used last, and when it may go.
///
/// Another process may have it mapped. That keeps what it has, and makes the file anew when it needs it again.
package enum CacheFile {
  /// What is being written now was changed less long ago, in seconds: a day.
  package static let unfinishedAge = 86_400.0
  /// What was not used for so long is removed, in seconds: 90 days.
  package static let unusedAge = 90 * 86_400.0

  /// Notes that a file was used just now, so that what nobody uses any more can be told.
  package static func touch(_ path: String) {
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
  }

  /// Removes a file that was neither written nor used for so long; what is no regular file stays.
  ///
  /// - Parameter age: In seconds.
  package static func remove(_ path: String, unusedFor age: Double) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let date = attributes[.modificationDate] as? Date, -date.timeIntervalSinceNow > age
    else { return }
    try? FileManager.default.removeItem(atPath: path)
  }
}
