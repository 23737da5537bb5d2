/// Locates bytes that are not UTF-8.
package enum InvalidText {
  /// Returns the number of the first line that is not UTF-8, counted from 1; that of the last line when all are UTF-8.
  ///
  /// - Complexity: O(*n*), and the memory of one line.
  package static func line(in bytes: ContiguousArray<UInt8>) -> Int {
    var number = 1
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if String(validating: bytes[start..<end], as: UTF8.self) == nil { break }
      number += 1
      start = end + 1
    }
    return number
  }
}
