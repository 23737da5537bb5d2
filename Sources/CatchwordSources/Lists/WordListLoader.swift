import CatchwordMatching

/// Gets a word list from its file, or from the cache.
struct WordListLoader: Sendable {
  let files: FileAccess
  let cache: ListCache?

  /// Loads a list; blocks.
  ///
  /// - Parameter stamp: What the file looked like just now.
  /// - Throws: `WordListError`.
  func load(_ path: String, stamp: FileAccess.Stamp?) throws -> WordList {
    guard let cache, let stamp, stamp.size >= cache.minimumListBytes else { return try parse(path) }
    if let list = cache.load(path, stamp: stamp) { return list }
    do {
      try cache.write(path, stamp: stamp) { append in
        try read(path) { builder in try builder.build(append) }
      }
      if let list = cache.load(path, stamp: stamp) { return list }
    } catch is ListCache.Failure {
      // A full disk, or a folder that is not ours: the list is kept in memory.
    }
    return try parse(path)
  }

  private func parse(_ path: String) throws -> WordList {
    var segments: [IndexSegment] = []
    let skippedLines = try read(path) { segments.append($0.build()) }
    return WordList(segments, skippedLines: skippedLines)
  }

  /// - Returns: How many lines were skipped.
  private func read(_ path: String, onSegment: (inout SegmentBuilder) throws -> Void) throws -> Int {
    try withoutActuallyEscaping(onSegment) { onSegment in
      var parser = WordListParser(onSegment: onSegment)
      do {
        try files.read(path) { try parser.read($0) }
        try parser.finish()
      } catch let error as WordListError {
        throw error
      } catch let failure as ListCache.Failure {
        throw failure
      } catch {
        throw WordListError.unreadable("\(error)")
      }
      return parser.skippedLines
    }
  }
}
