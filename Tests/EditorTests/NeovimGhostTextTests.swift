import Foundation
import TestSupport
import TestTraits
import Testing

/// Ghost text in a real Neovim without ghost text of its own: most tests with a server that suggests by rule.
@Suite(.serialized, .blocking) struct NeovimGhostTextTests {
  @Test func showsWhatMayComeAndTakesIt() throws {
    guard let neovim = try Neovim(text: "first\n", isSuggesting: true) else { return }
    neovim.terminal.type("the quick")
    try neovim.waitForLine("the quick brown fox")
    neovim.terminal.press("C-l")
    neovim.terminal.type(", X")
    try neovim.expect(text: "first\nthe quick brown fox, X\n")
  }

  @Test func goesOnWithALineThatStandsInTheBuffer() throws {
    guard let neovim = try Neovim(text: RepeatedLine.text) else { return }
    neovim.terminal.type(RepeatedLine.typed)
    try neovim.terminal.wait(for: "ghost text") { $0.split(separator: "\n").count { $0 == RepeatedLine.line } == 3 }
    neovim.terminal.press("C-l")
    try neovim.expect(text: RepeatedLine.text + RepeatedLine.line + "\n")
  }

  @Test func doesNotWriteWhatIsOnlyShown() throws {
    guard let neovim = try Neovim(text: "first\n", isSuggesting: true) else { return }
    neovim.terminal.type("the quick")
    try neovim.waitForLine("the quick brown fox")
    try neovim.expect(text: "first\nthe quick\n")
  }

  @Test func takesWordByWordBeforeClosingMarks() throws {
    guard
      let neovim = try Neovim(text: "first\n", options: "ghost_text_keys = { word = '<F7>' },", isSuggesting: true)
    else { return }
    neovim.terminal.type("(call )")
    neovim.terminal.press("Left", "BSpace")
    neovim.terminal.type(" ")
    try neovim.waitForLine("(call print(first, second))")
    neovim.terminal.press("F7")
    try neovim.waitForQuestion("(call print")
    try neovim.waitForLine("(call print(first, second))")
    neovim.terminal.press("F7")
    try neovim.expect(text: "first\n(call print(first)\n")
  }

  @Test func showsOthersByAKey() throws {
    guard let neovim = try Neovim(text: "first\n", isSuggesting: true) else { return }
    neovim.terminal.type("either")
    try neovim.waitForLine("either this way")
    for line in ["either that way", "either no way", "either this way", "either that way"] {
      neovim.terminal.press("C-Down")
      let screen = try neovim.waitForLine(line)
      #expect(screen.contains("\nand back") == line.contains("that"))
    }
    // What is typed belongs to the text that is shown.
    neovim.terminal.type(" that")
    try neovim.waitForLine("either that way")
    neovim.terminal.press("C-l")
    try neovim.expect(text: "first\neither that way\nand back\n")
  }

  @Test func theKeyForOthersLeavesTheOnlyOne() throws {
    guard let neovim = try Neovim(text: "first\n", isSuggesting: true) else { return }
    neovim.terminal.type("the quick")
    try neovim.waitForLine("the quick brown fox")
    neovim.terminal.press("C-Down", "C-Down", "C-l")
    try neovim.expect(text: "first\nthe quick brown fox\n")
    try neovim.terminal.wait(forFile: neovim.path("questions")) { $0.hasPrefix("the quick\nthe quick\n") }
  }

  @Test func eachPressOfTheKeyIsOneTextFurther() throws {
    guard let neovim = try Neovim(text: "first\n", isSuggesting: true) else { return }
    neovim.terminal.type("either")
    try neovim.waitForLine("either this way")
    neovim.terminal.press("C-Down", "C-Down")
    try neovim.waitForLine("either no way")
  }

  @Test func staysWithTheTextThatWasChosenByHand() throws {
    let options = """
      on_set_up = vim.cmd(
        [[autocmd TextChangedI * call timer_start(300, {-> writefile([getline('.')], 'later', 'a')})]]),
      """
    guard let neovim = try Neovim(text: "first\n", options: options, isSuggesting: true) else { return }
    neovim.terminal.type("either")
    try neovim.waitForLine("either this way")
    neovim.terminal.press("C-Down")
    try neovim.waitForLine("either that way")
    neovim.terminal.type(" t")
    try neovim.terminal.wait(forFile: neovim.path("later")) { $0.contains("either t\n") }
    neovim.terminal.press("C-Right")
    try neovim.terminal.wait(forFile: neovim.path("later")) { $0.contains("either that\n") }
    neovim.terminal.press("C-l")
    try neovim.expect(text: "first\neither that way\nand back\n")
    let questions = try neovim.terminal.wait(forFile: neovim.path("questions")) { _ in true }
    #expect(questions.split(separator: "\n").allSatisfy { $0 == "either" })
  }

  @Test func staysWhileWhatIsTypedAgreesAndGoesWhenItDoesNot() throws {
    guard let neovim = try Neovim(text: "first\n", isSuggesting: true) else { return }
    neovim.terminal.type("the quick")
    try neovim.waitForLine("the quick brown fox")
    neovim.terminal.type(" bro")
    try neovim.waitForQuestion("the quick bro")
    try neovim.waitForLine("the quick brown fox")
    neovim.terminal.type("t")
    try neovim.waitForLine("the quick brot")
    try neovim.expect(text: "first\nthe quick brot\n")
  }

