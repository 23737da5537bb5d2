import TestSupport

/// Bytes that are mostly no UTF-8.
struct SeededRandomBytes {
  private var random: SeededRandom

  init(_ test: String = #function) { random = SeededRandom(test) }

  mutating func bytes(upTo length: Int) -> ContiguousArray<UInt8> {
    let hard: [UInt8] = [
      0x00, 0x0A, 0x0D, 0x20, 0x41, 0x5F, 0x80, 0x85, 0xA0, 0xBF, 0xC0, 0xC3, 0xE2, 0xED, 0xF0, 0xF4, 0xFF,
    ]
    return ContiguousArray(
      (0..<random.below(length + 1)).map { _ in
        random.below(2) == 0 ? hard[random.below(hard.count)] : UInt8(random.below(256))
      })
  }
}
