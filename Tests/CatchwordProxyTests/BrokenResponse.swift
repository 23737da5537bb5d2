import CatchwordRPC

/// A response that is no JSON.
struct BrokenResponse: Sendable, CustomStringConvertible {
  let description: String
  private let result: ContiguousArray<UInt8>

  /// What servers were seen to send: text that is not UTF-8, a bare tab, no number, and nesting without an end.
  static let all = [
    BrokenResponse(description: "not UTF-8", result: [0x22, 0x63, 0xE9, 0x20, 0x22]),
    BrokenResponse(description: "a tab", result: [0x22, 0x61, 0x09, 0x62, 0x22]),
    BrokenResponse(description: "not a number", result: ContiguousArray("{\"v\":NaN}".utf8)),
    BrokenResponse(
      description: "too deep",
      result: ContiguousArray(repeating: UInt8(ascii: "["), count: 600)
        + ContiguousArray(repeating: UInt8(ascii: "]"), count: 600)),
  ]

  /// The body of the response to a request.
  ///
  /// - Parameter isIDFirst: False for the id behind the result, as some servers write it.
  func body(id: Int, isIDFirst: Bool = true) -> ContiguousArray<UInt8> {
    let (head, tail) =
      isIDFirst ? ("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":", "}") : ("{\"result\":", ",\"id\":\(id)}")
    return ContiguousArray(head.utf8) + result + ContiguousArray(tail.utf8)
  }

  /// The same as it is sent.
  func frame(id: Int) -> ContiguousArray<UInt8> { OutgoingMessage.frame(body(id: id)) }
}
