import CatchwordFiles
import CatchwordText

/// Reads files for their words, one after another, in memory that is used again.
///
/// Only one thread uses it.
final class FileWordReader {
  /// What became of a file.
  enum Outcome {
    /// Its words are in `table`, as places in this text.
    case words(UnsafePointer<UInt8>)
    /// It is no text, or has none that counts.
    case skipped
    /// It is not there, cannot be opened, or is no regular file.
    case unreadable
  }

  /// The words of the last file.
  let table: FileWordTable

  private let files: FileTextReader
  private var readers: [RunReader] = []
  private var readerOfLanguage: [String: Int] = [:]

  init(settings: WorkspaceSettings, seed: UInt64) {
    files = FileTextReader(settings.selection)
    table = FileWordTable(seed: seed)
  }

  /// What the last file looked like when it was read.
  var stamp: FileAccess.Stamp { files.stamp }
  /// How many bytes of files were read.
  var byteCount: Int { files.byteCount }

  /// Reads a file; blocks.
  func read(_ path: String, languageID: String) -> Outcome {
    table.removeAll(byteCount: 0)
    switch files.read(path) {
    case .unreadable: return .unreadable
    case .skipped: return .skipped
    case .text(let text, let count):
      table.removeAll(byteCount: count)
      let reader = readerIndex(languageID)
      readers[reader].begin()
      files.forEachPart(of: text, count: count) { read(text, $0, &readers[reader]) }
      guard readers[reader].spoiledBytes <= count / FileTextReader.toleratedShare else {
        table.removeAll(byteCount: 0)
        return .skipped
      }
      return .words(text)
    }
  }

  private func readerIndex(_ languageID: String) -> Int {
    if let index = readerOfLanguage[languageID] { return index }
    readers.append(RunReader(WordRules.rules(for: languageID)))
    readerOfLanguage[languageID] = readers.count - 1
    return readers.count - 1
  }

  private func read(_ text: UnsafePointer<UInt8>, _ range: Range<Int>, _ reader: inout RunReader) {
    reader.forEachWord(in: text, range) { start, end in
      // What begins with a digit is no word, and what is too short is not worth it; the rest is looked at once it is new.
      if end - start >= WordShape.minimumBytes, end - start <= WordShape.maximumBytes, text[start] &- 0x30 > 9 {
        table.add(text, start, end)
      }
    }
  }
}
