import CatchwordCompletion
import Foundation

/// An item of a list as the text sees it: what it writes, and from where on.
struct OfferedItem {
  /// Where what it replaces begins, in bytes of the text.
  let start: Int
  /// What it writes there.
  let text: String
  /// What it is known by: the text, or what the menu shows and what is matched instead.
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

  /// True when all it writes is what the file goes on with, and that is at least the word.
  ///
  /// In a text with `well-known`, that item is right for `known` after `well-`.
  ///
  /// - Parameters:
  ///   - word: Where the word is in the file, in bytes.
  ///   - text: The whole file, as UTF-8.
  func writes(_ word: Range<Int>, in text: ContiguousArray<UInt8>) -> Bool {
    let written = self.text.utf8
    return start <= word.lowerBound && start + written.count >= word.upperBound && text[start...].starts(with: written)
  }

  /// True when accepting it leaves what stands before the cursor as it is.
  func writesOnly(upTo cursor: Int, of text: ContiguousArray<UInt8>) -> Bool {
    start <= cursor && text[start..<cursor].elementsEqual(self.text.utf8)
  }

  /// True when one of its names begins with what it replaces, whatever the case and the accents.
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
