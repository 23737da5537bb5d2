import Foundation
import TestSupport
import TestTraits
import Testing

/// The client for Vim, in a real Vim with a real server.
@Suite(.serialized, .blocking) struct VimTests {
  @Test func tellsOfTheProjectThatAFileIsIn() throws {
    let log = "autocmd InsertEnter * ++once \(Vim.recordsWhatIsSent)"
    let files = ["project/.git/HEAD": "", "project/inner/a.txt": "first\n", "project/b.txt": "second\n"]
    guard let vim = try Vim("first\n", settings: log, files: files) else { return }
    vim.type(":edit project/inner/a.txt\roone")
    vim.press("Escape")
    vim.type(":write | edit project/b.txt\rotwo")
    let sent = try vim.waitForFile("sent") { $0.contains("two") && $0.contains("/project/b.txt") }
    #expect(sent.components(separatedBy: "workspace/didChangeWorkspaceFolders").count == 2)
    #expect(sent.contains("/project\""))
  }

  struct Line: Sendable, CustomTestStringConvertible {
    let before: String
    let typed: String
    let word: String
    var testDescription: String { "\"\(before)\(typed)|\" becomes \"\(before)\(word)\"" }
  }

  @Test(arguments: [
    Line(before: "", typed: "nee", word: "needlework"),
    Line(before: "a needlework; ", typed: "need", word: "needlework"),
    Line(before: "🎉👩‍👩‍👧 héllo ", typed: "nee", word: "needlework"),
    Line(before: "🎉👩‍👩‍👧", typed: "hél", word: "héliotrope"),
    Line(before: "明日の天気は、", typed: "nee", word: "needlework"),
    Line(before: "明日 ", typed: "東", word: "東京都庁"),
    Line(before: "", typed: "nedlework", word: "needlework"),
  ])
  func insertsWhatIsChosenInPlaceOfWhatWasTyped(_ line: Line) throws {
    let text = "needlework héliotrope 東京都庁\n"
    guard let vim = try Vim(text) else { return }
    vim.type("Go" + line.before + line.typed)
    try vim.waitForMenu(with: line.word)
    vim.press("C-n", "C-y")
    #expect(try vim.text() == text + line.before + line.word + "\n")
  }

  @Test func showsTheMenuForWhatWasTypedInTheEnd() throws {
    let text = "needlework neighbourhood wonderland\n"
    guard let vim = try Vim(text) else { return }
    vim.type("Goneighb")
    let first = try vim.waitForMenu(with: "neighbourhood")
    #expect(!Vim.isInMenu("needlework", of: first))
    vim.type("ourly wond")
    let second = try vim.waitForMenu(with: "wonderland")
    #expect(!Vim.isInMenu("neighbourhood", of: second))
    vim.press("C-n", "C-y")
    #expect(try vim.text() == text + "neighbourly wonderland\n")
  }

  @Test func followsTheWordAsItIsTypedAndTakenBack() throws {
    guard let vim = try Vim("handlebar handicraft\n") else { return }
    vim.type("Gohan")
    try vim.waitForMenu(with: "handicraft")
    vim.type("dl")
    try vim.wait(for: "a menu without what does not match") {
      Vim.isInMenu("handlebar", of: $0) && !Vim.isInMenu("handicraft", of: $0)
    }
    // One letter could be a typo.
    vim.type("qq")
    try vim.wait(for: "no menu") { $0.contains("handlqq") && !Vim.isInMenu("handlebar", of: $0) }
    vim.press("BSpace", "BSpace", "BSpace")
    try vim.waitForMenu(with: "handicraft")
  }

  @Test func leavesEnterAlone() throws {
    let text = "needlework needles\n"
    guard let vim = try Vim(text) else { return }
    vim.type("Goneedle")
    try vim.waitForMenu(with: "needlework")
    vim.press("Enter")
    #expect(try vim.text() == text + "needle\n\n")
  }

