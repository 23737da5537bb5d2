import CatchwordFiles
import CatchwordPrediction
import CatchwordSettings

/// Makes the far text of a folder, file by file. All methods block.
///
/// What there is so far is put in its place after 1, 2, 4, 8 … segments: it is of use there, and when this process ends, the
/// next one goes on from it. So all is copied once more, but not more often.
struct FarMaker: ~Copyable {
  private let cache: FarCache
  private let corpus: FarCorpus
  private let segmentTokens: Int
  /// The files that are still to be read, the first one last.
  private var remaining: [(path: String, stamp: FileAccess.Stamp)]
  private let reader: CorpusTextReader
  private var builder: FarTextBuilder
  /// Nil when another process goes on.
  private var writing: IndexFolder.Writing?
  /// The number of segments when the text was last put in its place.
  private var segmentsKept = 0
  /// The number of all files.
  let fileCount: Int

  /// Begins a text, or goes on with one that another process has begun.
  ///
  /// - Parameters:
  ///   - files: The folder's files, as its root has found them.
  ///   - segmentTokens: The number of tokens of a segment.
  /// - Returns: Nil when another process makes it.
  /// - Throws: `IndexFolder.Failure`, `FileSystem.Failure`.
  init?(
    _ cache: FarCache, _ corpus: FarCorpus, _ files: [(path: String, stamp: FileAccess.Stamp)],
    segmentTokens: Int = FarTextBuilder.segmentTokens
  ) throws {
    guard let writing = try cache.files.beginWriting(root: corpus.root, variant: corpus.identity) else { return nil }
    var base = cache.load(corpus)
    if let text = base, !FarMaker.isWorthGoingOn(text, files) { base = nil }
    let begun = try base.flatMap { try FarMaker.builder(from: $0, writing.output, corpus, segmentTokens) }
    let builder =
      begun
      ?? FarTextBuilder(
        output: writing.output, identity: corpus.identity, maximumTokens: corpus.maximumTokens,
        isLearned: CorpusScope.isLearned(corpus.filter), segmentTokens: segmentTokens)
    (self.cache, self.corpus, self.segmentTokens, fileCount) = (cache, corpus, segmentTokens, files.count)
    (self.builder, segmentsKept) = (builder, builder.segmentCount)
    reader = CorpusTextReader(settings: corpus.workspace)
    remaining = files.reversed().filter { begun == nil || base?.stamp(of: $0.path) == nil }
    self.writing = consume writing
  }

  private static func builder(
    from base: FarText, _ output: IndexOutput, _ corpus: FarCorpus, _ segmentTokens: Int
  ) throws -> FarTextBuilder? {
    try FarTextBuilder(
      from: base, output: output, identity: corpus.identity, maximumTokens: corpus.maximumTokens,
      isLearned: CorpusScope.isLearned(corpus.filter), segmentTokens: segmentTokens)
  }

  /// True when a text is unfinished, and has its files as they are, but for so few that it need not be made anew.
  private static func isWorthGoingOn(
    _ base: FarText, _ files: [(path: String, stamp: FileAccess.Stamp)]
  ) -> Bool {
    guard base.isUnfinished else { return false }
    let present = files.count { base.stamp(of: $0.path) == $0.stamp }
    return base.fileCount - present <= FollowingLimit.files(of: base.fileCount)
  }

  /// The number of files that have been read.
  var filesDone: Int { fileCount - remaining.count }
  /// The number of bytes of files that were read.
  var byteCount: Int { reader.byteCount }

  /// Reads the next file.
  ///
  /// - Returns: False when there is none, or no room for more, or another process goes on.
  /// - Throws: `FileSystem.Failure` when the text cannot be written, `IndexFolder.Failure`.
  mutating func readNext() throws -> Bool {
    guard !reader.isFull, let file = remaining.popLast() else { return false }
    // A file without text is in it, too, so that it is known.
    var text: ContiguousArray<UInt8> = []
    var stamp = file.stamp
    switch reader.read("\(corpus.root)/\(file.path)") {
    case .text(let read): (text, stamp) = (read, reader.stamp)
    case .skipped: stamp = reader.stamp
    case .unreadable: break
    }
    // A smaller file may fit.
    if try !builder.add(text, path: file.path, stamp: stamp) { refused += 1 }
    guard refused < FarMaker.maximumRefused else { return false }
    let count = builder.segmentCount
    if count > segmentsKept, count & (count - 1) == 0, !remaining.isEmpty { return try keep() }
    return true
  }

  /// The number of files that did not fit after which all further ones are left out.
  private static let maximumRefused = 8
  private var refused = 0

  /// Puts what there is in its place, and goes on from it.
  ///
  /// - Returns: False when another process goes on.
  private mutating func keep() throws -> Bool {
    try builder.finish(isCut: false, isUnfinished: true)
    try writing.take()?.finish()
    guard let next = try cache.files.beginWriting(root: corpus.root, variant: corpus.identity) else { return false }
    guard let base = cache.load(corpus),
      let builder = try FarMaker.builder(from: base, next.output, corpus, segmentTokens)
    else { throw IndexFolder.Failure(reason: "it cannot be read after it was written") }
    (self.builder, segmentsKept) = (builder, builder.segmentCount)
    writing = consume next
    return true
  }

  /// Writes what is left, and puts the text in its place.
  ///
  /// - Returns: False when another process goes on.
  /// - Throws: `FileSystem.Failure`, `IndexFolder.Failure`.
  consuming func finish() throws -> Bool {
    guard let writing = writing.take() else { return false }
    try builder.finish(isCut: !remaining.isEmpty)
    try writing.finish()
    return true
  }
}
