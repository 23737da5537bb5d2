extension WordNumbers {
  /// Calls `body` with each word that contains some bytes, at least two, and with their index in `bytes`, as long as it returns
  /// true. A word is passed once for each place.
  ///
  /// - Returns: False when `body` returned false.
  /// - Complexity: O(number of bytes of all words), sixteen at a time.
  func forEachWord(
    containing wanted: ContiguousArray<UInt8>.SubSequence, _ body: (_ word: Int, _ index: Int) -> Bool
  ) -> Bool {
    guard wanted.count > 1 else { return true }
    let (first, second) = (wanted[wanted.startIndex], wanted[wanted.startIndex + 1])
    var word = 0
    /// Passes on the words that contain the bytes from one of these indices on.
    func look(_ indices: Range<Int>) -> Bool {
      for index in indices where bytes[index] == first && bytes[index + 1] == second {
        // Most of the time the word is much farther on.
        word = (word..<count).partitioningIndex { Int(ends[$0]) > index }
        guard index + wanted.count <= Int(ends[word]), bytes[index..<index + wanted.count] == wanted else { continue }
        if !body(word, index) { return false }
      }
      return true
    }
    let blocks = bytes.count / 16
    for block in 0..<blocks where mayContain(first, second, inBlock: block) {
      if !look(16 * block..<min(16 * (block + 1), bytes.count - 1)) { return false }
    }
    return look(16 * blocks..<max(16 * blocks, bytes.count - 1))
  }

  /// True when one of the sixteen bytes of a block is the first one of two, with the second one behind it or in the next block.
  @inline(__always)
  private func mayContain(_ first: UInt8, _ second: UInt8, inBlock block: Int) -> Bool {
    bytes.withUnsafeBytes { bytes in
      // Within the bytes: there are that many blocks, and what is behind the last one is not read.
      let here = bytes.loadUnaligned(fromByteOffset: 16 * block, as: SIMD16<UInt8>.self)
      let places = here .== first
      if !any(places) { return false }
      if 16 * block + 17 > bytes.count { return true }
      let next = bytes.loadUnaligned(fromByteOffset: 16 * block + 1, as: SIMD16<UInt8>.self)
      return any(places .& (next .== second))
    }
  }
}
