import CatchwordFiles

/// Reads the texts of files for a model, without the parts that are not learned, by the same rules as for words.
///
/// It must be used by one thread only.
final class CorpusTextReader {
  /// The result of reading a file.
  enum Outcome: Equatable {
    /// The text, in UTF-8, without lines that are too long or not UTF-8.
    case text(ContiguousArray<UInt8>)
    /// The file is not text, is empty, or is too large.
    case skipped
    /// The file does not exist, cannot be opened, or is not a regular file.
    case unreadable
  }

  private let files: FileTextReader

  private let maximumTotalBytes: Int

  init(settings: WorkspaceSettings) {
    files = FileTextReader(settings.selection)
    maximumTotalBytes = settings.maximumTotalBytes
  }

  /// The stamp of the last file when it was read.
  var stamp: FileAccess.Stamp { files.stamp }
  /// The number of bytes of files that were read.
  var byteCount: Int { files.byteCount }
  /// True when as many bytes were read as the settings allow.
  var isFull: Bool { byteCount >= maximumTotalBytes }

  /// Reads a file. Blocks.
  func read(_ path: String) -> Outcome {
    switch files.read(path) {
    case .unreadable: return .unreadable
    case .skipped: return .skipped
    case .text(let text, let count):
      return CorpusText.text(text, count: count, from: files, path: path).map(Outcome.text) ?? .skipped
    }
  }
}
