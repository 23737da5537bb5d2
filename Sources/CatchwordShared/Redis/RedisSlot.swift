/// The slots of a cluster: each key is in one of them, and each of them is on one node.
///
/// Source: https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec
enum RedisSlot {
  /// The number of slots.
  static let count = 16_384

  /// Returns the slot of a key: what is in its first braces decides, so keys can be kept together.
  static func slot(of key: String) -> Int {
    let bytes = Array(key.utf8)
    var hashed = bytes[...]
    if let open = bytes.firstIndex(of: UInt8(ascii: "{")),
      let close = bytes[(open + 1)...].firstIndex(of: UInt8(ascii: "}")), close > open + 1
    {
      hashed = bytes[(open + 1)..<close]
    }
    return Int(checksum(hashed)) % count
  }

  /// The checksum CRC-16/XMODEM: the polynomial is 0x1021, and it begins with 0.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    var sum: UInt16 = 0
    for byte in bytes {
      sum ^= UInt16(byte) << 8
      for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
    }
    return sum
  }
}
