/// A message that could not be read: what of it can be made out, as it may have been an edit.
struct LostMessage {
  private let text: String
  private let isCut: Bool

  /// - Parameter isCut: True when there was more of the message.
  init(_ bytes: ContiguousArray<UInt8>, isCut: Bool) {
    // A slash may be escaped, and in some clients is.
    text = String(decoding: bytes, as: UTF8.self).replacing("\\/", with: "/")
    self.isCut = isCut
  }

  /// The documents of which an edit may have been lost: those that it names, or else, since it must be of one, all.
  func documents(of open: some Collection<String>) -> [String] {
    guard mayBeEdit else { return [] }
    let named = open.filter { text.contains($0) }
    return named.isEmpty ? Array(open) : named
  }

  private var mayBeEdit: Bool {
    if text.contains("didChange\"") { return true }
    // Cut off before its method was named.
    return isCut && !text.contains("\"method\"")
  }
}
