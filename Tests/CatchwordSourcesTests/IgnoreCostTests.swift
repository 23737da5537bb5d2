import Foundation
import TestSupport
import Testing

@testable import CatchwordSources

/// What hostile rules cost: their memory is bounded, and what is done for them is counted.
struct IgnoreCostTests {
  /// The steps of reading rules are their bytes, so that each may be looked at a few times only.
  @Test func aSetIsReadInOneGo() throws {
    let bytes = CountedBytes(Array(("[" + String(repeating: "[:", count: 2040) + "x]").utf8))
    var index = 0
    let parsed = ByteSet(parsing: bytes, at: &index)
    let set = try #require(parsed)
    #expect(index == bytes.endIndex)
    #expect((UInt8.min...UInt8.max).filter { set.contains($0) } == Array(":[x".utf8))
    #expect(bytes.reads.value ?? 0 <= 16 * bytes.endIndex)
  }

  @Test func aRangeOfASetHasBothItsEnds() throws {
    let ends: [UInt8] = [1, 63, 64, 100, 127, 128, 191, 192, 255]
    for low in ends {
      for high in ends {
        var index = 0
        let bytes: ContiguousArray<UInt8> = [UInt8(ascii: "["), low, UInt8(ascii: "-"), high, UInt8(ascii: "]")]
        let parsed = ByteSet(parsing: bytes, at: &index)
        let set = try #require(parsed)
        let expected = (UInt8.min...UInt8.max).filter { ($0 >= low && $0 <= high) || $0 == low }
        #expect((UInt8.min...UInt8.max).filter { set.contains($0) } == expected, "\(low) \(high)")
      }
    }
  }
}

/// Bytes that count how often one of them is looked at.
private struct CountedBytes: RandomAccessCollection {
  private let bytes: [UInt8]
  let reads = Box<Int>()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var startIndex: Int { 0 }
  var endIndex: Int { bytes.count }

  subscript(place: Int) -> UInt8 {
    reads.update { ($0 ?? 0) + 1 }
    return bytes[place]
  }
}
