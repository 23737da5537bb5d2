import Foundation
import TestSupport
import TestTraits
import Testing

/// Ghost text in a real Vim: most tests with a server that suggests by rule.
@Suite(.serialized, .blocking) struct VimGhostTextTests {
  @Test func showsWhatMayComeAndTakesIt() throws {
    guard let vim = try Vim("first\n", isSuggesting: true) else { return }
    vim.type("Gothe quick")
    try vim.wait(for: "ghost text") { $0.contains("the quick brown fox\n") }
    #expect(try vim.value(of: "getline('.')") == "the quick")
    vim.type("Sthe quick")
    try vim.wait(for: "ghost text") { $0.contains("the quick brown fox\n") }
    vim.press("C-l")
    vim.type(", X")
    #expect(try vim.text() == "first\nthe quick brown fox, X\n")
  }

  @Test func goesOnWithALineThatStandsInTheBuffer() throws {
    guard let vim = try Vim(RepeatedLine.text) else { return }
    vim.type("Go" + RepeatedLine.typed)
    try vim.wait(for: "ghost text") { $0.split(separator: "\n").count { $0 == RepeatedLine.line } == 3 }
    vim.press("C-l")
    #expect(try vim.text() == RepeatedLine.text + RepeatedLine.line + "\n")
  }

  @Test func takesWordByWord() throws {
    guard
      let vim = try Vim("first\n", settings: "let g:catchword_ghost_text_keys = #{word: '<F7>'}", isSuggesting: true)
    else { return }
    vim.type("Gocall ")
    try vim.wait(for: "ghost text") { $0.contains("call print(first, second)\n") }
    vim.press("F7", "F7")
    #expect(try vim.value(of: "getline('.')") == "call print(first")
  }

  @Test func showsOthersByAKey() throws {
    guard let vim = try Vim("first\n", isSuggesting: true) else { return }
    vim.type("Goeither")
    try vim.wait(for: "ghost text") { $0.contains("either this way\n") }
    for line in ["either that way\nand back\n", "either no way\n", "either this way\n", "either that way\nand back\n"] {
      vim.press("C-Down")
      try vim.wait(for: "another text") { $0.contains(line) }
    }
    // What is typed belongs to the text that is shown.
    vim.type(" that")
    try vim.wait(for: "the rest of it") { $0.contains("either that way\nand back\n") }
    vim.press("C-l")
    #expect(try vim.text() == "first\neither that way\nand back\n")
  }

  @Test func theKeyForOthersLeavesTheOnlyOne() throws {
    guard let vim = try Vim("first\n", isSuggesting: true) else { return }
    vim.type("Gothe quick")
    try vim.wait(for: "ghost text") { $0.contains("the quick brown fox\n") }
    vim.press("C-Down", "C-Down", "C-l")
    #expect(try vim.text() == "first\nthe quick brown fox\n")
    _ = try vim.waitForFile("questions") { $0.hasPrefix("the quick\nthe quick\n") }
  }

  @Test func eachPressOfTheKeyIsOneTextFurther() throws {
    guard let vim = try Vim("first\n", isSuggesting: true) else { return }
    vim.type("Goeither")
    try vim.wait(for: "ghost text") { $0.contains("either this way\n") }
    vim.press("C-Down", "C-Down")
    try vim.wait(for: "the third text") { $0.contains("either no way\n") }
  }

  @Test func staysWithTheTextThatWasChosenByHand() throws {
    let settings = "autocmd TextChangedI * call timer_start(300, {-> writefile([getline('.')], 'later', 'a')})"
    guard let vim = try Vim("first\n", settings: settings, isSuggesting: true) else { return }
    vim.type("Goeither")
    try vim.wait(for: "ghost text") { $0.contains("either this way\n") }
    vim.press("C-Down")
    try vim.wait(for: "another text") { $0.contains("either that way\nand back\n") }
    vim.type(" t")
    _ = try vim.waitForFile("later") { $0.contains("either t\n") }
    vim.press("C-Right")
    _ = try vim.waitForFile("later") { $0.contains("either that\n") }
    vim.press("C-l")
    #expect(try vim.text() == "first\neither that way\nand back\n")
    #expect(try vim.contents(of: "questions").split(separator: "\n").allSatisfy { $0 == "either" })
  }

  @Test func staysWhileWhatIsTypedAgreesAndGoesWhenItDoesNot() throws {
    guard let vim = try Vim("first\n", isSuggesting: true) else { return }
    vim.type("Gothe quick")
    try vim.wait(for: "ghost text") { $0.contains("the quick brown fox\n") }
    vim.type(" bro")
    try vim.waitForQuestion("the quick bro")
    try vim.wait(for: "the rest of it") { $0.contains("the quick brown fox\n") }
    vim.type("t")
    try vim.wait(for: "no ghost text") { $0.contains("the quick brot\n") }
    #expect(try vim.text() == "first\nthe quick brot\n")
  }

