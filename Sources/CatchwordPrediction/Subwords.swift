/// The parts of compound identifiers: `HTTPServer_name2` is HTTP, Server, name, 2.
package enum Subwords {
  private enum Class {
    case lower, upper, digit, other

    init(_ byte: UInt8) {
      switch byte {
      case 0x61...0x7A, 0x80...: self = .lower
      case 0x41...0x5A: self = .upper
      case 0x30...0x39: self = .digit
      default: self = .other
      }
    }
  }

  /// Calls `body` with a hash of each part; the case of letters is ignored.
  static func forEach(in bytes: ContiguousArray<UInt8>, _ range: Range<Int>, _ body: (UInt32) -> Void) {
    var hash: UInt32 = 0
    if range.isEmpty { return }
    var last = Class.other
    var kind = Class(bytes[range.lowerBound])
    for index in range {
      let next = index + 1 < range.upperBound ? Class(bytes[index + 1]) : .other
      if isBorder(last, kind, next), last != .other {
        body(hash)
        hash = 0
      }
      if kind != .other { hash = (hash ^ UInt32(bytes[index] | (kind == .digit ? 0 : 0x20))) &* 0x0100_0193 &+ 1 }
      (last, kind) = (kind, next)
    }
    if last != .other { body(hash) }
  }

  /// True when a part begins or ends before the second of three bytes: at a capital after a small letter, and at the last of
  /// several capitals before a small letter.
  @inline(__always)
  private static func isBorder(_ last: Class, _ kind: Class, _ next: Class) -> Bool {
    kind != last && !(last == .upper && kind == .lower) || kind == .upper && last == .upper && next == .lower
  }

  /// True when a part of letters begins at an index of a word.
  static func begins(at index: Int, in word: ContiguousArray<UInt8>.SubSequence) -> Bool {
    isBorder(at: index, in: word) && isLetter(word[index])
  }

  /// Returns the end of the part that an index of a word belongs to.
  ///
  /// - Complexity: O(length of the part).
  static func end(ofPartAt index: Int, in word: ContiguousArray<UInt8>.SubSequence) -> Int {
    var end = index + 1
    while end < word.endIndex, !isBorder(at: end, in: word) { end += 1 }
    return end
  }

  /// True when each part of a text begins a part of a name, in their order and beginning with the first, and one of them but the last
  /// is not complete: `ge_us` of `get_user_name`.
  ///
  /// - Complexity: O(length of both).
  package static func isAbbreviation(_ text: String, of name: String) -> Bool {
    let (text, name) = (ContiguousArray(text.utf8)[...], ContiguousArray(name.utf8)[...])
    let (typed, known) = (parts(of: text), parts(of: name))
    var place = 0
    var isShortened = false
    for part in typed {
      guard let next = known.indices[place...].first(where: { begins(name[known[$0]], like: text[part]) }),
        next == 0 || part != typed[0]
      else { return false }
      if known[next].count > part.count, part.upperBound < text.endIndex { isShortened = true }
      place = next + 1
    }
    return isShortened
  }

  /// Returns the indices of each part of a word.
  private static func parts(of word: ContiguousArray<UInt8>.SubSequence) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var index = word.startIndex
    while index < word.endIndex {
      let end = end(ofPartAt: index, in: word)
      if Class(word[index]) != .other { parts.append(index..<end) }
      index = end
    }
    return parts
  }

  /// True when a text begins like another one, but for the case of letters.
  private static func begins(
    _ text: ContiguousArray<UInt8>.SubSequence, like other: ContiguousArray<UInt8>.SubSequence
  ) -> Bool {
    text.starts(with: other) { Prediction.folded($0) == Prediction.folded($1) }
  }

  /// Returns the start of the part that an index of a word belongs to.
  ///
  /// - Complexity: O(length of the part).
  static func start(ofPartAt index: Int, in word: ContiguousArray<UInt8>.SubSequence) -> Int {
    var start = index
    while start > word.startIndex, !isBorder(at: start, in: word) { start -= 1 }
    return start
  }

  /// Returns the start of the last part of a word, which consists of letters and is not the first one; marks behind it, as in
  /// `one_two_`, belong to it.
  ///
  /// - Returns: Nil when there is no such part, and when a number stands right before it, as in `ba53f`.
  /// - Complexity: O(length of the part).
  static func lastPart(of word: ContiguousArray<UInt8>.SubSequence) -> Int? {
    guard let last = word.lastIndex(where: { Class($0) != .other }), isLetter(word[last]) else { return nil }
    let start = start(ofPartAt: last, in: word)
    return start > word.startIndex && Class(word[start - 1]) != .digit ? start : nil
  }

  private static func isBorder(at index: Int, in word: ContiguousArray<UInt8>.SubSequence) -> Bool {
    let last = index > word.startIndex ? Class(word[index - 1]) : .other
    let next = index + 1 < word.endIndex ? Class(word[index + 1]) : .other
    return isBorder(last, Class(word[index]), next)
  }

  static func isLetter(_ byte: UInt8) -> Bool { [.lower, .upper].contains(Class(byte)) }
}
