import CatchwordFiles
import CatchwordText

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

  init(settings: WorkspaceSettings) { files = FileTextReader(settings.selection) }

  /// The stamp of the last file when it was read.
  var stamp: FileAccess.Stamp { files.stamp }
  /// The number of bytes of files that were read.
  var byteCount: Int { files.byteCount }

  /// Reads a file. Blocks.
  func read(_ path: String) -> Outcome {
    switch files.read(path) {
    case .unreadable: return .unreadable
    case .skipped: return .skipped
    case .text(let text, let count):
      var parts: ContiguousArray<UInt8> = []
      parts.reserveCapacity(count)
      files.forEachPart(of: text, count: count) {
        parts.append(contentsOf: UnsafeBufferPointer(start: text + $0.lowerBound, count: $0.count))
      }
      if CorpusTextReader.isText(parts[...]) { return .text(parts) }
      guard isMostlyText(text, count: count, path: path) else { return .skipped }
      return .text(CorpusTextReader.withoutSpoiledLines(parts))
    }
  }

  /// True when the source `workspace` takes the file for text.
  private func isMostlyText(_ text: UnsafePointer<UInt8>, count: Int, path: String) -> Bool {
    var reader = RunReader(WordRules.rules(for: Language.id(forPath: path)))
    files.forEachPart(of: text, count: count) { reader.forEachWord(in: text, $0) { _, _ in } }
    return reader.spoiledBytes <= count / FileTextReader.toleratedShare
  }

  private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

  private static func withoutSpoiledLines(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    var kept: ContiguousArray<UInt8> = []
    kept.reserveCapacity(text.count)
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
      if isText(text[start..<end]) { kept += text[start..<end] }
      start = end
    }
    return kept
  }
}
