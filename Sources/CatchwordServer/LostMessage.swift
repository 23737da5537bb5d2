import CatchwordRPC

/// The legible strings of a message that could not be read, as it may have been an edit.
struct LostMessage {
  /// The strings between quotes in it: names, texts, and the text between those.
  let strings: Set<String>
  private let isCut: Bool

  /// - Parameter isCut: True when there was more of the message.
  /// - Complexity: O(1): of a long message only the beginning and the end are searched, where an edit names itself.
  init(_ bytes: ContiguousArray<UInt8>, isCut: Bool) {
    let length = FrameDecoder.maximumHeadBytes
    guard bytes.count > 2 * length else {
      strings = LostMessage.strings(in: bytes[...])
      self.isCut = isCut
      return
    }
    strings = LostMessage.strings(in: bytes.prefix(length)).union(LostMessage.strings(in: bytes.suffix(length)))
    self.isCut = true
  }

  /// Returns the documents that may have lost an edit: those that the message names, or else all.
  func documents(of open: some Collection<String>) -> [String] {
    guard mayBeEdit else { return [] }
    let named = open.filter { strings.contains($0) }
    return named.isEmpty ? Array(open) : named
  }

  private var mayBeEdit: Bool {
    if strings.contains(where: { $0.hasSuffix("didChange") }) { return true }
    // The message was cut off before its method.
    return isCut && !strings.contains("method")
  }

  private static func strings(in bytes: ContiguousArray<UInt8>.SubSequence) -> Set<String> {
    // A piece with a quote on one side only may be part of a longer name.
    let pieces = bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).dropFirst().dropLast()
    return Set(pieces.map { String(decoding: withoutEscapedSlashes($0), as: UTF8.self) })
  }

  /// Returns the bytes with plain slashes, as some clients escape them.
  private static func withoutEscapedSlashes(_ bytes: ContiguousArray<UInt8>.SubSequence) -> ContiguousArray<UInt8> {
    var plain: ContiguousArray<UInt8> = []
    for byte in bytes {
      if byte == UInt8(ascii: "/"), plain.last == UInt8(ascii: "\\") { plain.removeLast() }
      plain.append(byte)
    }
    return plain
  }
}
