import CatchwordRPC

/// The floor under any completion server: it answers each completion with the same list, and does nothing else.
///
/// It knows just the messages of `PipedServer`, whose requests have their id and method in their first bytes.
struct EchoServer {
  /// How much of a message is looked at.
  private static let headBytes = 128

  /// The rest of the answer to a completion, after the id.
  private let list: ContiguousArray<UInt8>
  private var input = ContiguousArray<UInt8>(repeating: 0, count: 1 << 20)
  /// What came of a message that has not been looked at yet.
  private var head: ContiguousArray<UInt8> = []
  private var lengths: (header: Int, body: Int)?
  /// How much of a message that has been looked at is still to come, and what to say then.
  private var left = 0
  private var answer: ContiguousArray<UInt8>?

  /// - Parameters:
  ///   - items: How many items each list has.
  ///   - bytes: How long an answer is, about; never shorter than the items need.
  init(items: Int, bytes: Int) {
    let padding = String(repeating: "x", count: max(0, items > 0 ? bytes / items - 100 : 0))
    let texts = (0..<items).map { number in
      let word = "candidate\(number)"
      return #"{"label":"\#(word)","kind":1,"sortText":"\#(number)","insertText":"\#(word)","data":"\#(padding)"}"#
    }
    list = ContiguousArray(#","result":{"isIncomplete":true,"items":[\#(texts.joined(separator: ","))]}}"#.utf8)
  }

  /// Serves until the input ends.
  mutating func run() {
    while true {
      let count = Platform.read(from: 0, into: &input)
      guard count > 0 else { return }
      var start = 0
      while start < count {
        let skipped = min(left, count - start)
        start += skipped
        left -= skipped
        if left == 0 { start = look(from: start, to: count) }
      }
      if left == 0 { say() }
    }
  }

  /// Looks at the beginning of a message.
  ///
  /// - Returns: Where what has not been used begins.
  private mutating func look(from start: Int, to end: Int) -> Int {
    say()
    var index = start
    while index < end {
      head.append(input[index])
      index += 1
      if lengths == nil { lengths = EchoServer.lengths(head) }
      guard let (header, body) = lengths, head.count >= header + min(body, EchoServer.headBytes) else { continue }
      answer = reply(to: head)
      left = header + body - head.count
      head.removeAll(keepingCapacity: true)
      lengths = nil
      return index
    }
    return index
  }

  /// How long the header and the body of a frame are; nil before the header's last byte.
  private static func lengths(_ head: ContiguousArray<UInt8>) -> (header: Int, body: Int)? {
    guard head.count > 4, head[head.count - 1] == 0x0A, head[head.count - 3] == 0x0A else { return nil }
    let digits = head.filter { 0x30...0x39 ~= $0 }
    return (head.count, digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
  }

  private mutating func say() {
    guard let answer else { return }
    _ = Platform.write(answer, to: 1)
    self.answer = nil
  }

  private func reply(to head: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
    guard let id = EchoServer.id(head) else { return nil }
    var body = ContiguousArray(#"{"jsonrpc":"2.0","id":"#.utf8) + id
    if EchoServer.contains(head, "/completion\"") {
      body += list
    } else if EchoServer.contains(head, "\"initialize\"") {
      body += #","result":{"capabilities":{"textDocumentSync":2,"completionProvider":{}}}}"#.utf8
    } else {
      body += #","result":null}"#.utf8
    }
    return OutgoingMessage.frame(body)
  }

  /// The digits of a request's id; nil for a notification, whose method comes first.
  private static func id(_ head: ContiguousArray<UInt8>) -> ArraySlice<UInt8>? {
    let name: StaticString = #"{"jsonrpc":"2.0","id":"#
    guard let brace = head.firstIndex(of: 0x7B), matches(head, name, at: brace) else { return nil }
    let start = brace + name.utf8CodeUnitCount
    return ArraySlice(head[start...].prefix { 0x30...0x39 ~= $0 })
  }

  private static func contains(_ bytes: ContiguousArray<UInt8>, _ text: StaticString) -> Bool {
    bytes.indices.contains { matches(bytes, text, at: $0) }
  }

  private static func matches(_ bytes: ContiguousArray<UInt8>, _ text: StaticString, at start: Int) -> Bool {
    guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
    // The pointer to a literal is always valid.
    for offset in 0..<text.utf8CodeUnitCount where text.utf8Start[offset] != bytes[start + offset] { return false }
    return true
  }
}
