import CatchwordRPC
import Dispatch

/// The floor of any completion server: for each completion it searches 20,000 words, on two threads other than the one
/// that reads, and answers with the same list whatever it finds. It does nothing else.
///
/// A floor that only echoed bytes would not be slowed down by other programs as a server with threads and work is.
///
/// It knows only the messages of `PipedServer`, whose requests have their id and method in their first bytes.
struct PlainServer {
  /// The number of bytes of a message's body that are parsed.
  private static let headBytes = 128

  private let search = PlainSearch()
  /// The queue on which answers are made and written, in order.
  private let answers = DispatchQueue(label: "answers")

  /// The rest of the answer to a completion, after the id.
  private let list: ContiguousArray<UInt8>
  private var input = ContiguousArray<UInt8>(repeating: 0, count: 1 << 20)
  /// The bytes of a message that is not parsed yet.
  private var head: ContiguousArray<UInt8> = []
  private var lengths: (header: Int, body: Int)?
  /// The number of bytes of a parsed message that are still to come; `answer` is sent then.
  private var left = 0
  private var answer: Answer?

  /// The reply that is sent once a message is complete.
  private struct Answer {
    let frame: ContiguousArray<UInt8>
    let isSearched: Bool
  }

  /// - Parameters:
  ///   - items: The number of items of each list.
  ///   - bytes: The approximate length of an answer; never shorter than the items need.
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
      let count = StreamPlatform.read(from: 0, into: &input)
      guard count > 0 else { return answers.sync {} }
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

  /// Parses the beginning of a message.
  ///
  /// - Returns: The index of the first unused byte.
  private mutating func look(from start: Int, to end: Int) -> Int {
    say()
    var index = start
    while index < end {
      head.append(input[index])
      index += 1
      if lengths == nil { lengths = PlainServer.lengths(head) }
      guard let (header, body) = lengths, head.count >= header + min(body, PlainServer.headBytes) else { continue }
      answer = reply(to: head)
      left = header + body - head.count
      head.removeAll(keepingCapacity: true)
      lengths = nil
      return index
    }
    return index
  }

  /// Returns the lengths of the header and the body of a frame; nil before the header's last byte.
  private static func lengths(_ head: ContiguousArray<UInt8>) -> (header: Int, body: Int)? {
    guard head.count > 4, head[head.count - 1] == 0x0A, head[head.count - 3] == 0x0A else { return nil }
    let digits = head.filter { 0x30...0x39 ~= $0 }
    return (head.count, digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
  }

  private mutating func say() {
    guard let answer else { return }
    self.answer = nil
    answers.async { [search] in
      if answer.isSearched {
        DispatchQueue.concurrentPerform(iterations: PlainSearch.parts) { part in
          // It always finds some; the message keeps the compiler from leaving the search out.
          if search.count(inPart: part) == 0 { StandardStream.error.write("no word is found\n") }
        }
      }
      _ = StreamPlatform.write(answer.frame, to: 1)
    }
  }

  private func reply(to head: ContiguousArray<UInt8>) -> Answer? {
    guard let id = PlainServer.id(head) else { return nil }
    var body = ContiguousArray(#"{"jsonrpc":"2.0","id":"#.utf8) + id
    let isSearched = PlainServer.contains(head, "/completion\"")
    if isSearched {
      body += list
    } else if PlainServer.contains(head, "\"initialize\"") {
      body += #","result":{"capabilities":{"textDocumentSync":2,"completionProvider":{}}}}"#.utf8
    } else {
      body += #","result":null}"#.utf8
    }
    return Answer(frame: OutgoingMessage.frame(body), isSearched: isSearched)
  }

  /// Returns the digits of a request's id; nil for a notification, whose method comes first.
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
