/// Which items of a list its client keeps as a word is typed, judged by their filter text or else their label.
///
/// An item that would be dropped although it matches, as *cabaret* after *ab* or *über* after *ub*, is given a filter text
/// that the client keeps; as that is good for what is typed now only, the list is then asked for again.
enum ItemFilter: Sendable {
  /// All of them, or else it goes by the label and nothing can be done.
  case everything
  /// What begins exactly with what was typed; the order stays the list's.
  case beginnings
  /// What has the letters in order, the first one first, and ranks them by how well they match.
  case scattered
  /// What has the letters in order, anywhere: of `\alpha`, a client that filters by the word looks for `al`. Led by what
  /// was typed, `\precedes_above` would fit best as soon as the next letter is a `p`.
  case anywhere
  /// Nobody knows: what is kept by all of the others.
  case unknown

  /// What an item must be filtered by to be kept; nil when its label will do.
  ///
  /// - Complexity: O(length of the text).
  func filterText(for text: String, typed: String) -> String? {
    switch self {
    case .everything: nil
    case .beginnings: text.utf8.starts(with: typed.utf8) ? nil : typed
    case .unknown: text.utf8.starts(with: typed.utf8) ? nil : typed + text
    // The typed letters alone would match perfectly, and push the item before those that begin with them.
    case .scattered: ItemFilter.hasScattered(typed, in: text) ? nil : typed + text
    case .anywhere: ItemFilter.hasScattered(typed, in: text, fromFirst: false) ? nil : typed + text
    }
  }

  /// True when the text begins with what was typed, whatever the case of its ASCII letters.
  static func begins(_ text: String, with typed: String) -> Bool {
    var bytes = text.utf8.makeIterator()
    return typed.utf8.allSatisfy { typed in bytes.next().map { lowercased($0) == lowercased(typed) } ?? false }
  }

  /// True when all matchers that are known find the letters: capital letters are taken at their word, accents too.
  private static func hasScattered(_ typed: String, in text: String, fromFirst: Bool = true) -> Bool {
    // Bytes of letters beyond ASCII could be found in different letters.
    guard typed.utf8.allSatisfy({ $0 < 0x80 }) else { return begins(text, with: typed) }
    var rest = typed.utf8.makeIterator()
    guard var wanted = rest.next() else { return true }
    var isFirst = true
    for byte in text.utf8 {
      if byte == wanted || lowercased(byte) == wanted {
        guard let next = rest.next() else { return true }
        wanted = next
      } else if isFirst && fromFirst {
        return false
      }
      isFirst = false
    }
    return false
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
