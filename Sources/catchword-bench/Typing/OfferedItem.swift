import CatchwordCompletion
import Foundation

/// An item of a list by its effect on the text: the text that it writes, and the place.
struct OfferedItem {
  /// The start of the text that it replaces, in bytes of the text.
  let start: Int
  /// The text that it writes there.
  let text: String
  /// The names of the item: its text, the text that the menu shows, and the text that is matched.
  let names: [String]

  init(start: Int, text: String, names: [String]? = nil) {
    self.start = start
    self.text = text
    self.names = names ?? [text]
  }

  init(_ candidate: Candidate, of query: CompletionQuery) {
    self.init(
      start: candidate.start ?? query.typedRange.lowerBound, text: candidate.text,
      names: [candidate.text, candidate.shown, candidate.matched])
  }

  /// Returns true when the item writes exactly the file's continuation, and at least the whole word.
  ///
  /// In a text with `well-known`, the item `well-known` is right for `known` after `well-`.
  ///
  /// - Parameters:
  ///   - word: The range of the word in the file, in bytes.
  ///   - text: The whole file, as UTF-8.
  func writes(_ word: Range<Int>, in text: ContiguousArray<UInt8>) -> Bool {
    let written = self.text.utf8
    return start <= word.lowerBound && start + written.count >= word.upperBound && text[start...].starts(with: written)
  }

  /// Returns true when accepting the item leaves the text before the cursor unchanged.
  func writesOnly(upTo cursor: Int, of text: ContiguousArray<UInt8>) -> Bool {
    start <= cursor && text[start..<cursor].elementsEqual(self.text.utf8)
  }

  /// Returns true when one of its names begins with the text that it replaces, whatever the case and the accents.
  func begins(asTypedUpTo cursor: Int, of text: ContiguousArray<UInt8>) -> Bool {
    guard start <= cursor else { return false }
    let typed = text[start..<cursor]
    if names.contains(where: { $0.utf8.starts(with: typed) }) { return true }
    let folded = OfferedItem.folded(String(decoding: typed, as: UTF8.self))
    return names.contains { OfferedItem.folded($0).hasPrefix(folded) }
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
