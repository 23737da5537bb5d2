import CatchwordFiles

/// The lines of a text file, without their ends.
package struct SnippetLines {
  package let lines: [String]

  /// - Returns: nil when the bytes are not UTF-8.
  package init?(_ bytes: ContiguousArray<UInt8>) {
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    // By bytes, as a carriage return and a line feed are one Character.
    var lines: [String] = []
    var start = bytes.startIndex
    while start <= bytes.endIndex {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
      let line = bytes[start..<end]
      lines.append(String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self))
      start = end + 1
    }
    self.lines = lines
  }

  /// Returns the problem at the first byte that is not UTF-8.
  package static func problem(_ bytes: ContiguousArray<UInt8>, path: String) -> SnippetProblem {
    SnippetProblem(path: path, line: InvalidText.line(in: bytes), message: "not UTF-8; save the file as UTF-8")
  }
}

extension StringProtocol {
  /// The text without spaces and tabs at both ends.
  var trimmed: String {
    var bytes = Substring(self).utf8
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes = bytes.dropFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
    return String(Substring(bytes))
  }

  /// The first word, and the rest without spaces and tabs at both ends.
  var firstWord: (word: String, rest: String) {
    let text = trimmed
    guard let end = text.utf8.firstIndex(where: { $0 == 0x20 || $0 == 0x09 }) else { return (text, "") }
    return (String(text[..<end]), text[end...].trimmed)
  }
}