  @Test func leavesEnterAloneWhileTheServerIsBusy() throws {
    let text = "handlebar handicraft\n"
    let note = "autocmd CompleteDone * call writefile([getline('.')], 'closed', 'a')"
    guard let vim = try Vim(text, settings: note) else { return }
    vim.type("Gohandi")
    try vim.waitForMenu(with: "handicraft")
    let process = try #require(try Int32(vim.value(of: "catchword#Status().pid")))
    vim.type("ohan")
    try vim.waitForMenu(with: "handicraft")
    let stopped = try StoppedProcess(process)
    defer { stopped.goOn() }
    vim.type("dl")
    try vim.wait(for: "a menu without what does not match") {
      Vim.isInMenu("handlebar", of: $0) && !Vim.isInMenu("handicraft", of: $0)
    }
    // Another menu takes the place of the one that Vim has narrowed.
    _ = try vim.waitForFile("closed") { $0.contains("handl\n") }
    vim.press("Enter")
    vim.type("x")
    #expect(try vim.text() == text + "handi\nhandl\nx\n")
  }

  @Test func doesNotComeUpBeforeAnythingIsTyped() throws {
    guard let vim = try Vim("needlework\nneedxx\n", settings: Vim.recordsWhatIsSent) else { return }
    vim.type("Go")
    try vim.wait(untilTrue: "catchword#Status().phase == 'running'")
    vim.type("k$xi")
    try vim.wait(for: "Insert mode") { $0.contains("INSERT") }
    vim.type("l")
    try vim.waitForMenu(with: "needlework")
    vim.type("e")
    try vim.wait(for: "a menu for what is typed on") { $0.contains("needlex") && Vim.isInMenu("needlework", of: $0) }
    vim.press("Right")
    try vim.wait(for: "no menu") { !Vim.isInMenu("needlework", of: $0) }
    vim.type("y")
    let sent = try vim.waitForFile("sent") { CompletionRequests.characters(onLine: 1, in: $0).last == 8 }
    // Where the server was busy, the last question is asked again.
    #expect(CompletionRequests.places(onLine: 1, in: sent) == [5, 6, 8])
  }

  @Test(arguments: [(["C-n", "C-y"], "wor"), (["C-e"], "lew")])
  func doesNotComeBackBeforeMoreIsTyped(_ keys: [String], _ more: String) throws {
    let count = "inoremap <F5> <Cmd>call writefile([catchword#Status().requests], $HOME .. '/requests')<CR>"
    guard let vim = try Vim("needlework needles needle needle needle\n", settings: count) else { return }
    vim.type("Goneed")
    try vim.waitForMenu(with: "needlework")
    for key in keys { vim.press(key) }
    try vim.wait(for: "the menu to close") { !Vim.isInMenu("needlework", of: $0) }
    vim.press("F5")
    #expect(try vim.contents(of: "requests") == "1\n")
    vim.type(more)
    try vim.waitForMenu(with: "needlework")
  }

  @Test func staysInStepWhenAChoiceIsUndone() throws {
    let text = "needlework zebrafish\n"
    guard let vim = try Vim(text) else { return }
    vim.type("Goneed")
    try vim.waitForMenu(with: "needlework")
    vim.press("C-n", "C-y")
    vim.type(" zebrawood ")
    vim.press("Escape")
    vim.type("ozebr")
    try vim.waitForMenu(with: "zebrawood")
    vim.press("Escape")
    vim.type("uu")
    try vim.wait(for: "the undo") { !$0.contains("zebrawood") }
    vim.type("ozebr")
    let screen = try vim.waitForMenu(with: "zebrafish")
    #expect(!Vim.isInMenu("zebrawood", of: screen))
    vim.press("C-n", "C-y")
    #expect(try vim.text() == text + "zebrafish\n")
  }

  @Test func completesAWordFromTheMiddleOfALargePaste() throws {
    let lines = (0..<5_000).map { $0 == 2_500 ? "here is quixotic 🎉" : "line number \($0)" }
    let paste = lines.joined(separator: "\n") + "\n"
    guard let vim = try Vim("first\n") else { return }
    vim.type("Go")
    try vim.paste(paste)
    try vim.wait(for: "the end of the paste") { $0.contains("line number 4999") }
    vim.type("quix")
    try vim.waitForMenu(with: "quixotic")
    vim.press("C-n", "C-y")
    #expect(try vim.text() == "first\n" + paste + "quixotic\n")
  }

