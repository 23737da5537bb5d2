import CatchwordFiles
import CatchwordMatching

/// Loads a word list from its file, or from the cache.
struct WordListLoader: Sendable {
  let files: FileAccess
  let cache: ListCache?

  /// The maximum size of a list that a project names, in bytes; no project has more words than a language.
  static let maximumProjectBytes = 64 << 20
  /// The maximum size of a list that the user names, in bytes.
  static let maximumBytes = 4 << 30

  /// Loads a list. Blocks.
  ///
  /// - Parameters:
  ///   - stamp: The current stamp of the file.
  ///   - isProjects: True for a list that a project names.
  /// - Throws: `WordListError`.
  func load(_ path: String, stamp: FileAccess.Stamp?, isProjects: Bool = false) throws -> WordList {
    let limit = isProjects ? WordListLoader.maximumProjectBytes : WordListLoader.maximumBytes
    if let stamp, stamp.size > UInt64(limit) { throw WordListError.tooLarge(limit) }
    let place = Place(path: path, limit: limit)
    guard let cache, let stamp, stamp.size >= cache.minimumListBytes else { return try parse(place) }
    if let list = cache.load(path, stamp: stamp) { return list }
    do {
      var problems: [String] = []
      try cache.write(path, stamp: stamp) { append in
        let read = try read(place) { builder in try builder.build(append) }
        problems = read.problems
        return read.skippedLines
      }
      if var list = cache.load(path, stamp: stamp) {
        list.problems = problems
        return list
      }
    } catch is ListCache.Failure {
      // The disk is full, or the folder is not ours: the list is kept in memory.
    }
    return try parse(place)
  }

  private struct Place {
    let path: String
    /// The maximum size, in bytes.
    let limit: Int
  }

  private func parse(_ place: Place) throws -> WordList {
    var segments: [IndexSegment] = []
    let read = try read(place) { segments.append($0.build()) }
    var list = WordList(segments, skippedLines: read.skippedLines)
    list.problems = read.problems
    return list
  }

  /// - Returns: The number of skipped lines, and the problems of others.
  private func read(
    _ place: Place, onSegment: (inout SegmentBuilder) throws -> Void
  ) throws -> (skippedLines: Int, problems: [String]) {
    try withoutActuallyEscaping(onSegment) { onSegment in
      var parser = WordListParser(onSegment: onSegment)
      do {
        var count = 0
        try files.read(place.path) { piece in
          count += piece.count
          // The file may grow while it is read.
          if count > place.limit { throw WordListError.tooLarge(place.limit) }
          try parser.read(piece)
        }
        try parser.finish()
      } catch let error as WordListError {
        throw error
      } catch let failure as ListCache.Failure {
        throw failure
      } catch {
        throw WordListError.unreadable("\(error)")
      }
      return (parser.skippedLines, parser.duplicates.problems(in: place.path))
    }
  }
}
