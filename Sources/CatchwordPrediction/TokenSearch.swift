/// A search for a token in a text, eight tokens at a time, as most do not match.
enum TokenSearch {
  private typealias Lane = SIMD8<UInt32>

  /// Calls `body` with the indices of a token in a range, in order, as long as it returns true.
  ///
  /// - Complexity: O(length of the range).
  static func forEachIndex(
    of token: Token, in tokens: ContiguousArray<Token>, _ range: Range<Int>, _ body: (Int) -> Bool
  ) {
    let wanted = Lane(repeating: token)
    var index = range.lowerBound
    while index + Lane.scalarCount <= range.upperBound {
      if has(wanted, tokens, at: index) {
        for place in index..<index + Lane.scalarCount where tokens[place] == token && !body(place) { return }
      }
      index += Lane.scalarCount
    }
    while index < range.upperBound {
      if tokens[index] == token && !body(index) { return }
      index += 1
    }
  }

  /// Calls `body` with the indices of a token before `end`, the last one first, as long as it returns true.
  ///
  /// - Complexity: O(*n*).
  static func forEachIndex(
    of token: Token, in tokens: ContiguousArray<Token>, before end: Int, _ body: (Int) -> Bool
  ) {
    let wanted = Lane(repeating: token)
    var index = end
    while index >= Lane.scalarCount {
      if has(wanted, tokens, at: index - Lane.scalarCount) {
        for place in (index - Lane.scalarCount..<index).reversed() where tokens[place] == token && !body(place) {
          return
        }
      }
      index -= Lane.scalarCount
    }
    while index > 0 {
      index -= 1
      if tokens[index] == token && !body(index) { return }
    }
  }

  /// Returns the last index of a word in a range within one file: what is before a separator does not count.
  ///
  /// - Complexity: O(length of the range).
  static func lastIndex(of word: Token, in tokens: ContiguousArray<Token>, _ range: Range<Int>) -> Int? {
    let wanted = Lane(repeating: word)
    var end = range.upperBound
    while end - range.lowerBound >= Lane.scalarCount, !hasOrEnds(wanted, tokens, at: end - Lane.scalarCount) {
      end -= Lane.scalarCount
    }
    while end > range.lowerBound {
      end -= 1
      if tokens[end] == word { return end }
      if tokens[end] == .separator { return nil }
    }
    return nil
  }

  /// Returns the number of context tokens that match at `index` and before; the first of them is known to match.
  ///
  /// - Complexity: O(length of the context).
  @inline(__always)
  static func length(of context: [Token], in tokens: ContiguousArray<Token>, endingAt index: Int) -> Int {
    var length = 1
    while length < context.count, index - length >= 0, tokens[index - length] == context[length] { length += 1 }
    return length
  }

  /// True when one of the eight tokens from `index` on is the wanted one, or a separator.
  @inline(__always)
  private static func hasOrEnds(_ wanted: Lane, _ tokens: ContiguousArray<Token>, at index: Int) -> Bool {
    let eight = eight(of: tokens, at: index)
    return any(eight .== wanted .| eight .== Lane(repeating: .separator))
  }

  /// True when one of the eight tokens from `index` on is the wanted one.
  @inline(__always)
  private static func has(_ wanted: Lane, _ tokens: ContiguousArray<Token>, at index: Int) -> Bool {
    any(eight(of: tokens, at: index) .== wanted)
  }

  @inline(__always)
  private static func eight(of tokens: ContiguousArray<Token>, at index: Int) -> Lane {
    precondition(index >= 0 && index + Lane.scalarCount <= tokens.count)
    return tokens.withUnsafeBytes { bytes in
      // The condition above keeps the load within the array; it needs no alignment.
      bytes.loadUnaligned(fromByteOffset: index * 4, as: Lane.self)
    }
  }
}