  @Test func offersWordsOfOtherBuffers() throws {
    guard let vim = try Vim("first\n", arguments: ["-o"], otherText: "needlework\n") else { return }
    vim.type("Goneed")
    try vim.waitForMenu(with: "needlework")
    vim.press("C-n", "C-y")
    #expect(try vim.text() == "first\nneedlework\n")
  }

  @Test func forgetsTheWordsOfAFileReadAnew() throws {
    guard let vim = try Vim("needlework\n") else { return }
    vim.type("Goneedless ")
    vim.press("Escape")
    vim.type(":e!\r")
    vim.type("Gonee")
    let screen = try vim.waitForMenu(with: "needlework")
    #expect(!Vim.isInMenu("needless", of: screen))
  }

  @Test func showsDocumentationBesideTheMenu() throws {
    let settings = "let g:catchword_options = #{lists: [$HOME .. '/fruit']}"
    let list = "grapefruit\t9\tKeeps the doctor away.\ngrapevine\t5\tIs related to the plum.\n"
    guard let vim = try Vim("first\n", settings: settings, files: ["fruit": list]) else { return }
    vim.type("Gogra")
    try vim.waitForMenu(with: "grapevine")
    vim.press("C-n")
    // The menu shows each description as well.
    func count(_ text: String, in screen: String) -> Int { screen.components(separatedBy: text).count - 1 }
    let first = try vim.wait(for: "documentation") { count("Keeps the doctor away.", in: $0) == 2 }
    vim.press("C-n")
    let second = try vim.wait(for: "the other's documentation") {
      count("Is related to the plum.", in: $0) == 2 && count("Keeps the doctor away.", in: $0) == 1
    }
    // Neither covers the line that is being written.
    #expect(first.split(separator: "\n").contains("grapefruit") && second.split(separator: "\n").contains("grapevine"))
    #expect(try vim.value(of: "&completepopup .. &pumheight") == "0")
  }

