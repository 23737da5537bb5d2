import CatchwordFiles
import CatchwordText

/// The parts of a file that a model learns from.
enum CorpusText {
  /// Returns the text of a file without lines that are too long or not UTF-8; nil when the file is not text, by the same
  /// rule as for words.
  ///
  /// - Parameters:
  ///   - text: The text as `files` has read it.
  ///   - path: The path of the file, which tells its language.
  static func text(
    _ text: UnsafePointer<UInt8>, count: Int, from files: FileTextReader, path: String
  ) -> ContiguousArray<UInt8>? {
    var parts: ContiguousArray<UInt8> = []
    parts.reserveCapacity(count)
    files.forEachPart(of: text, count: count) {
      parts.append(contentsOf: UnsafeBufferPointer(start: text + $0.lowerBound, count: $0.count))
    }
    if isText(parts[...]) { return parts }
    return FileText.isMostlyUTF8(text, count: count, from: files, path: path) ? withoutSpoiledLines(parts) : nil
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
