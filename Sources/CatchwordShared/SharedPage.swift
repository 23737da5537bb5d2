/// The words of a page, in its stored form: each as what it shares with the one before, the rest, and the weight.
///
/// A page comes from outside. What cannot be one is refused as a whole.
package enum SharedPage {
  /// The stored form of no words.
  static let empty = encoded([])

  /// Returns the stored form of words.
  ///
  /// - Parameter words: Possible words, at most as many as a page of the kind has.
  package static func encoded(_ words: [SharedWord]) -> [UInt8] {
    var bytes = [UInt8(SharedFormat.version)]
    var before: [UInt8] = []
    for word in words {
      let text = Array(word.text.utf8)
      let shared = zip(before, text).prefix { $0 == $1 }.count
      bytes += [UInt8(shared), UInt8(text.count - shared)]
      bytes += text[shared...]
      bytes.append(word.weight)
      before = text
    }
    return bytes
  }

  /// Returns the words of a page.
  ///
  /// - Parameter prefix: What the words begin with; those that do not are left out.
  /// - Returns: Nil when these bytes are no page: they are of another version, cut, or too many, or a word is not possible.
  /// - Complexity: O(*n*).
  package static func decoded(_ bytes: [UInt8], under prefix: SharedPrefix = SharedPrefix("")) -> [SharedWord]? {
    guard bytes.first == UInt8(SharedFormat.version), bytes.count <= SharedFormat.maximumPageBytes else { return nil }
    var words: [SharedWord] = []
    var text: [UInt8] = []
    var (place, count) = (1, 0)
    while place < bytes.count {
      guard place + 2 < bytes.count, count < SharedFormat.wholePage + SharedFormat.bestPage else { return nil }
      count += 1
      let (shared, length) = (Int(bytes[place]), Int(bytes[place + 1]))
      let end = place + 2 + length
      guard shared <= text.count, end < bytes.count else { return nil }
      text.removeSubrange(shared...)
      text += bytes[place + 2..<end]
      defer { place = end + 1 }
      // Of most words of a page, those that begin otherwise, no text need be made.
      if prefix.isMissing(in: text) { continue }
      guard let word = String(validating: text, as: UTF8.self), SharedWord.isPossible(word) else { return nil }
      if prefix.begins(word) { words.append(SharedWord(word, weight: bytes[end])) }
    }
    return words
  }
}
