import CatchwordFiles
import CatchwordMatching

/// Makes the index of a folder's words, and keeps it for the next time.
public struct WorkspaceIndexer {
  /// Folders that are nested deeper are not read.
  public static let maximumDepth = FileWalker.maximumDepth

  /// What is in an index.
  public struct Summary: Equatable, Sendable {
    /// The folder, without links.
    public var root: String
    /// How many files were looked at.
    public var files: Int
    /// How many of them have no words that count: they are no text, or too large.
    public var skippedFiles: Int
    /// How many different words there are.
    public var words: Int
    /// How many bytes of files were read.
    public var bytes: Int
    /// How many bytes the texts of the words have.
    public var textBytes: Int
    /// How many bytes of the index are there for the words, their texts included; the rest is about files.
    public var wordBytes: Int
    /// The length of the index, in bytes.
    public var indexBytes: Int
    /// True when something was left out because a limit was reached, that of depth among them.
    public var isCut: Bool
    /// The file that the index could not be kept in, and why not; nil when it was kept, or was not to be.
    public var cacheFailure: String?
  }

  /// Why there is no index.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// There is no such folder: check the path.
    case noFolder(String)
    /// The folder holds far more than a project: open a project's folder instead.
    case tooBroad(String)

    /// What is wrong, and what to do about it.
    public var description: String {
      switch self {
      case .noFolder(let path): "there is no folder \(path); check the path"
      case .tooBroad(let path):
        "\(path) holds far more than a project, so its words are not collected; open the folder of a project"
      }
    }
  }

  /// Makes the index of a folder anew. Blocks for as long as that takes: not for a thread that others wait for.
  ///
  /// - Parameters:
  ///   - root: The folder.
  ///   - settings: What is read.
  ///   - cacheFolder: Where Catchword keeps its indexes; nil to keep none.
  ///   - home: The user's home folder, which is refused as a root, as is all that it is in.
  ///   - progress: Called after each file; what it throws ends the work.
  /// - Returns: What is in the index; its `cacheFailure` says when it could not be kept.
  /// - Throws: `Failure`; `CancellationError`.
  public static func index(
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

  /// A root without links in its path.
  ///
  /// - Throws: `Failure`.
  static func checkedRoot(_ path: String, home: String?) throws(Failure) -> String {
    guard let root = FileSystem.canonical(path), FileSystem.kind(of: root) == .folder else { throw .noFolder(path) }
    let isAboveHome = home.flatMap(FileSystem.canonical).map { $0 == root || $0.hasPrefix("\(root)/") } ?? false
    if root == "/" || isAboveHome { throw .tooBroad(root) }
    return root
  }

  /// Makes an index in its file, or in memory when it cannot be written.
  ///
  /// - Parameters:
  ///   - memory: Gets to know what ignore files say.
  ///   - onLeftOut: Called with what was left out.
  ///   - onCacheFailure: Called with the file and why it cannot be written, or read again.
  static func make(
    root: String, settings: WorkspaceSettings, cache: WorkspaceCache?, memory: IgnoreMemory? = nil,
    onProgress: @escaping (WorkspaceProgress) throws -> Void, onSegments: (([IndexSegment]) -> Void)?,
    onLeftOut: @escaping (FileWalker.LeftOut) -> Void = { _ in }, onCacheFailure: (String) -> Void = { _ in }
  ) throws -> WorkspaceIndex? {
    let builder = WorkspaceBuilder(
      root: root, settings: settings, memory: memory, onProgress: onProgress, onSegments: onSegments,
      onLeftOut: onLeftOut)
    if let cache {
      do {
        try cache.write(root: root) { _ = try builder.build(into: $0) }
        if let index = cache.load(root: root, settings: settings) { return index }
        onCacheFailure("\(cache.file(for: root)): it cannot be read after it was written")
      } catch let failure as WorkspaceCache.Failure {
        // A full disk, or a folder that is not ours: the index is kept in memory.
        onCacheFailure("\(cache.file(for: root)): \(failure.reason)")
      }
    }
    let bytes = try builder.build(into: IndexOutput(descriptor: nil)) ?? []
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
    // The address is nobody else's, and the memory is not changed any more.
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
