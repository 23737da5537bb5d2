import CatchwordRPC

/// A message that could not be read: what of it can be made out, as it may have been an edit.
struct LostMessage {
  /// What stands between quotes in it: names, texts, and what is between those.
  let strings: Set<String>
  private let isCut: Bool

  /// - Parameter isCut: True when there was more of the message.
  /// - Complexity: O(1): of a long message its beginning and its end are looked at, where an edit tells what it is.
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

  /// The documents of which an edit may have been lost: those that it names, or else, since it must be of one, all.
  func documents(of open: some Collection<String>) -> [String] {
    guard mayBeEdit else { return [] }
    let named = open.filter { strings.contains($0) }
    return named.isEmpty ? Array(open) : named
  }

  private var mayBeEdit: Bool {
    if strings.contains(where: { $0.hasSuffix("didChange") }) { return true }
    // Cut off before its method was named.
    return isCut && !strings.contains("method")
  }

  private static func strings(in bytes: ContiguousArray<UInt8>.SubSequence) -> Set<String> {
    // What has a quote on one side only may be a part of a longer name.
    let pieces = bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).dropFirst().dropLast()
    return Set(pieces.map { String(decoding: withoutEscapedSlashes($0), as: UTF8.self) })
  }

  /// A slash may be escaped, and in some clients is.
  private static func withoutEscapedSlashes(_ bytes: ContiguousArray<UInt8>.SubSequence) -> ContiguousArray<UInt8> {
    var plain: ContiguousArray<UInt8> = []
    for byte in bytes {
      if byte == UInt8(ascii: "/"), plain.last == UInt8(ascii: "\\") { plain.removeLast() }
      plain.append(byte)
    }
    return plain
  }
}
