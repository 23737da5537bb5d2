/// Sorts the positions of the words of a text by the tokens to the left of each, like `ContextSort`.
enum FarSort {
  /// - Parameters:
  ///   - tokenEnd: One more than the greatest token.
  ///   - isWanted: True for the tokens whose positions are sorted.
  /// - Complexity: O(`maximumOrder` · *n*).
  static func sort(
    _ tokens: ContiguousArray<Token>, tokenEnd: Int, isWanted: (Token) -> Bool
  ) -> ContextSort.Result {
    var from: ContiguousArray<UInt32> = []
    from.reserveCapacity(tokens.count / 2)
    for position in tokens.indices where isWanted(tokens[position]) { from.append(UInt32(position)) }
    var to = ContiguousArray<UInt32>(repeating: 0, count: from.count)
    var starts = ContiguousArray<UInt32>(repeating: 0, count: tokenEnd + 1)
    for depth in (0..<Corpus.maximumOrder).reversed() {
      pass(tokens, shift: depth + 1, from, &to, &starts)
      swap(&from, &to)
    }
    return ContextSort.Result(positions: from, starts: starts, counts: [])
  }

  /// Sorts by the token `shift` to the left; before the beginning there are separators.
  private static func pass(
    _ tokens: ContiguousArray<Token>, shift: Int, _ from: ContiguousArray<UInt32>, _ to: inout ContiguousArray<UInt32>,
    _ starts: inout ContiguousArray<UInt32>
  ) {
    var next = ContiguousArray<UInt32>(repeating: 0, count: starts.count)
    tokens.withUnsafeBufferPointer { tokens in
      func key(_ position: UInt32) -> Int {
        let left = Int(position) - shift
        return left < 0 ? Int(Token.separator) : Int(tokens[left])
      }
      for position in from { next[key(position)] += 1 }
      var sum: UInt32 = 0
      for token in next.indices { (next[token], sum) = (sum, sum + next[token]) }
      starts = next
      from.withUnsafeBufferPointer { from in
        to.withUnsafeMutableBufferPointer { to in
          next.withUnsafeMutableBufferPointer { next in
            for position in from {
              let token = key(position)
              to[Int(next[token])] = position
              next[token] += 1
            }
          }
        }
      }
    }
  }
}
