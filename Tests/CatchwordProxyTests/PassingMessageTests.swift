import CatchwordRPC
import Testing

@testable import CatchwordProxy

struct PassingMessageTests {
  private func bytes(_ text: String) -> ContiguousArray<UInt8> { ContiguousArray(text.utf8) }

  @Test(
    arguments: [
      (#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":1.50e0}}"#, "7"),
      (#"{ "method" : "a" , "id" : "q\u0041" , "unknown" : [ 1 , 2.0 ] }"#, "7"),
      (#"{"id":1.0,"result":{"id":3}}"#, "7"),
      (#"{"id":12345678901234567890,"error":{"code":1,"message":""},"z":null}"#, "7"),
    ])
  func onlyTheIDChanges(_ text: String, _ id: String) throws {
    let message = PassingMessage(bytes(text))
    let replaced = String(decoding: message.replacingID(with: .int(7)), as: UTF8.self)
    let back = PassingMessage(bytes(replaced))
    switch (message.kind, back.kind) {
    case (.request(let old, _), .request(let new, _)), (.response(let old?), .response(let new?)):
      #expect(new == .int(7))
      #expect(String(decoding: back.replacingID(with: old), as: UTF8.self) == text.replacing(#"q\u0041"#, with: "qA"))
    default: Issue.record("\(message.kind) became \(back.kind)")
    }
  }

  @Test func tellsWhatIsNoMessage() {
    for text in [
      "", "[]", "{", "1", "{}", #"{"id":null}"#, #"{"id":1,"method":null}"#, #"{"id":1,"method":5}"#,
      #"{"id":null,"method":"a"}"#, #"{"id":[],"method":"a"}"#,
    ] {
      guard case .invalid = PassingMessage(bytes(text)).kind else {
        Issue.record("\(text) is \(PassingMessage(bytes(text)).kind)")
        continue
      }
    }
  }

  @Test func anIDAloneIsAnAnswer() {
    #expect(PassingMessage(bytes(#"{"jsonrpc":"2.0","id":1}"#)).kind == .response(.int(1)))
    #expect(PassingMessage(bytes(#"{"id":"a","x":1}"#)).kind == .response(.string("a")))
  }

  @Test func losesItsIDAndNothingElse() {
    let message = PassingMessage(bytes(#"{ "id" : 5, "method":{"id":6}, "id":"7" }"#))
    #expect(String(decoding: message.removingID(), as: UTF8.self) == #"{ "id" : null, "method":{"id":6}, "id":null }"#)
  }
}
