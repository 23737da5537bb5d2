/// The header of a frame.
struct FrameHeader {
  var contentLength: Int
  /// The charset, when it is not UTF-8.
  var unsupportedCharset: String?

  static let contentLengthName = ContiguousArray("content-length".utf8)

  /// The error of an invalid header, and the index to resume at: no valid header begins before it in the block.
  struct Refusal: Error {
    let error: FrameError
    let resumption: Int
  }

  /// Parses a block of lines.
  ///
  /// - Parameter examined: A counter that is increased by the number of parsed bytes.
  static func parse(
    _ block: ContiguousArray<UInt8>.SubSequence, examined: inout Int
  ) -> Result<FrameHeader, Refusal> {
    var length: Int?
    var charset: String?
    func refusal(_ error: FrameError) -> Result<FrameHeader, Refusal> {
      .failure(Refusal(error: error, resumption: block.endIndex))
    }
    for whole in block.split(separator: 0x0A) {
      examined += whole.count
      let line = trimmed(whole)
      if line.isEmpty { continue }
      guard isPlausible(line), let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        // A header that begins before this line includes it; a valid one may begin within it.
        return .failure(Refusal(error: .malformedHeader, resumption: whole.startIndex))
      }
      let name = String(decoding: trimmed(line[..<colon]), as: UTF8.self).lowercased()
      let value = String(decoding: trimmed(line[line.index(after: colon)...]), as: UTF8.self)
      switch name {
      case "content-length":
        guard let number = contentLength(value) else {
          return refusal(.invalidContentLength(String(value.prefix(40))))
        }
        if let length, length != number { return refusal(.conflictingContentLength) }
        length = number
      case "content-type":
        charset = self.charset(in: value)
      default:
        break
      }
    }
    guard let length else {
      return .failure(Refusal(error: .malformedHeader, resumption: lengthWithinLine(of: block)))
    }
    let isUTF8 = charset == nil || charset == "utf-8" || charset == "utf8"
    return .success(FrameHeader(contentLength: length, unsupportedCharset: isUTF8 ? nil : charset))
  }

  /// True when a header may begin with this line.
  static func canBegin(with line: ContiguousArray<UInt8>.SubSequence) -> Bool {
    let line = trimmed(line)
    return line.isEmpty || isPlausible(line)
  }

  /// Returns the first index in an invalid first line at which a header may begin.
  static func resumption(in line: ContiguousArray<UInt8>.SubSequence) -> Int {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return line.endIndex }
    return (line[..<colon].lastIndex { !isToken($0) } ?? colon) + 1
  }

  /// Returns the index of a `Content-Length` inside a line of a block without one; the end when there is none.
  private static func lengthWithinLine(of block: ContiguousArray<UInt8>.SubSequence) -> Int {
    let name = contentLengthName + [UInt8(ascii: ":")]
    var index = block.startIndex + 1
    while index + name.count <= block.endIndex {
      if matches(name, in: block, at: index) { return index }
      index += 1
    }
    return block.endIndex
  }

  /// True when a line could be a header: a name of token characters, then a colon.
  static func isPlausible(_ line: ContiguousArray<UInt8>.SubSequence) -> Bool {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return false }
    return line[..<colon].allSatisfy(isToken)
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  static func matches<Bytes: RandomAccessCollection<UInt8>>(
    _ name: ContiguousArray<UInt8>, in buffer: Bytes, at index: Int
  ) -> Bool where Bytes.Index == Int {
    for offset in name.indices {
      let byte = buffer[index + offset]
      let folded = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      if folded != name[offset] { return false }
    }
    return true
  }

  private static func contentLength(_ value: String) -> Int? {
    guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(value)
  }

  private static func charset(in value: String) -> String? {
    for parameter in value.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, trimmed(parts[0].utf8) == "charset" else { continue }
      return trimmed(parts[1].utf8).replacing("\"", with: "")
    }
    return nil
  }

  private static func trimmed(_ text: Substring.UTF8View) -> String {
    String(decoding: trimmed(ContiguousArray(text)[...]), as: UTF8.self).lowercased()
  }

  private static func trimmed(_ bytes: ContiguousArray<UInt8>.SubSequence) -> ContiguousArray<UInt8>.SubSequence {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return bytes[bytes.endIndex...] }
    return bytes[first...last]
  }
}
