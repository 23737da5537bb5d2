/// Finds the offset at which to continue in a file of snippets after a broken one.
enum JSONRecovery {
  /// Returns the end of an entry by its braces, which are counted outside of strings; a string ends with its line.
  ///
  /// - Parameter offset: The offset of the error; the end is not before it.
  static func end(ofEntryAt start: Int, past offset: Int, in bytes: ContiguousArray<UInt8>) -> Int {
    var depth = 0
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): index = lastOfString(at: index, in: bytes)
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        // The brace that ends the file is left for the caller.
        if depth < 0 { return index }
        if depth == 0, index >= offset { return index + 1 }
      case UInt8(ascii: ",") where depth == 0 && index >= max(start, offset): return index
      default: break
      }
      index += 1
    }
    return bytes.count
  }

  /// Returns the start of the next line with a name, a colon and a brace; `end` when none begins before it.
  static func nextEntry(in bytes: ContiguousArray<UInt8>, from start: Int, before end: Int) -> Int {
    var index = start
    while index < end {
      guard bytes[index] == 0x0A else {
        index += 1
        continue
      }
      let name = afterSpaces(index + 1, in: bytes)
      index += 1
      guard name < bytes.count, bytes[name] == UInt8(ascii: "\"") else { continue }
      let last = lastOfString(at: name, in: bytes)
      let colon = afterSpaces(last + 1, in: bytes)
      guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { continue }
      let brace = afterSpaces(colon + 1, in: bytes)
      if brace < bytes.count, bytes[brace] == UInt8(ascii: "{") { return min(name, end) }
    }
    return end
  }

  /// Returns the offset of the quote that ends a string, or of the last byte of its line.
  private static func lastOfString(at start: Int, in bytes: ContiguousArray<UInt8>) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != 0x0A {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < bytes.count else { return bytes.count - 1 }
    return bytes[index] == 0x0A ? index - 1 : index
  }

  private static func afterSpaces(_ start: Int, in bytes: ContiguousArray<UInt8>) -> Int {
    var index = start
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 || bytes[index] == 0x0D { index += 1 }
    return index
  }
}
