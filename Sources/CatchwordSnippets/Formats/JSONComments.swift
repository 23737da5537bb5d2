/// Turns JSON with comments and trailing commas into JSON by writing spaces over them; other bytes stay in place.
enum JSONComments {
  /// Overwrites comments and the commas before a closing bracket with spaces.
  ///
  /// - Complexity: O(*n*).
  static func blank(_ bytes: inout ContiguousArray<UInt8>) {
    bytes.withUnsafeMutableBufferPointer { blank($0) }
  }

  private static func blank(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    let count = bytes.count
    var index = 0
    /// The offset of a comma with only white space after it so far.
    var comma: Int?
    // A byte order mark is not JSON.
    if count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      for place in 0..<3 { bytes[place] = 0x20 }
    }
    while index < count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "\""):
        comma = nil
        index = afterString(bytes, index)
      case UInt8(ascii: "/") where index + 1 < count && bytes[index + 1] == UInt8(ascii: "/"):
        while index < count, bytes[index] != 0x0A, bytes[index] != 0x0D {
          bytes[index] = 0x20
          index += 1
        }
      case UInt8(ascii: "/") where index + 1 < count && bytes[index + 1] == UInt8(ascii: "*"):
        index = blankBlock(bytes, index)
      case UInt8(ascii: ","):
        comma = index
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let comma { bytes[comma] = 0x20 }
        comma = nil
        index += 1
      default:
        comma = nil
        index += 1
      }
    }
  }

  /// Returns the offset after a string; an unclosed string ends with its line.
  private static func afterString(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ start: Int) -> Int {
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"): index += 2
      case 0x0A, 0x0D: return index
      default: index += 1
      }
    }
    return bytes.count
  }

  /// Overwrites a block comment, and returns the offset after it; line breaks stay, so that lines can be counted.
  private static func blankBlock(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let ends =
        index >= start + 2 && bytes[index] == UInt8(ascii: "*") && index + 1 < bytes.count
        && bytes[index + 1] == UInt8(ascii: "/")
      if bytes[index] != 0x0A, bytes[index] != 0x0D { bytes[index] = 0x20 }
      index += 1
      if ends {
        bytes[index] = 0x20
        return index + 1
      }
    }
    return index
  }
}