  @Test(arguments: [true, false])
  func unfoldsASnippetWhenItIsAccepted(byOmniFunction: Bool) throws {
    let settings =
      "set expandtab shiftwidth=3" + (byOmniFunction ? " completeopt=menuone,noselect | let g:catchword_auto = 0" : "")
    guard let vim = try Vim("first\n", settings: settings, files: UnfoldedSnippet.files) else { return }
    vim.type("Go  ab fore")
    if byOmniFunction { vim.press("C-x", "C-o") }
    try vim.waitForMenu(with: UnfoldedSnippet.name)
    vim.press("C-n", "C-y")
    vim.type("!")
    #expect(
      try vim.text() == "first\n  ab " + UnfoldedSnippet.text(indentation: "  ", step: "   ") + "!\n")
    vim.type("u")
    #expect(try vim.text() == "first\n")
  }

  @Test func leavesASnippetThatIsNotAcceptedAlone() throws {
    guard let vim = try Vim("first\n", files: UnfoldedSnippet.files) else { return }
    vim.type("Gofore")
    try vim.waitForMenu(with: UnfoldedSnippet.name)
    vim.press("C-n", "C-e")
    vim.type("!")
    #expect(try vim.text() == "first\nfore!\n")
  }

  @Test func showsTheWordsOfASlowSourceWithoutAnotherKey() throws {
    guard let vim = try Vim("needlework\n", files: SlowSource.files) else { return }
    vim.type("Goneedl")
    try vim.waitForMenu(with: "needlework")
    try vim.waitForMenu(with: SlowSource.word)
    vim.press("C-e")
    #expect(try vim.text() == "needlework\nneedl\n")
  }

  /// One that answers in time, and one that needs longer than the server waits, as any does on a busy machine.
  @Test(arguments: [SlowSource.files, SlowSource.verySlowFiles])
  func waitsForASlowSourceThatAloneHasSomething(_ files: [String: String]) throws {
    let settings = "let g:catchword_auto = 0 | set completeopt=menuone,noselect"
    guard let vim = try Vim("first\n", settings: settings, files: files) else { return }
    vim.type("Goneedl")
    vim.press("C-x", "C-o")
    try vim.waitForMenu(with: SlowSource.word)
    vim.press("C-n", "C-y")
    #expect(try vim.text() == "first\n\(SlowSource.word)\n")
  }

  @Test func completesOnDemandByItsOmniFunction() throws {
    let settings = "let g:catchword_auto = 0 | set completeopt=menuone,noselect"
    guard let vim = try Vim("needlework neighbourhood\n", settings: settings) else { return }
    vim.type("Go🎉 ne")
    vim.press("C-x", "C-o")
    try vim.waitForMenu(with: "neighbourhood")
    vim.type("igh")
    try vim.wait(for: "a menu without what does not match") {
      Vim.isInMenu("neighbourhood", of: $0) && !Vim.isInMenu("needlework", of: $0)
    }
    vim.press("C-n", "C-y")
    #expect(try vim.text() == "needlework neighbourhood\n🎉 neighbourhood\n")
  }

  @Test func offersWordsAloneByAKey() throws {
    let settings = """
      let g:catchword_auto = 0 | set completeopt=menuone,noselect
      inoremap <C-T> <Cmd>call catchword#Only(['words', 'workspace', 'lists'])<CR><C-X><C-O>
      """
    guard let vim = try Vim("forearm other\n", settings: settings, files: UnfoldedSnippet.files) else { return }
    vim.type("Goforea")
    vim.press("C-x", "C-o")
    try vim.waitForMenu(with: "foreach")
    vim.press("C-e", "C-t")
    try vim.wait(for: "words alone") { Vim.isInMenu("forearm", of: $0) && !Vim.isInMenu("foreach", of: $0) }
    // Once: the next one has all of them.
    vim.press("C-e", "C-x", "C-o")
    try vim.waitForMenu(with: "foreach")
  }

  @Test func aKeyHasWordsInSearchesAndCommands() throws {
    guard let vim = try Vim("needlework neighbourhood\nsome neighbourhood\n🎉\n") else { return }
    vim.type("/🎉 nee")
    vim.press("C-x", "C-o")
    try vim.wait(for: "a word") { $0.contains("/🎉 needlework") }
    vim.press("C-x", "C-o")
    try vim.wait(for: "what was typed") { $0.hasSuffix("/🎉 nee") || $0.contains("/🎉 nee\n") }
    vim.press("Escape")
    // What stands behind the cursor stays.
    vim.type(":s/x/nei/g")
    vim.press("Left", "Left", "C-x", "C-o")
    try vim.wait(for: "a word before the rest") { $0.contains(":s/x/neighbourhood/g") }
    // Not CTRL-C, which drops what is typed behind it before Vim has read that.
    vim.press("Escape")
    vim.type(":s/$/ ")
    vim.press("C-x", "C-o")
    vim.type("end")
    vim.press("Enter")
    #expect(try vim.text().contains("needlework neighbourhood end\n"))
  }

  @Test func aMenuByTheOmniFunctionNarrowsThoughTheServerDoesNotAnswer() throws {
    let settings = """
      let g:catchword_auto = 0 | set completeopt=menuone,noselect
      let g:catchword_command = ['sh', '-c', 'echo $$ > pid; exec "$0"', '\(Repository.executable("catchword").path)']
      """
    // Of a list that is not complete, Vim asks again at each key.
    guard let vim = try Vim("needlework neighbourhood\n", settings: settings, files: SlowSource.files) else { return }
    vim.type("Gone")
    vim.press("C-x", "C-o")
    try vim.waitForMenu(with: "needlework")
    let server = try #require(pid_t(try vim.waitForFile("pid") { $0.hasSuffix("\n") }.dropLast()))
    let stopped = try StoppedProcess(server)
    vim.type("igh")
    try vim.wait(for: "a menu without what does not match") {
      Vim.isInMenu("neighbourhood", of: $0) && !Vim.isInMenu("needlework", of: $0)
    }
    vim.press("C-n", "C-y")
    stopped.goOn()
    #expect(try vim.text() == "needlework neighbourhood\nneighbourhood\n")
  }

  @Test(arguments: ["['/nowhere/catchword']", "['false']", "['echo', 'not a server']"])
  func isNotInTheWayWhenThereIsNoServer(_ command: String) throws {
    let settings = "let g:catchword_command = \(command)"
    guard let vim = try Vim("needlework\n", settings: settings) else { return }
    vim.type("Goneedle ")
    vim.press("C-x", "C-o")
    vim.type("and thread")
    let screen = try vim.wait(for: "the text") { $0.contains("needle and thread") }
    #expect(!screen.contains("Error") && screen.range(of: "E[0-9]+:", options: .regularExpression) == nil)
    #expect(try vim.text() == "needlework\nneedle and thread\n")
    // What goes wrong is noted, so that whoever asks is told; and no error has been shown before that.
    #expect(try vim.value(of: "execute('messages')->matchstr('\\<E\\d\\+:.*')") == "")
    try vim.wait(untilTrue: "index(['failed', 'waiting'], catchword#Status().phase) >= 0")
  }

  @Test func startsAServerAgainThatHasDied() throws {
    guard let vim = try Vim("needlework\n") else { return }
    vim.type("Goneed")
    try vim.waitForMenu(with: "needlework")
    vim.press("Escape")
    let process = try #require(try Int32(vim.value(of: "catchword#Status().pid")))
    kill(process, SIGKILL)
    try vim.wait(untilTrue: "catchword#Status().phase == 'running' && catchword#Status().restarts == 1")
    vim.type("oneedl")
    try vim.waitForMenu(with: "needlework")
  }

  @Test(arguments: ["Escape", "C-c"])
  func givesBackTheOptionsItBorrows(_ key: String) throws {
    let settings = "set completeopt=menu,longest shortmess=filnx"
    guard let vim = try Vim("needlework\n", settings: settings) else { return }
    vim.type("Goneed")
    try vim.waitForMenu(with: "needlework")
    vim.press(key)
    // What is typed right behind CTRL-C is lost.
    try vim.wait(for: "no menu") { !Vim.isInMenu("needlework", of: $0) }
    #expect(try vim.value(of: "&completeopt .. ' ' .. &shortmess") == "menu,longest filnx")
  }

  @Test func leavesNothingBehind() throws {
    guard let vim = try Vim("needlework\n") else { return }
    vim.type("Goneed")
    try vim.waitForMenu(with: "needlework")
    vim.press("Escape")
    let process = try #require(try Int32(vim.value(of: "catchword#Status().pid")))
    #expect(Vim.isRunning(process))
    let begin = Date()
    vim.type(":qa!\r")
    try vim.waitForExit()
    #expect(Date().timeIntervalSince(begin) < 30)
    #expect(!Vim.isRunning(process))
  }
}

