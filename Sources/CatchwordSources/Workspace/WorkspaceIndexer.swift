import CatchwordFiles
import CatchwordMatching

/// Builds the index of a folder's words, and keeps it in the cache.
package struct WorkspaceIndexer {
  /// The maximum depth of folders that are read.
  package static let maximumDepth = FileWalker.maximumDepth

  /// The contents of an index, in numbers.
  package struct Summary: Equatable, Sendable {
    /// The folder, without links.
    package var root: String
    /// The number of files that were looked at.
    package var files: Int
    /// The number of those files without words that count: they are not text, or too large.
    package var skippedFiles: Int
    /// The number of different words.
    package var words: Int
    /// The number of bytes of files that were read.
    package var bytes: Int
    /// The total length of the words, in bytes.
    package var textBytes: Int
    /// The size of the index's word parts in bytes, their texts included; the rest is about files.
    package var wordBytes: Int
    /// The length of the index, in bytes.
    package var indexBytes: Int
    /// True when something was left out because of a limit, that of depth included.
    package var isCut: Bool
    /// The path of the cache file that failed and the reason; nil when the index was kept, or was not to be kept.
    package var cacheFailure: String?
  }

  /// The reason why there is no index.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    /// There is no such folder: check the path.
    case noFolder(String)
    /// The folder holds far more than a project: open a project's folder instead.
    case tooBroad(String)

    /// The problem and its remedy.
    package var description: String {
      switch self {
      case .noFolder(let path): "there is no folder \(path); check the path"
      case .tooBroad(let path):
        "\(path) holds far more than a project, so its words are not collected; open the folder of a project"
      }
    }
  }

  /// Builds the index of a folder anew. Blocks until it is done, so no thread that others wait for may call it.
  ///
  /// - Parameters:
  ///   - root: The folder.
  ///   - settings: The settings for reading.
  ///   - cacheFolder: The folder of Catchword's indexes; nil to keep none.
  ///   - home: The user's home folder; it and the folders above it are refused as a root.
  ///   - progress: Called after each file; an error that it throws ends the work.
  /// - Returns: The contents of the index, in numbers; its `cacheFailure` tells when the index could not be kept.
  /// - Throws: `Failure`; `CancellationError`.
  package static func index(
    root: String, settings: WorkspaceSettings = WorkspaceSettings(), cacheFolder: String?, home: String? = nil,
    progress: (WorkspaceProgress) throws -> Void = { _ in }
  ) throws -> Summary {
    let root = try checkedRoot(root, home: home)
    let cache = cacheFolder.map { WorkspaceCache(folder: "\($0)/workspace") }
    var cacheFailure: String?
    let index = try withoutActuallyEscaping(progress) { progress in
      try make(
        root: root, settings: settings, cache: cache, onProgress: progress, onSegments: nil,
        onCacheFailure: { cacheFailure = $0 })
    }
    guard let index else { throw Failure.noFolder(root) }
    var summary = Summary(index, root: root)
    summary.cacheFailure = cacheFailure
    return summary
  }

  /// Returns a root without links in its path.
  ///
  /// - Throws: `Failure`.
  static func checkedRoot(_ path: String, home: String?) throws(Failure) -> String {
    guard let root = FileSystem.canonical(path), FileSystem.kind(of: root) == .folder else { throw .noFolder(path) }
    let isAboveHome = home.flatMap(FileSystem.canonical).map { $0 == root || $0.hasPrefix("\(root)/") } ?? false
    if root == "/" || isAboveHome { throw .tooBroad(root) }
    return root
  }

  /// Builds an index in its file, or in memory when the file cannot be written.
  ///
  /// - Parameters:
  ///   - memory: Receives the verdicts of the ignore files.
  ///   - countsSecrets: False to count no word where it is in what looks like a secret, which takes twice as long.
  ///   - onLeftOut: Called with what was left out because of limits.
  ///   - onCacheFailure: Called with the path and the reason when the file cannot be written, or not be read again.
  static func make(
    root: String, settings: WorkspaceSettings, cache: WorkspaceCache?, memory: IgnoreMemory? = nil,
    countsSecrets: Bool = true,
    onProgress: @escaping (WorkspaceProgress) throws -> Void, onSegments: (([IndexSegment]) -> Void)?,
    onLeftOut: @escaping (FileWalker.LeftOut) -> Void = { _ in }, onCacheFailure: (String) -> Void = { _ in }
  ) throws -> WorkspaceIndex? {
    let builder = WorkspaceBuilder(
      root: root, settings: settings, memory: memory, countsSecrets: countsSecrets, onProgress: onProgress,
      onSegments: onSegments,
      onLeftOut: onLeftOut)
    if let cache {
      do {
        try cache.write(root: root) { _ = try builder.build(into: $0) }
        if let index = cache.load(root: root, settings: settings) { return index }
        onCacheFailure("\(cache.file(for: root)): it cannot be read after it was written")
      } catch let failure as IndexFolder.Failure {
        // A full disk, or a folder that is not ours: the index is kept in memory.
        onCacheFailure("\(cache.file(for: root)): \(failure.reason)")
      }
    }
    let bytes = try builder.build(into: IndexOutput(descriptor: nil)) ?? []
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
    // Only this memory has the address, and it does not change any more.
    let address = UInt(bitPattern: memory.baseAddress)
    let shared = SegmentMemory(UnsafeRawBufferPointer(memory)) {
      UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
    return WorkspaceIndex(shared, identity: WorkspaceCache.identity(root: root, settings: settings))
  }
}

extension WorkspaceIndexer.Summary {
  init(_ index: WorkspaceIndex, root: String) {
    self.init(
      root: root, files: index.header.fileCount, skippedFiles: index.header.skippedFiles, words: index.header.wordCount,
      bytes: index.header.readBytes, textBytes: index.segments.reduce(0) { $0 + $1.textByteCount },
      wordBytes: index.header.segments.count + index.header.facts.count + index.header.ranks.count,
      indexBytes: index.byteCount, isCut: index.header.isCut)
  }
}
