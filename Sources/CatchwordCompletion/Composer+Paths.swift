import CatchwordText

/// Inside a path, the user means the names of files that begin as typed, whatever words there are.
extension Composer {
  /// True for an entry that continues a path: the name of an existing file or folder, behind a slash, that begins as
  /// typed.
  func goesOnWithPath(_ entry: Entry) -> Bool {
    let candidate = entry.candidate
    guard candidate.kind == .file || candidate.kind == .folder, candidate.attachment == nil, entry.signals.isPrefix,
      let start = candidate.start, start > 0
    else { return false }
    return query.document.text.string(in: start - 1..<start) == "/"
  }

  /// Returns the entries without the words and snippets that are no help in a path.
  func withoutWords(_ entries: [Entry]) -> [Entry] {
    entries.filter { entry in
      let candidate = entry.candidate
      if candidate.attachment != nil { return true }
      return candidate.kind != .text && candidate.kind != .snippet && candidate.snippet == nil
    }
  }
}