/// A Vim of its own, with one file in it.
final class Vim {
  /// A setting: what the server is sent is kept in the file `sent`.
  static let recordsWhatIsSent =
    "let g:catchword_command = ['sh', '-c', 'tee sent | \"$0\"', '\(Repository.executable("catchword").path)']"

  private let folder: TemporaryFolder
  let terminal: Terminal
  private var questions = 0

  /// Starts Vim on a file; nil when there is no Vim, which only continuous integration minds.
  ///
  /// - Parameter isSuggesting: Whether the server is the one of `Suggestions`, and not the real one.
  init?(
    _ text: String, settings: String = "", arguments: [String] = [], otherText: String? = nil,
    files: [String: String] = [:], isSuggesting: Bool = false, size: (columns: Int, rows: Int) = (100, 30)
  ) throws {
    guard try requiredProgram("vim") != nil else { return nil }
    folder = try TemporaryFolder()
    let server =
      isSuggesting
      ? Suggestions.command(log: folder.url.path + "/questions") : [Repository.executable("catchword").path]
    let command = server.map { "'\($0)'" }.joined(separator: ", ")
    let vimrc = try folder.write(
      Vim.vimrc + "let g:catchword_command = [\(command)]\n" + settings + "\n", to: "vimrc")
    for (name, contents) in files { try folder.write(contents, to: name) }
    var program = ["vim", "-N", "-i", "NONE", "-u", vimrc] + arguments
    program.append(try folder.write(text, to: "text.txt"))
    if let otherText { program.append(try folder.write(otherText, to: "other.txt")) }
    terminal = try Terminal(program, home: folder.url, columns: size.columns, rows: size.rows)
    try terminal.wait(for: "Vim") { $0.contains(text.prefix { $0 != "\n" }) }
  }

