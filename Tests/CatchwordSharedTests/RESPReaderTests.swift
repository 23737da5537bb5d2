import TestSupport
import Testing

@testable import CatchwordShared

/// Answers that come in any pieces, and such as no server of ours would send.
struct RESPReaderTests {
  private static let foreign = PageStoreError(
    "what answers does not speak the protocol of Redis: check the address, and what is on the way there", isAway: true)
  private static let tooLarge = PageStoreError(
    "an answer is larger than any of ours can be: check the address, and what is on the way there", isAway: true)
  private static let ended = PageStoreError("the end")

  /// Reads answers until the bytes end.
  private func read(_ bytes: [UInt8], cut: () -> Int = { .max }) -> (values: [RESPValue], failure: PageStoreError) {
    var reader = RESPReader()
    var rest = bytes[...]
    var values: [RESPValue] = []
    while true {
      do throws(PageStoreError) {
        values.append(
          try reader.value { buffer throws(PageStoreError) in
            guard !rest.isEmpty else { throw RESPReaderTests.ended }
            let count = min(max(1, cut()), rest.count)
            buffer += rest.prefix(count)
            rest = rest.dropFirst(count)
          })
      } catch {
        return (values, error)
      }
    }
  }

  private func encoded(_ value: RESPValue) -> [UInt8] {
    switch value {
    case .text(let text): Array("+\(text)\r\n".utf8)
    case .error(let text): Array("-\(text)\r\n".utf8)
    case .integer(let number): Array(":\(number)\r\n".utf8)
    case .bytes(nil): Array("$-1\r\n".utf8)
    case .bytes(let bytes?): Array("$\(bytes.count)\r\n".utf8) + bytes + Array("\r\n".utf8)
    case .array(nil): Array("*-1\r\n".utf8)
    case .array(let values?): Array("*\(values.count)\r\n".utf8) + values.flatMap(encoded)
    }
  }

  private func random(_ random: inout SeededRandom, depth: Int = 0) -> RESPValue {
    switch random.below(depth < 3 ? 8 : 6) {
    case 0: .text("OK")
    case 1: .error("ERR \(random.below(100))")
    case 2: .integer(random.below(2) == 0 ? -random.below(1000) : .max)
    case 3: .bytes(nil)
    case 4: .array(nil)
    case 5: .bytes((0..<random.below(random.below(9) == 0 ? 40_000 : 20)).map { _ in UInt8(random.below(256)) })
    default: .array((0..<random.below(5)).map { _ in self.random(&random, depth: depth + 1) })
    }
  }

  @Test(arguments: 0..<30) func answersAreReadHoweverTheyAreCut(round: Int) {
    var random = SeededRandom()
    let values = (0..<20).map { _ in self.random(&random) }
    let largest = [1, 3, 100, 20_000][random.below(4)]
    let found = read(values.flatMap(encoded)) { 1 + random.below(largest) }
    #expect(found.values == values && found.failure == RESPReaderTests.ended)
  }

  /// Whatever comes is read or refused.
  @Test(arguments: 0..<30) func spoiltAnswersAreNoDanger(round: Int) {
    var random = SeededRandom()
    for _ in 0..<50 {
      var bytes = (0..<4).flatMap { _ in encoded(self.random(&random)) }
      for _ in 0..<1 + random.below(6) where !bytes.isEmpty {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = Array("+-:$*\r\n0919".utf8)[random.below(11)]
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8(random.below(256)), at: place)
        }
      }
      let found = read(bytes) { 1 + random.below(64) }
      #expect([RESPReaderTests.ended, RESPReaderTests.foreign, RESPReaderTests.tooLarge].contains(found.failure))
    }
  }

  @Test(arguments: [
    ("$4294967296\r\n", tooLarge), ("$-2\r\n", tooLarge), ("*1000001\r\n", tooLarge), ("*-7\r\n", tooLarge),
    (String(repeating: "*1\r\n", count: 7), tooLarge), ("$99999999999999999999999\r\n", foreign), ("$\r\n", foreign),
    (":1x\r\n", foreign), ("$1\r\nab\r\n", foreign), ("+a\n", foreign), ("\n", foreign),
    ("HTTP/1.1 400 Bad Request\r\n", foreign), (String(repeating: "+", count: 5000), foreign), ("", ended),
  ])
  func whatIsNoAnswerIsRefused(bytes: String, failure: PageStoreError) {
    let found = read(Array(bytes.utf8))
    #expect(found.values.isEmpty && found.failure == failure)
  }

  /// Each is possible, but all of them together are not.
  @Test func anAnswerHasALimitAsAWhole() {
    let page = encoded(.bytes([UInt8](repeating: 0, count: RESPReader.maximumBytes)))
    let count = RESPReader.maximumAnswer / RESPReader.maximumBytes + 1
    var header: [UInt8]? = Array("*\(count)\r\n".utf8)
    var reader = RESPReader()
    #expect(throws: RESPReaderTests.tooLarge) {
      try reader.value { buffer throws(PageStoreError) in
        buffer += header ?? page
        header = nil
      }
    }
  }
}
