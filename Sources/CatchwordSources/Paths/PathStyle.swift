import CatchwordFiles

/// The form in which a name is written, given by the text around the path.
enum PathStyle: Hashable, Sendable {
  /// The plain name, with spaces; a name with another delimiter or a backslash cannot be written.
  case plain
  /// The plain name without spaces; one with another character that is special in a shell cannot be written.
  case bare
  /// The name with a backslash before each character that is special in the shell.
  case shell
  /// The plain name, up to an end character that it cannot hold.
  case raw(end: UInt8)
  /// In a string: with a backslash before its quote, before backslashes, and before the characters in `also`.
  case string(quote: UInt8, also: [UInt8] = [])
  /// In the shell's single quotes, which allow no escapes but can be closed and reopened around a quote.
  case shellSingle
  /// In a link: bytes that a URI does not allow are percent-encoded, as `%20`.
  case percent(encodesNonASCII: Bool)
  /// In the braces of a TeX command.
  case braces

  private static let backslash = UInt8(ascii: "\\")

  /// Returns a name in this form.
  ///
  /// - Returns: nil when the name cannot be written in this form.
  func escape(_ name: String) -> String? {
    let bytes = name.utf8
    switch self {
    case .plain:
      // With spaces between words, but none at which a reader would stop.
      let hasLooseSpace = name.hasPrefix(" ") || name.hasSuffix(" ") || name.contains("  ")
      let isWritten = { (byte: UInt8) in
        byte == UInt8(ascii: " ") || !PathScan.isDelimiter(byte) && byte != PathStyle.backslash
      }
      return !hasLooseSpace && bytes.allSatisfy(isWritten) ? name : nil
    case .bare: return bytes.contains { PathStyle.specialInShell.contains($0) } ? nil : name
    case .raw(let end): return bytes.contains(end) ? nil : name
    case .braces: return bytes.contains { PathStyle.specialInTeX.contains($0) } ? nil : name
    case .shell: return PathStyle.escaped(bytes) { PathStyle.specialInShell.contains($0) }
    case .string(let quote, let also):
      return PathStyle.escaped(bytes) { $0 == quote || $0 == PathStyle.backslash || also.contains($0) }
    case .shellSingle:
      // By bytes, as the shell reads it: a quote with a combining accent is one Character, not equal to a quote.
      let quote = UInt8(ascii: "'")
      return String(decoding: bytes.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] }, as: UTF8.self)
    case .percent(let encodesNonASCII):
      var result: [UInt8] = []
      for byte in bytes {
        if byte >= 0x80 ? !encodesNonASCII : PathStyle.plainInLink.contains(byte) {
          result.append(byte)
        } else {
          result += [UInt8(ascii: "%"), PathStyle.hexadecimal[Int(byte >> 4)], PathStyle.hexadecimal[Int(byte & 15)]]
        }
      }
      return String(decoding: result, as: UTF8.self)
    }
  }

  /// Returns the plain name of bytes in this form.
  ///
  /// - Returns: nil when it is not a name, or could not have been written in this form.
  func unescape(_ bytes: ArraySlice<UInt8>) -> String? {
    let plain: [UInt8]? =
      switch self {
      case .raw, .braces: Array(bytes)
      case .shellSingle: Array(bytes)
      case .plain, .bare, .shell: PathStyle.unescaped(bytes) { !PathStyle.isAlphanumeric($0) }
      case .string(let quote, let also):
        PathStyle.unescaped(bytes) { $0 == quote || $0 == PathStyle.backslash || also.contains($0) }
      case .percent: FilePath.percentDecoded(bytes)
      }
    guard let plain, !plain.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    return String(validating: plain, as: UTF8.self)
  }

  // MARK: Pieces

  private static let specialInShell = Set(" \"'`\\$&;|<>()[]{}*?!#~^".utf8)
  private static let specialInTeX = Set("{}%#\\^~$&".utf8)
  private static let hexadecimal = Array("0123456789ABCDEF".utf8)
  private static let plainInLink = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$*+,;=:@/".utf8)

  private static func isAlphanumeric(_ byte: UInt8) -> Bool { PathScan.isWordByte(byte) && byte != UInt8(ascii: "_") }

  private static func escaped(_ bytes: String.UTF8View, where isSpecial: (UInt8) -> Bool) -> String {
    var result: [UInt8] = []
    for byte in bytes {
      if isSpecial(byte) { result.append(backslash) }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>, where canBeEscaped: (UInt8) -> Bool) -> [UInt8]? {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      var byte = bytes[index]
      if byte == backslash {
        index += 1
        // `\n` is a line break in one language and a part of a path in another, so it is not read.
        guard index < bytes.endIndex, canBeEscaped(bytes[index]), bytes[index] != UInt8(ascii: "/") else { return nil }
        byte = bytes[index]
      }
      result.append(byte)
      index += 1
    }
    return result
  }
}
