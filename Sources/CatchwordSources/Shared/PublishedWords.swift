import CatchwordFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is kept of the words of a folder beside their index, once they were published.
struct PublishedWords: Equatable {
  /// The commit whose files the index has.
  var commit: String
  /// A hash of the settings by which the words were chosen.
  var settings: UInt64
  /// The index, by its hash.
  var index: UInt64
  /// The hash of the words that were published last.
  var source: UInt64
  /// The numbers of files that had a word then, where that is another number than in the index.
  var files: [[UInt8]: Int] = [:]

  /// The text "CWPUBSH" and the version of the layout.
  private static let format: UInt64 = 0x0001_4853_4255_5057_43

  /// Begins with no other numbers than those of the index.
  init(commit: String, settings: UInt64, index: UInt64, source: UInt64) {
    (self.commit, self.settings, self.index, self.source) = (commit, settings, index, source)
  }

  /// Reads what was kept of a folder; nil when there is nothing that can be used.
  init?(of root: String, in folder: IndexFolder, variant: UInt64) {
    let path = folder.file(for: root, variant: variant)
    guard let file = FileSystem.map(path) else { return nil }
    CacheFile.touch(path)
    defer { withExtendedLifetime(file) {} }
    guard let header = IndexHeader(file.bytes, format: PublishedWords.format, partCount: 1, numberCount: 2) else {
      return nil
    }
    let part = header.parts[0]
    var lines = file.bytes[part.start..<part.start + part.count].split(separator: 0x0A).makeIterator()
    let commit = lines.next().map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard GitTree.isCommit(commit) else { return nil }
    self.init(commit: commit, settings: header.identity, index: header.numbers[0], source: header.numbers[1])
    while let line = lines.next() {
      let entry = line.split(separator: 0x20, maxSplits: 1)
      guard entry.count == 2, let count = Int(String(decoding: entry[0], as: UTF8.self)) else { return nil }
      files[Array(entry[1])] = count
    }
  }

  /// Removes what was kept of a folder.
  static func remove(of root: String, in folder: IndexFolder, variant: UInt64) {
    try? FileManager.default.removeItem(atPath: folder.file(for: root, variant: variant))
  }

  /// Keeps it.
  ///
  /// - Throws: `IndexFolder.Failure`.
  func write(of root: String, in folder: IndexFolder, variant: UInt64) throws {
    try folder.write(root: root, variant: variant) { output in
      let part = try output.appendPart {
        try output.append(commit.utf8)
        for (word, count) in files { try output.append("\n\(count) ".utf8 + word) }
      }
      let (header, count) = (IndexHeader(identity: settings, parts: [part], numbers: [index, source]), output.count)
      _ = try output.finish { header.words(format: PublishedWords.format, byteCount: count, samples: $0) }
    }
  }
}
