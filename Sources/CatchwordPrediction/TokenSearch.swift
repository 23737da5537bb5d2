/// Finds a token in a text: eight at a time, as most are others.
enum TokenSearch {
  private typealias Lane = SIMD8<UInt32>

  /// Calls `body` with the places of a token in a range, in order, for as long as it returns true.
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

  /// Calls `body` with the places of a token before `end`, the last one first, for as long as it returns true.
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

  /// How many tokens of a context stand where its last one, which comes first in it, has been found.
  ///
  /// - Complexity: O(length of the context).
  @inline(__always)
  static func length(of context: [Token], in tokens: ContiguousArray<Token>, endingAt index: Int) -> Int {
    var length = 1
    while length < context.count, index - length >= 0, tokens[index - length] == context[length] { length += 1 }
    return length
  }

  /// True when one of the eight tokens from a place on is the wanted one.
  @inline(__always)
  private static func has(_ wanted: Lane, _ tokens: ContiguousArray<Token>, at index: Int) -> Bool {
    precondition(index >= 0 && index + Lane.scalarCount <= tokens.count)
    return tokens.withUnsafeBytes { bytes in
      // Within the array, by the condition above; a load of these needs no alignment.
      any(bytes.loadUnaligned(fromByteOffset: index * 4, as: Lane.self) .== wanted)
    }
  }
}
