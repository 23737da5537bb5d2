import CatchwordText

/// The rule by which a client keeps items as a word is typed, judged by their filter text or else their label.
///
/// An item that would be dropped although it matches, as *cabaret* after *ab* or *über* after *ub*, gets a filter text
/// that the client keeps; as that is valid only for the text typed so far, the list is then requested again.
enum ItemFilter: Sendable {
  /// All items, or the client filters by the label and nothing can be done.
  case everything
  /// Items that begin exactly as typed; the order stays the list's.
  case beginnings
  /// Items that have the letters in order, the first one first, ranked by how well they match.
  case scattered
  /// Items that have the letters in order, anywhere: of `\alpha`, a client that filters by the word looks for `al`.
  /// With the typed text in front, `\precedes_above` would match best as soon as the next letter is a `p`.
  case anywhere
  /// An unknown rule: the filter text must be kept by all of the others.
  case unknown

  /// Returns the filter text that an item needs to be kept; nil when its label will do.
  ///
  /// - Complexity: O(length of the text).
  func filterText(for text: String, typed: String) -> String? {
    switch self {
    case .everything: nil
    case .beginnings: text.begins(withBytesOf: typed) ? nil : typed
    case .unknown: text.begins(withBytesOf: typed) ? nil : typed + text
    // The typed letters alone would match perfectly, and push the item before those that begin with them.
    case .scattered: ItemFilter.hasScattered(typed, in: text) ? nil : typed + text
    case .anywhere: ItemFilter.hasScattered(typed, in: text, fromFirst: false) ? nil : typed + text
    }
  }

  /// True when the text begins as typed, whatever the case of its ASCII letters.
  static func begins(_ text: String, with typed: String) -> Bool {
    var bytes = text.utf8.makeIterator()
    return typed.utf8.allSatisfy { typed in bytes.next().map { lowercased($0) == lowercased(typed) } ?? false }
  }

  /// True when every known matcher finds the letters: a typed capital matches capitals only, an accent only itself.
  private static func hasScattered(_ typed: String, in text: String, fromFirst: Bool = true) -> Bool {
    // A byte of one letter beyond ASCII could match a byte of another.
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
