import CatchwordRPC
import Testing

@testable import CatchwordProxy

/// What a language server that we have started may ask.
struct ServerQuestionsTests {
  @Test func onlySoManySectionsAreAskedForAtOnce() {
    let settings = LanguageServerSettings(name: "a", command: ["a"])
    for (count, isAnswered) in [(1000, true), (1001, false)] {
      let params: JSONValue = ["items": .array(Array(repeating: ["section": "x"], count: count))]
      switch ServerQuestions.answer("workspace/configuration", params, settings, folders: []) {
      case .success(let answer): #expect(isAnswered && answer.arrayValue?.count == count)
      case .failure(let error): #expect(!isAnswered && error.code == .invalidParams)
      }
    }
  }

  /// To hash a text of combining marks alone takes the square of its length.
  @Test func noSettingsStandUnderALongName() {
    var settings = LanguageServerSettings(name: "a", command: ["a"])
    settings.settings = ["a": 1]
    #expect(settings.section("a") == 1)
    let marks = "q" + String(repeating: "\u{301}", count: 62_000) + String(repeating: "\u{316}", count: 62_000)
    #expect(settings.section(marks) == .null)
  }
}