  @Test(arguments: ["C-]", "Escape", "C-c", "Left"])
  func goesWhenDismissedOrLeft(_ key: String) throws {
    guard let neovim = try Neovim(text: "first\n", isSuggesting: true) else { return }
    neovim.terminal.type("the quick")
    try neovim.waitForLine("the quick brown fox")
    neovim.terminal.press(key)
    try neovim.waitForLine("the quick")
    try neovim.expect(text: "first\nthe quick\n")
  }

  @Test func leavesKeysAsTheyAreWhenNothingIsShown() throws {
    let options = """
      on_set_up = vim.cmd([[autocmd BufEnter * inoremap <buffer> <expr> <C-l> 'o' .. 'wn']]),
      ghost_text_keys = { line = { '<C-l>', '<Tab>' } },
      """
    guard let neovim = try Neovim(text: "first\n", options: options, isSuggesting: true) else { return }
    neovim.terminal.press("C-l")
    neovim.terminal.type(" quick")
    try neovim.waitForLine("own quick brown fox")
    neovim.terminal.press("Tab", "C-l", "Tab")
    try neovim.expect(text: "first\nown quick brown foxown\t\n")
  }

  @Test func isUndoneAlone() throws {
    guard let neovim = try Neovim(text: "first\n", isSuggesting: true) else { return }
    neovim.terminal.type("the quick")
    try neovim.waitForLine("the quick brown fox")
    neovim.terminal.press("C-l")
    neovim.terminal.type(" jumps")
    neovim.terminal.press("Escape")
    neovim.terminal.type("u")
    try neovim.expect(text: "first\nthe quick brown fox\n")
    neovim.terminal.type("u")
    try neovim.expect(text: "first\nthe quick\n")
  }

  @Test func takesLinesAsTheyAreWhateverIsSet() throws {
    let options = """
      on_set_up = vim.cmd([[set autoindent shiftwidth=4 expandtab textwidth=20 | iabbrev body BODY]]),
      """
    guard let neovim = try Neovim(text: "first\n", options: options, isSuggesting: true) else { return }
    neovim.terminal.type("    for loop")
    try neovim.terminal.wait(for: "ghost text") { $0.contains("    for loop {\n        body\n}\n") }
    neovim.terminal.press("C-l")
    try neovim.expect(text: "first\n    for loop {\n\tbody\n}\n")
  }

  @Test(arguments: [nil, "utf-8", "utf-32"])
  func countsColumnsAsTheServerDoes(_ encoding: String?) throws {
    let options = encoding.map { "encoding = '\($0)'," } ?? ""
    guard let neovim = try Neovim(text: "first\n", options: options, isSuggesting: true) else { return }
    neovim.terminal.type("🎉é 東京, 東京")
    try neovim.waitForLine("🎉é 東京, 東京都庁 🎉")
    neovim.terminal.type("都")
    try neovim.waitForQuestion("🎉é 東京, 東京都")
    neovim.terminal.press("C-l")
    try neovim.expect(text: "first\n🎉é 東京, 東京都庁 🎉\n")
  }

  @Test func showsNoAnswerToAnOlderQuestion() throws {
    guard let neovim = try Neovim(text: "first\n", isSuggesting: true) else { return }
    neovim.terminal.type("slow")
    try neovim.waitForQuestion("slow")
    neovim.terminal.type("ly")
    try neovim.waitForLine("slowly but surely")
    // The late answer has come by the time that the next question is put.
    neovim.terminal.type(" b")
    try neovim.waitForQuestion("slowly b")
    neovim.terminal.press("C-l")
    try neovim.expect(text: "first\nslowly but surely\n")
  }

  @Test func canBeTurnedOff() throws {
    guard let neovim = try Neovim(text: "first\n", options: "ghost_text = false,", isSuggesting: true) else { return }
    neovim.terminal.type("the quick")
    neovim.terminal.press("Escape")
    // The server is asked only for a client that can show what it says.
    neovim.terminal.type(
      ":lua vim.fn.writefile({ tostring(vim.lsp.get_active_clients()[1].server_capabilities.inlineCompletionProvider) }, 'can')"
    )
    neovim.terminal.press("Enter")
    try neovim.terminal.wait(forFile: neovim.path("can")) { $0 == "false\n" }
    try neovim.expect(text: "first\nthe quick\n")
    #expect(!FileManager.default.fileExists(atPath: neovim.path("questions")))
  }

  @Test func goesWithTheServer() throws {
    guard let neovim = try Neovim(text: "first\n", isSuggesting: true) else { return }
    neovim.terminal.type("the quick")
    try neovim.waitForLine("the quick brown fox")
    kill(try #require(neovim.serverProcessID), SIGKILL)
    let screen = try neovim.waitForLine("the quick")
    #expect(!Neovim.showsTrouble(screen))
    try neovim.waitUntilReady(times: 2)
    neovim.terminal.type(" slowly")
    try neovim.waitForLine("the quick slowly but surely")
  }
}

extension Neovim {
  /// Waits until the screen has a line.
  @discardableResult
  func waitForLine(_ line: String) throws -> String {
    try terminal.wait(for: "\"\(line)\"") { $0.split(separator: "\n").contains(Substring(line)) }
  }

  /// Waits until the server of `Suggestions` was asked what comes after a line.
  func waitForQuestion(_ line: String) throws {
    try terminal.wait(forFile: path("questions")) { $0.split(separator: "\n").last == Substring(line) }
  }
}