  @Test(arguments: ["C-]", "Escape", "C-c", "Left"])
  func goesWhenDismissedOrLeft(_ key: String) throws {
    guard let vim = try Vim("first\n", isSuggesting: true) else { return }
    vim.type("Gothe quick")
    try vim.wait(for: "ghost text") { $0.contains("the quick brown fox\n") }
    vim.press(key)
    try vim.wait(for: "no ghost text") { $0.contains("the quick\n") }
    #expect(try vim.text() == "first\nthe quick\n")
  }

  @Test func leavesKeysAsTheyAreWhenNothingIsShown() throws {
    let settings = """
      autocmd BufEnter * inoremap <buffer> <C-l> own
      let g:catchword_ghost_text_keys = #{line: ['<C-l>', '<Tab>']}
      """
    guard let vim = try Vim("first\n", settings: settings, isSuggesting: true) else { return }
    vim.type("Go")
    vim.press("C-l")
    vim.type(" quick")
    try vim.wait(for: "ghost text") { $0.contains("own quick brown fox\n") }
    vim.press("Tab", "C-l", "Tab")
    #expect(try vim.text() == "first\nown quick brown foxown\t\n")
  }

  @Test func isUndoneAlone() throws {
    guard let vim = try Vim("first\n", isSuggesting: true) else { return }
    vim.type("Gothe quick")
    try vim.wait(for: "ghost text") { $0.contains("the quick brown fox\n") }
    vim.press("C-l")
    vim.type(" jumps")
    vim.press("Escape")
    vim.type("u")
    #expect(try vim.text() == "first\nthe quick brown fox\n")
    vim.type("u")
    #expect(try vim.text() == "first\nthe quick\n")
  }

  @Test func takesLinesAsTheyAreWhateverIsSet() throws {
    let settings = "set autoindent shiftwidth=4 expandtab textwidth=20 | iabbrev body BODY"
    guard let vim = try Vim("first\n", settings: settings, isSuggesting: true) else { return }
    vim.type("Go    for loop")
    try vim.wait(for: "ghost text") { $0.contains("    for loop {\n        body\n}\n") }
    vim.press("C-l")
    #expect(try vim.text() == "first\n    for loop {\n\tbody\n}\n")
  }

  @Test func countsColumnsAsTheServerDoes() throws {
    guard let vim = try Vim("first\n", isSuggesting: true) else { return }
    vim.type("Go🎉é 東京, 東京")
    try vim.wait(for: "ghost text") { $0.contains("🎉é 東京, 東京都庁 🎉\n") }
    vim.type("都")
    try vim.waitForQuestion("🎉é 東京, 東京都")
    vim.press("C-l")
    #expect(try vim.text() == "first\n🎉é 東京, 東京都庁 🎉\n")
  }

  @Test func showsNoAnswerToAnOlderQuestion() throws {
    guard let vim = try Vim("first\n", isSuggesting: true) else { return }
    vim.type("Goslow")
    try vim.waitForQuestion("slow")
    vim.type("ly")
    try vim.wait(for: "the answer to the last question") { $0.contains("slowly but surely\n") }
    // The late answer has come by the time that the next question is put.
    vim.type(" b")
    try vim.waitForQuestion("slowly b")
    vim.press("C-l")
    #expect(try vim.text() == "first\nslowly but surely\n")
  }

  @Test func canBeTurnedOff() throws {
    guard let vim = try Vim("first\n", settings: "let g:catchword_ghost_text = 0", isSuggesting: true) else { return }
    vim.type("Gothe quick")
    try vim.wait(untilTrue: "catchword#Status().phase == 'running'")
    vim.type("a ")
    // Only when it is on again is anything asked.
    vim.press("Escape")
    vim.type(":let g:catchword_ghost_text = 1\r")
    vim.type("othe quick")
    try vim.wait(for: "ghost text") { $0.contains("the quick brown fox\n") }
    #expect(try vim.contents(of: "questions") == "the quick\n")
  }

  @Test func goesWithTheServer() throws {
    guard let vim = try Vim("first\n", isSuggesting: true) else { return }
    vim.type("Gothe quick")
    try vim.wait(for: "ghost text") { $0.contains("the quick brown fox\n") }
    let process = try #require(try Int32(vim.value(of: "catchword#Status().pid")))
    vim.type("A")
    kill(process, SIGKILL)
    try vim.wait(untilTrue: "catchword#Status().restarts == 1")
    #expect(try vim.value(of: "execute('messages')->matchstr('\\<E\\d\\+:.*')") == "")
    #expect(try vim.text() == "first\nthe quick\n")
  }
}

extension Vim {
  /// Waits until the server of `Suggestions` was asked what comes after a line.
  func waitForQuestion(_ line: String) throws {
    _ = try waitForFile("questions") { $0.split(separator: "\n").last == Substring(line) }
  }
}
