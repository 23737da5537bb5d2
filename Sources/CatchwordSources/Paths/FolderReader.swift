import CatchwordCompletion
import CatchwordFiles
import Synchronization

/// Reads folders in the background, and keeps the last few that were read.
final class FolderReader: Sendable {
  private struct Kept {
    var listing: FolderListing
    /// When it was last known to hold.
    var checked: Duration
  }

  /// So many folders are kept.
  private static let maximumKept = 16
  /// So many entries of all of them are kept.
  private static let maximumEntries = 400_000
  /// For as long a folder is taken to be unchanged without a look.
  private static let freshness = Duration.seconds(1)
  /// The stamp of a folder does not tell when a file in it appears twice in one tick of its clock.
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

  /// The entries of a folder.
  ///
  /// - Throws: When there is no such folder, it may not be read, or it does not answer.
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
      // Who looks into a folder that is ignored as a whole wants to see what is in it.
      let isIgnored = scope.flatMap { $0.isIgnored ? nil : $0.ignores }
      let listing = try FolderListing(path, in: folders, maximum: maximum, isIgnored: isIgnored)
      self.keep(listing, by: key, now)
      return listing
    }
  }

  /// What kinds of things entries are of which the folder does not say it; those that do not answer in time stay unknown.
  ///
  /// - Complexity: A call of the system for each unknown entry.
  func resolveKinds(_ entries: [FolderListing.Entry], of listing: FolderListing) async -> [FolderListing.Entry] {
    let unknown = entries.filter { $0.kind == .unknown && listing.kinds.kind(of: $0.name) == nil }.map(\.name)
    if !unknown.isEmpty {
      // A path that nothing is below: a link that does not answer is no reason not to look into its folder.
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

  /// The home folder of a user, nil for an unknown one; this one's when it is nil.
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
