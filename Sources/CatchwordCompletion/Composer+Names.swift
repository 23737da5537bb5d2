import CatchwordText

/// Inside a path, a link to a note, or a citation, the user means the names that are there and begin as typed, whatever
/// words there are.
extension Composer {
  /// True for a name that is wanted at its place: an existing file or folder behind a slash, or a reference that begins
  /// where one must, each of which begins as typed.
  func isNameInPlace(_ entries: [Entry], _ index: Int) -> Bool {
    guard let start = entries[index].candidate.start, start > 0, entries[index].signals.isPrefix,
      !entries[index].candidate.hasAttachment
    else { return false }
    switch entries[index].candidate.kind {
    case .reference: return true
    case .file, .folder: return query.document.text.string(in: start - 1..<start) == "/"
    default: return false
    }
  }

  /// Returns the entries without the words and snippets that are no help there.
  func withoutWords(_ entries: [Entry]) -> [Entry] {
    entries.filter { entry in
      let candidate = entry.candidate
      if candidate.hasAttachment { return true }
      return candidate.kind != .text && candidate.kind != .snippet && candidate.snippet == nil
    }
  }
}