  deinit { terminal.stop() }

  /// tmux's terminal has bracketed paste, but Vim expects that only of xterm.
  private static let vimrc = """
    set nocompatible noswapfile viminfo= encoding=utf-8 ttimeoutlen=20
    let [&t_BE, &t_BD, &t_PS, &t_PE] = ["\\e[?2004h", "\\e[?2004l", "\\e[200~", "\\e[201~"]
    set runtimepath+=\(Repository.root.path)/editors/vim

    """

  /// Types text; "\r" is the Enter key.
  func type(_ text: String) { terminal.type(text) }

  func press(_ keys: String...) {
    for key in keys { terminal.press(key) }
  }

  func paste(_ text: String) throws { try terminal.paste(text) }

  @discardableResult
  func wait(for what: String, until isThere: (String) -> Bool) throws -> String {
    try terminal.wait(for: what, until: isThere)
  }

  func waitForExit() throws { try terminal.waitForExit() }

  @discardableResult
  func waitForMenu(with word: String) throws -> String {
    try terminal.wait(for: "a menu with \(word)") { Vim.isInMenu(word, of: $0) }
  }

  /// True when the menu on the screen has a word: its row begins with it and ends in the name of its source.
  static func isInMenu(_ word: String, of screen: String) -> Bool {
    screen.split(separator: "\n").contains { line in
      let columns = line.split(separator: " ")
      guard let start = columns.firstIndex(of: Substring(word)) else { return false }
      return columns[start...].contains { ["words", "lists", "snippets", "slow", "paths", "symbols"].contains($0) }
    }
  }

  /// The text of the buffer, by way of a file.
  func text() throws -> String {
    press("Escape")
    let written = folder.url.path + "/written"
    type(":silent write! \(written) | call writefile([], '\(written).done')\r")
    try wait(untilThereIs: "\(written).done")
    defer { try? FileManager.default.removeItem(atPath: "\(written).done") }
    return folder.read("written") ?? ""
  }

  /// The contents of a file in the home folder, once it has some.
  func contents(of file: String) throws -> String {
    try waitForFile(file) { $0.hasSuffix("\n") }
  }

  /// The contents of a file in the home folder, once they are as wanted.
  func waitForFile(_ file: String, until isThere: (String) -> Bool) throws -> String {
    try terminal.wait(forFile: folder.url.path + "/" + file, until: isThere)
  }

  /// The value of an expression of Vim's, in Normal mode.
  func value(of expression: String) throws -> String {
    questions += 1
    let answer = folder.url.path + "/answer\(questions)"
    press("Escape")
    type(":call writefile([\(expression)], '\(answer)', 's') | call writefile([], '\(answer).done')\r")
    try wait(untilThereIs: "\(answer).done")
    return (folder.read("answer\(questions)") ?? "").trimmingCharacters(in: .newlines)
  }

  /// Waits until an expression of Vim's is true.
  func wait(untilTrue expression: String) throws {
    questions += 1
    let answer = folder.url.path + "/answer\(questions)"
    let poll = "if \(expression) | call writefile(['yes'], '\(answer)') | endif"
    press("Escape")
    type(":call timer_start(50, {_ -> execute(\"\(poll)\")}, #{repeat: -1})\r")
    try terminal.wait(forFile: answer) { $0 == "yes\n" }
  }

  private func wait(untilThereIs file: String) throws {
    try terminal.wait(forFile: file) { _ in FileManager.default.fileExists(atPath: file) }
  }

  /// True for a process that is there and not merely waiting to be buried.
  static func isRunning(_ process: Int32) -> Bool {
    guard kill(process, 0) == 0 else { return false }
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
    return !status.contains(") Z ")
  }
}
