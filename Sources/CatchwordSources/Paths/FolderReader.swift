import CatchwordCompletion
import CatchwordFiles
import Synchronization

/// Reads folders in the background, and caches the last few.
final class FolderReader: Sendable {
  private struct Kept {
    var listing: FolderListing
    /// The time at which it was last known to be current.
    var checked: Duration
  }

  /// The maximum number of folders in the cache.
  private static let maximumKept = 16
  /// The maximum number of entries in the cache, of all folders together.
  private static let maximumEntries = 400_000
  /// The time for which a folder is taken to be unchanged without checking its stamp.
  private static let freshness = Duration.seconds(1)
  /// The time for which an unchanged stamp is trusted: it misses a second change within one tick of its clock.
  private static let maximumAge = Duration.seconds(30)

  let folders: FolderAccess
  let pool: BlockingPool
  private let clock: EngineClock
  private let kept = Mutex<[String: Kept]>([:])

  init(folders: FolderAccess, pool: BlockingPool, clock: EngineClock) {
    self.folders = folders
    self.pool = pool
    self.clock = clock
  }

  /// Returns the entries of a folder.
  ///
  /// - Throws: An error when there is no such folder, it may not be read, or it does not answer.
  func listing(_ path: String, _ settings: PathsSettings) async throws -> FolderListing {
    let maximum = max(1, settings.maximumEntries)
    let key = "list:\(maximum):\(settings.respectsGitignore):\(path)"
    let known = kept.withLock { $0[key] }
    if let known, clock.now - known.checked < FolderReader.freshness { return known.listing }
    return try await pool.runPatiently(key, at: path) { [folders, clock] in
      let now = clock.now
      if let known, now - known.checked < FolderReader.maximumAge, let stamp = known.listing.stamp,
        folders.stamp(path) == stamp
      {
        return known.listing
      }
      let scope = settings.respectsGitignore ? IgnoreScope(folder: FilePath.normalized(path)) : nil
      // Within a folder that is ignored as a whole, nothing is ignored: the user asked for its entries.
      let isIgnored = scope.flatMap { $0.isIgnored ? nil : $0.ignores }
      let listing = try FolderListing(path, in: folders, maximum: maximum, isIgnored: isIgnored)
      self.keep(listing, by: key, now)
      return listing
    }
  }

  /// Returns the entries with the kinds that the folder does not tell; those that do not answer in time stay unknown.
  ///
  /// - Complexity: One system call for each unknown entry.
  func resolveKinds(_ entries: [FolderListing.Entry], of listing: FolderListing) async -> [FolderListing.Entry] {
    let unknown = entries.filter { $0.kind == .unknown && listing.kinds.kind(of: $0.name) == nil }.map(\.name)
    if !unknown.isEmpty {
      // Nothing is below this path, so that a link that does not answer does not make its folder count as stuck.
      _ = try? await pool.runPatiently("kinds:\(listing.path)", at: "\(listing.path)/\u{0}") { [folders] in
        for name in unknown {
          listing.kinds.set(folders.kind(PathRoots.join(listing.path, name)) ?? .file, of: name)
        }
      }
    }
    return entries.map { entry in
      guard entry.kind == .unknown, let kind = listing.kinds.kind(of: entry.name) else { return entry }
      return FolderListing.Entry(name: entry.name, kind: kind)
    }
  }

  /// Returns the home folder of a user, nil for an unknown one; when `user` is nil, that of the current user.
  func home(of user: String?) async throws -> String? {
    guard let user else { return folders.home(nil) }
    return try await pool.runPatiently("user:\(user)", at: "~\(user)") { [folders] in folders.home(user) }
  }

  private func keep(_ listing: FolderListing, by key: String, _ now: Duration) {
    kept.withLock { kept in
      kept[key] = Kept(listing: listing, checked: now)
      var entries = kept.values.reduce(0) { $0 + $1.listing.count }
      while kept.count > 1, kept.count > FolderReader.maximumKept || entries > FolderReader.maximumEntries,
        let oldest = kept.filter({ $0.key != key }).min(by: { $0.value.checked < $1.value.checked })
      {
        entries -= oldest.value.listing.count
        kept[oldest.key] = nil
      }
    }
  }
}
