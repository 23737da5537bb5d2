import CatchwordText

/// Inside a path, the names of files that begin as typed are meant, whatever words there are.
extension Composer {
  /// True for each entry that goes on with a path that has begun: the name of a file or a folder that is there, behind a slash,
  /// and begins as typed.
  ///
  /// - Complexity: O(entries).
  func goesOnWithPath(_ entries: [Entry]) -> [Bool] {
    entries.map { entry in
      let candidate = entry.candidate
      guard [.file, .folder].contains(candidate.kind), candidate.attachment == nil, entry.signals.isPrefix,
        let start = candidate.start, start > 0
      else { return false }
      return query.document.text.string(in: start - 1..<start) == "/"
    }
  }

  /// The same entries without the words and snippets that are no help in a path; what a language server says stays.
  func withoutWords(_ entries: [Entry], besides isPath: [Bool]) -> [Entry] {
    zip(entries, isPath).filter { $0.1 || $0.0.candidate.attachment != nil }.map(\.0)
  }
}
