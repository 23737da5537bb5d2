/// Sorts the positions of a text by the tokens to the left of each.
///
/// It is a counting sort, from the farthest token to the nearest: each pass keeps the order of the previous pass where
/// tokens are equal (least significant digit radix sort). It takes equally long for any text.
enum ContextSort {
  struct Result {
    var positions: ContiguousArray<UInt32>
    /// By token: the index in `positions` where the positions after that token begin; one more entry for the end.
    var starts: ContiguousArray<UInt32>
    /// By token: the number of its occurrences in the text.
    var counts: ContiguousArray<UInt32>
  }

  /// - Parameters:
  ///   - tokenEnd: One more than the greatest token.
  /// - Returns: Nil when it was cancelled.
  /// - Complexity: O(`maximumOrder` · *n*).
  static func sort(_ tokens: ContiguousArray<Token>, tokenEnd: Int, isCancelled: () -> Bool) -> Result? {
    let count = tokens.count
    var counts = ContiguousArray<UInt32>(repeating: 0, count: tokenEnd)
    for token in tokens { counts[Int(token)] += 1 }
    var from = ContiguousArray<UInt32>(unsafeUninitializedCapacity: count) { buffer, size in
      for index in 0..<count { buffer.initializeElement(at: index, to: UInt32(index)) }
      size = count
    }
    var to = ContiguousArray<UInt32>(repeating: 0, count: count)
    var starts = ContiguousArray<UInt32>(repeating: 0, count: tokenEnd + 1)
    for depth in (0..<Corpus.maximumOrder).reversed() {
      if isCancelled() { return nil }
      pass(tokens, depth: depth, counts, from, &to, &starts)
      swap(&from, &to)
    }
    return Result(positions: from, starts: starts, counts: counts)
  }

  /// Sorts by the token `depth` + 1 to the left; before the beginning there are separators.
  private static func pass(
    _ tokens: ContiguousArray<Token>, depth: Int, _ counts: ContiguousArray<UInt32>, _ from: ContiguousArray<UInt32>,
    _ to: inout ContiguousArray<UInt32>, _ starts: inout ContiguousArray<UInt32>
  ) {
    let (count, shift) = (tokens.count, depth + 1)
    // The number of positions with each token there equals its count, except for tokens near the ends.
    var sum: UInt32 = 0
    for token in counts.indices {
      starts[token] = sum
      sum += counts[token]
      if token == Int(Token.separator) { sum += UInt32(min(shift, count)) }
      sum -= occurrences(of: Token(token), in: tokens.suffix(shift))
    }
    starts[counts.count] = sum
    var next = starts
    tokens.withUnsafeBufferPointer { tokens in
      from.withUnsafeBufferPointer { from in
        to.withUnsafeMutableBufferPointer { to in
          next.withUnsafeMutableBufferPointer { next in
            for index in 0..<count {
              let position = from[index]
              let left = Int(position) - shift
              let token = left < 0 ? Int(Token.separator) : Int(tokens[left])
              to[Int(next[token])] = position
              next[token] += 1
            }
          }
        }
      }
    }
  }

  private static func occurrences(of token: Token, in tail: ContiguousArray<Token>.SubSequence) -> UInt32 {
    tail.reduce(0) { $1 == token ? $0 + 1 : $0 }
  }
}
