extension WordNumbers {
  /// Calls `body` with each word that contains some bytes, at least two, and with their index in `bytes`, as long as it returns
  /// true. A word is passed once for each place.
  ///
  /// - Returns: False when `body` returned false.
  /// - Complexity: O(number of words + number of bytes of all words), the latter sixteen at a time.
  func forEachWord(
    containing wanted: ContiguousArray<UInt8>.SubSequence, _ body: (_ word: Int, _ index: Int) -> Bool
  ) -> Bool {
    guard wanted.count > 1 else { return true }
    return bytes.withUnsafeBufferPointer { bytes in
      wanted.withUnsafeBufferPointer { wanted in
        ends.withUnsafeBufferPointer { ends in
          var word = 0
          return WordNumbers.forEachPlace(of: wanted, in: bytes) { index in
            // One after the other: to search for each takes longer where many contain the bytes.
            while Int(ends[word]) <= index { word += 1 }
            return index + wanted.count > Int(ends[word]) || body(word, index)
          }
        }
      }
    }
  }

  /// Calls `body` with each index at which some bytes stand in others, as long as it returns true.
  @inline(__always)
  private static func forEachPlace(
    of wanted: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Bool
  ) -> Bool {
    let (first, second) = (wanted[0], wanted[1])
    let all = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index + wanted.count <= bytes.count {
      // Both reads are within the bytes, whose count is checked just before.
      if index + 17 <= bytes.count {
        let here = all.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self) .== first
        let next = all.loadUnaligned(fromByteOffset: index + 1, as: SIMD16<UInt8>.self) .== second
        if !any(here .& next) {
          index += 16
          continue
        }
      }
      let end = min(index + 16, bytes.count - wanted.count + 1)
      for place in index..<end where bytes[place] == first && bytes[place + 1] == second {
        guard (2..<wanted.count).allSatisfy({ bytes[place + $0] == wanted[$0] }) else { continue }
        if !body(place) { return false }
      }
      index += 16
    }
    return true
  }
}
