package import CatchwordFiles
import CatchwordText

/// The rule by which the content of a file is taken for text.
package enum FileText {
  /// True when so few words of a file are not UTF-8 that its other words are read.
  ///
  /// - Parameters:
  ///   - text: The text as `files` has read it.
  ///   - path: The path of the file, which tells its language.
  /// - Complexity: O(*n*).
  package static func isMostlyUTF8(
    _ text: UnsafePointer<UInt8>, count: Int, from files: FileTextReader, path: String
  ) -> Bool {
    var reader = RunReader(WordRules.rules(for: Language.id(forPath: path)))
    files.forEachPart(of: text, count: count) { reader.forEachWord(in: text, $0) { _, _ in } }
    return isMostlyUTF8(count, besides: reader.spoiledBytes)
  }

  /// True for a file of `count` bytes of which so few are in words that are not UTF-8.
  static func isMostlyUTF8(_ count: Int, besides spoiledBytes: Int) -> Bool {
    spoiledBytes <= count / FileTextReader.toleratedShare
  }
}
