import CatchwordRPC
import Testing

@testable import CatchwordServer

/// What is made out of a message that could not be read.
struct LostMessageTests {
  private static let open = ["file:///a.c", "file:///a.cpp"]

  private func lost(_ text: String, isCut: Bool = false) -> LostMessage {
    LostMessage(ContiguousArray(text.utf8), isCut: isCut)
  }

  private func edit(of uri: String, _ text: String) -> String {
    #"{"method":"textDocument/didChange","params":{"textDocument":{"uri":"\#(uri)"},"contentChanges":[{"text":"\#(text)"#
  }

  @Test(arguments: ["file:///a.c", "file:///a.cpp"])
  func aNameThatBeginsAnotherIsNotIt(_ uri: String) {
    #expect(lost(edit(of: uri, "")).documents(of: Self.open) == [uri])
    #expect(lost(edit(of: uri, "").replacing("/", with: #"\/"#)).documents(of: Self.open) == [uri])
  }

  /// Cut within the name, it may be of either.
  @Test func halfANameIsNone() {
    let head = #"{"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.c"#
    #expect(lost(head, isCut: true).documents(of: Self.open) == Self.open)
  }

  @Test func ofALongMessageBeginningAndEndAreLookedAt() {
    let text = String(repeating: #"\"a\","#, count: 100_000)
    let begun = lost(edit(of: "file:///a.c", text))
    #expect(begun.documents(of: Self.open) == ["file:///a.c"])
    #expect(begun.strings.reduce(0) { $0 + $1.utf8.count } <= 2 * FrameDecoder.maximumHeadBytes)
    let ended = lost(#"{"params":{"contentChanges":[{"text":"\#(text)"}],"textDocument":{"uri":"file:///a.cpp"}},"#)
    #expect(ended.documents(of: Self.open) == ["file:///a.cpp"])
    let other = lost(#"{"params":{"text":"\#(text)"},"method":"textDocument/willSave"}"#)
    #expect(other.documents(of: Self.open) == [])
    #expect(lost(String(repeating: "[", count: 100_000)).documents(of: Self.open) == Self.open)
  }

  @Test func nothingOfTheMiddleIsKept() {
    let names = (0..<10_000).map { #""n\#($0)":0"# }.joined(separator: ",")
    let message = lost("{\(names)}")
    #expect(message.strings.contains("n0") && message.strings.contains("n9999") && !message.strings.contains("n5000"))
  }
}
