import CatchwordFiles
import CatchwordPrediction
import CatchwordSettings

/// Makes the far text of a folder, file by file. All methods block.
struct FarMaker: ~Copyable {
  private let writing: IndexFolder.Writing
  private let root: String
  private let files: [(path: String, stamp: FileAccess.Stamp)]
  private let reader: CorpusTextReader
  private var builder: FarTextBuilder
  /// The number of files that have been read.
  private(set) var filesDone = 0

  /// Begins a text.
  ///
  /// - Parameters:
  ///   - files: The folder's files, as its root has found them.
  /// - Returns: Nil when another process makes it.
  /// - Throws: `IndexFolder.Failure`.
  init?(
    _ cache: FarCache, _ corpus: FarCorpus, _ files: [(path: String, stamp: FileAccess.Stamp)]
  ) throws {
    let identity = corpus.identity
    guard let writing = try cache.files.beginWriting(root: corpus.root, variant: identity) else { return nil }
    (root, self.files) = (corpus.root, files)
    reader = CorpusTextReader(settings: corpus.workspace)
    builder = FarTextBuilder(
      output: writing.output, identity: identity, maximumTokens: corpus.maximumTokens,
      isLearned: CorpusScope.isLearned(corpus.filter))
    self.writing = writing
  }

  /// The number of all files.
  var fileCount: Int { files.count }
  /// The number of bytes of files that were read.
  var byteCount: Int { reader.byteCount }

  /// Reads the next file.
  ///
  /// - Returns: False when there is none, or no room for more.
  /// - Throws: `FileSystem.Failure` when the text cannot be written.
  mutating func readNext() throws -> Bool {
    guard filesDone < files.count, !reader.isFull else { return false }
    let file = files[filesDone]
    filesDone += 1
    // A file without text is in it, too, so that it is known.
    var text: ContiguousArray<UInt8> = []
    var stamp = file.stamp
    switch reader.read("\(root)/\(file.path)") {
    case .text(let read): (text, stamp) = (read, reader.stamp)
    case .skipped: stamp = reader.stamp
    case .unreadable: break
    }
    // A smaller file may fit.
    if try !builder.add(text, path: file.path, stamp: stamp) { refused += 1 }
    return refused < FarMaker.maximumRefused
  }

  /// The number of files that did not fit after which all further ones are left out.
  private static let maximumRefused = 8
  private var refused = 0

  /// Writes what is left, and puts the text in its place.
  ///
  /// - Throws: `FileSystem.Failure`, `IndexFolder.Failure`.
  consuming func finish() throws {
    try builder.finish(isCut: filesDone < files.count)
    try writing.finish()
  }
}
