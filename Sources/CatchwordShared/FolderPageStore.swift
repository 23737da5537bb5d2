import CatchwordFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder of files as a place for pages: on a share that all machines mount, or in a repository.
///
/// Under `NAMESPACE` are the file `@words`, which describes the present publication, and a folder `@ID` for each publication,
/// whose files are its buckets; no namespace can have a part of such a name. A publication is written whole before `@words`
/// is replaced, and the one before stays for a while, for those that have read the old description.
public struct FolderPageStore: PageStore {
  private let folder: String
  /// The time for which a publication stays when it has been replaced, in seconds.
  private static let oldAge = 15 * 60

  /// Creates the store.
  ///
  /// - Parameter folder: The absolute path of the folder.
  public init(_ folder: String) { self.folder = folder }

  private func place(of namespace: SharedNamespace) -> String { "\(folder)/\(namespace.text)" }

  private func description(of namespace: SharedNamespace) -> String { "\(place(of: namespace))/@words" }

  /// The beginning of the names of the folders of publications, and of what describes them.
  private static let mark: Character = "@"

  /// Returns the folder of a publication.
  private func folder(of publication: Publication, _ namespace: SharedNamespace) -> String {
    "\(place(of: namespace))/\(FolderPageStore.mark)\(publication.id)"
  }

  // MARK: Reading

  /// Reads the description.
  ///
  /// - Throws: `Publication.Refusal`; `PageStoreError` when the file cannot be read.
  public func publication(of namespace: SharedNamespace) throws -> Publication? {
    let path = description(of: namespace)
    let bytes: ContiguousArray<UInt8>
    do {
      bytes = try FileSystem.contents(of: path, inside: nil, atMost: 8192)
    } catch {
      if FileSystem.kind(of: path) == nil, FileSystem.kind(of: folder) != nil { return nil }
      throw PageStoreError("\(path) cannot be read: \(error)")
    }
    return try Publication(String(decoding: bytes, as: UTF8.self))
  }

  /// Reads some pages of the file of a bucket.
  ///
  /// - Throws: `PageStoreError`.
  public func pages(
    _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> [[UInt8]?] {
    guard let pages = try file(of: bucket, publication, namespace) else { return names.map { _ in nil } }
    return names.map { pages.page(named: $0) }
  }

  /// Reads all pages.
  ///
  /// - Throws: `PageStoreError`.
  public func forEachPage(
    of publication: Publication, _ namespace: SharedNamespace, _ body: (_ name: [UInt8], _ page: [UInt8]) -> Void
  ) throws {
    for bucket in SharedBucket.all(publication.bucketCount) {
      var isMisplaced = false
      try file(of: bucket, publication, namespace)?.forEachPage { name, page in
        isMisplaced = isMisplaced || PageName.bucket(of: name, publication.bucketCount) != bucket
        body(name, page)
      }
      if isMisplaced { throw PageStoreError.damaged }
    }
  }

  /// Returns the file of a bucket; nil when it has no pages.
  ///
  /// - Throws: `PageStoreError`.
  private func file(
    of bucket: SharedBucket, _ publication: Publication, _ namespace: SharedNamespace
  ) throws(PageStoreError) -> PageFile? {
    let folder = folder(of: publication, namespace)
    let path = "\(folder)/\(bucket.name)"
    guard let file = FileSystem.map(path) else {
      // Without its folder, nothing is known of the words: it was replaced or removed since its description was read.
      if FileSystem.kind(of: path) == nil, FileSystem.kind(of: folder) == .folder { return nil }
      throw PageStoreError("\(path) cannot be read")
    }
    guard let pages = PageFile(file) else {
      throw PageStoreError("\(path) is damaged: unpublish the words, and publish them again")
    }
    return pages
  }

  // MARK: Writing

  /// Writes all pages into a folder of their own, and then the description that names it.
  ///
  /// - Throws: `PageStoreError`; what was published before stays.
  public func publish(
    _ tree: PageTree, as namespace: SharedNamespace, time: Int, rate: Int?, _ progress: (Int, Int) -> Void
  ) throws -> (Publication, isNew: Bool) {
    let buckets = PageBuckets(tree)
    // What is of another version, or damaged, is replaced.
    let old = try? self.publication(of: namespace)
    let publication = Publication(tree, digest: buckets.digest, time: time)
    if let old, old.hasSamePages(as: publication), (try? isWhole(old, namespace)) == true { return (old, false) }
    let place = place(of: namespace)
    let own = folder(of: publication, namespace)
    do {
      try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
      var pace = WritingPace(atMost: rate)
      for (number, bucket) in buckets.all.enumerated() where !bucket.pages.isEmpty {
        pace.pause {}
        pace.count(bucket.byteCount)
        let path = "\(own)/\(bucket.place.name)"
        try PageFile.write(bucket.pages, to: path)
        try FolderPageStore.shareFile(path)
        progress(number + 1, buckets.all.count)
      }
      try FileSystem.create("\(own)/@words") { descriptor in
        try Array(publication.text.utf8).withUnsafeBytes { try FileSystem.write($0, at: 0, to: descriptor) }
      }
      try FolderPageStore.shareFile("\(own)/@words")
      try FileSystem.replace(description(of: namespace), with: "\(own)/@words")
    } catch {
      try? FileManager.default.removeItem(atPath: own)
      throw PageStoreError("the words cannot be written to \(place): \(error)")
    }
    if let old { FolderPageStore.noteReplaced(folder(of: old, namespace), at: time) }
    removeOld(in: place, now: time, but: [publication, old].compactMap(\.self).map { folder(of: $0, namespace) })
    return (publication, true)
  }

  /// Returns what is published, if it was made of the same words and all files are as they were written.
  public func publication(madeOf source: UInt64, as namespace: SharedNamespace) -> Publication? {
    guard let publication = try? publication(of: namespace), publication.source == source,
      (try? isWhole(publication, namespace)) == true
    else { return nil }
    return publication
  }

  /// Lets all read a file who may enter its folder: it was created for its owner alone.
  private static func shareFile(_ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
  }

  /// Has a publication stay from now on for as long as one stays that has been replaced.
  private static func noteReplaced(_ folder: String, at time: Int) {
    let date = Date(timeIntervalSince1970: Double(time))
    try? FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder)
  }

  /// Removes publications that nobody reads any more, and those whose publisher was killed.
  private func removeOld(in place: String, now: Int, but kept: [String]) {
    for path in (try? FolderPageStore.publications(in: place)) ?? [] where !kept.contains(path) {
      guard let stamp = FileSystem.stamp(of: path), stamp.modified < Double(now - FolderPageStore.oldAge) else {
        continue
      }
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// Returns the folders of publications, and of those that have not been written to their end.
  private static func publications(in place: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place).filter { $0.first == mark }.map { "\(place)/\($0)" }
      .filter { FileSystem.kind(of: $0) == .folder }
  }

  /// Removes the description, and all publications.
  ///
  /// - Throws: `PageStoreError`.
  public func remove(_ namespace: SharedNamespace) throws -> Bool {
    let place = place(of: namespace)
    let description = description(of: namespace)
    guard FileSystem.kind(of: description) != nil else { return false }
    do {
      try FileManager.default.removeItem(atPath: description)
      for path in try FolderPageStore.publications(in: place) { try FileManager.default.removeItem(atPath: path) }
    } catch {
      throw PageStoreError("the words in \(place) cannot be removed: \(error)")
    }
    return true
  }
}
