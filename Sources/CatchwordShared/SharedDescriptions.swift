/// The descriptions of the words that fold to one text, in the form of a page: each word with its length, and its description
/// with its own.
///
/// A page comes from outside. What cannot be one is refused as a whole.
enum SharedDescriptions {
  /// The maximum number of words, so that a page is within its limit.
  private static let maximumCount = 64

  /// Returns the stored form; a longer description is cut.
  static func encoded(_ descriptions: [(word: String, text: String)]) -> [UInt8] {
    var bytes = [UInt8(SharedFormat.version)]
    for (word, text) in descriptions.prefix(maximumCount) {
      let text = shown(text).utf8
      bytes += [UInt8(word.utf8.count)] + word.utf8 + [UInt8(text.count & 0xFF), UInt8(text.count >> 8)] + text
    }
    return bytes
  }

  /// Returns the description of a word; nil when there is none, or these bytes are no page.
  static func text(of word: String, in bytes: [UInt8]) -> String? {
    guard bytes.first == UInt8(SharedFormat.version), bytes.count <= SharedFormat.maximumPageBytes else { return nil }
    var place = 1
    while place < bytes.count {
      let end = place + 1 + Int(bytes[place])
      guard end + 2 <= bytes.count else { return nil }
      let textEnd = end + 2 + Int(bytes[end]) + Int(bytes[end + 1]) << 8
      guard textEnd <= bytes.count else { return nil }
      if bytes[(place + 1)..<end].elementsEqual(word.utf8) {
        return String(validating: bytes[(end + 2)..<textEnd], as: UTF8.self).map(shown)
      }
      place = textEnd
    }
    return nil
  }

  /// Returns a text in one line, without what changes a screen and as long as it may be.
  private static func shown(_ text: String) -> String {
    var shown = ""
    for character in text where shown.utf8.count < SharedFormat.maximumDescriptionBytes {
      shown.append(SharedWord.isPossible(String(character)) ? character : " ")
    }
    while shown.utf8.count > SharedFormat.maximumDescriptionBytes { shown.removeLast() }
    return shown
  }
}
