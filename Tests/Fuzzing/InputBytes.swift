/// Takes an input apart, from its front: numbers, choices, texts. An input that is used up gives zeros.
struct InputBytes {
  private let bytes: ContiguousArray<UInt8>
  private var position = 0

  init(_ bytes: ContiguousArray<UInt8>) { self.bytes = bytes }

  var isEmpty: Bool { position >= bytes.count }

  mutating func byte() -> UInt8 {
    guard !isEmpty else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number from 0, below `limit`, which is at most 256.
  mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

  /// Up to `count` bytes, fewer at the end.
  mutating func bytes(_ count: Int) -> ContiguousArray<UInt8> {
    let end = min(bytes.count, position + count)
    defer { position = end }
    return ContiguousArray(bytes[position..<end])
  }

  mutating func rest() -> ContiguousArray<UInt8> { bytes(bytes.count) }

  /// A line or a column: mostly small, now and then absurd.
  mutating func coordinate() -> Int {
    let byte = byte()
    guard byte >= 0xF0 else { return Int(byte) % 24 }
    return [64, 255, 1000, 65_536, 1_000_000_000, Int(Int32.max), Int.max - 1, Int.max][Int(byte) % 8]
  }

  /// A text: a few pieces that are hard on editors, or bytes of the input as they are, repaired where they are no UTF-8.
  mutating func text() -> String {
    let length = byte()
    if length >= 0x80 { return String(decoding: bytes(Int(length & 0x3F)), as: UTF8.self) }
    return (0..<length % 8).map { _ in InputBytes.pieces[number(below: InputBytes.pieces.count)] }.joined()
  }

  private static let pieces = [
    "a", "al", "foo", "bar_baz", "x1", "Ü", "e\u{301}", "\u{301}", "'", "-", " ", "  ", "\t", "\n", "\r\n", "\r",
    "\n\n", "🎉", "👩‍👩‍👧", "東京", "かな", "\u{2028}", "\u{0}", "ß", "almond alto", "don't", "$y", ".", "(", "9", "é",
    "\u{FFFD}", "?", "!", "*", "ｱ", "\u{200D}", "\u{FEFF}", "кот", "สวัสดี", "Hello", "alpha beta\nalpine\n",
    String(repeating: "x", count: 255), String(repeating: "ab", count: 150), String(repeating: "東", count: 90),
    String(repeating: "line of words\n", count: 20),
  ]
}
