import Foundation
import TestSupport
import TestTraits
import Testing

/// The client for Vim where it meets habits: keys, macros, settings and mistakes of its user.
@Suite(.serialized, .blocking) struct VimHabitTests {
  @Test func tellsTheServerWhatIsAccepted() throws {
    guard let vim = try Vim("needlework needlepoint\n", settings: Vim.recordsWhatIsSent) else { return }
    vim.type("Goneed")
    try vim.waitForMenu(with: "needlework")
    vim.press("C-n", "C-n", "C-y")
    // Typed out, it is nothing to be told.
    vim.type(" needle")
    try vim.waitForMenu(with: "needlework")
    vim.type("work ")
    let chosen = try vim.value(of: "split(getline(2))[0]")
    #expect(["needlework", "needlepoint"].contains(chosen))
    vim.type(":qa!\r")
    try vim.waitForExit()
    let sent = try vim.waitForFile("sent") { $0.contains("\"exit\"") }
    #expect(sent.components(separatedBy: "catchword.accept").count == 2)
    let learned = try vim.waitForFile(".local/state/catchword/accepted") { $0.contains(chosen) }
    #expect(learned.split(separator: "\n").count { $0.contains("need") } == 1)
  }

  /// Some servers send what they leave empty as null; what is no item at all leaves the others, too.
  @Test func itemsWithNullsAreOfferedAsTheOthersAre() throws {
    let list = #"""
      [{"label": "harbour", "detail": null, "documentation": null, "textEdit": null, "labelDetails": null}, 5,
       {"label": "harvest", "labelDetails": {"description": null}}, {"label": "harp", "detail": "an instrument"}]
      """#
    let rules = String(decoding: try JSONEncoder().encode(["textDocument/completion": list]), as: UTF8.self)
    let server = "['\(Repository.executable("scripted-server").path)', 'suggest', '\(rules)']"
    let settings = "let g:catchword_command = \(server)\nset completeopt=menuone,noselect,popup"
    guard let vim = try Vim("first\n", settings: settings) else { return }
    vim.type("Gohar")
    try vim.wait(for: "the menu") { ["harbour", "harvest", "an instrument"].allSatisfy($0.contains) }
    vim.press("C-n", "C-n")
    try vim.wait(for: "the second one") { $0.contains("\nharvest\nharbour") }
    #expect(try vim.value(of: "v:errmsg") == "")
    #expect(try vim.text() == "first\nharvest\n")
  }

  /// A name in a project's settings, for example, may be as long as the file.
  @Test func aLongMessageIsCutAtOnce() throws {
    guard let vim = try Vim("first\n") else { return }
    vim.type(":call catchword#Say(repeat('é', 300000) .. ' at its end')\r")
    try vim.wait(for: "the message") { $0.contains("catchword: ...é") && $0.contains(" at its end (:CatchwordStatus)") }
  }

  @Test func completesOnWhereAMenuHasNarrowedToNothing() throws {
    guard let vim = try Vim("first\n", settings: "autocmd BufRead * set filetype=markdown") else { return }
    vim.type("Go\\")
    try vim.wait(for: "symbols") { $0.contains("symbols") }
    vim.type("a")
    try vim.wait(for: "the letter") { $0.contains("\\a") }
    vim.type("lp")
    try vim.waitForMenu(with: "\\alpha")
    vim.press("C-n", "C-y")
    #expect(try vim.text() == "first\nα\n")
  }

  @Test(arguments: ["need needlework", "need"])
  func leavesEnterBehindAWholeWordAloneThoughTheFirstItemIsSelected(_ text: String) throws {
    let settings = """
      \(Self.completeopt("noinsert"))
      autocmd CompleteDone * call writefile([getline('.')], 'closed', 'a')
      """
    guard let vim = try Vim("\(text)\n", settings: settings) else { return }
    vim.type("Gonee")
    try vim.waitForMenu(with: "need")
    vim.type("d")
    // Another menu takes the place of the one that Vim has narrowed, or none.
    _ = try vim.waitForFile("closed") { $0.contains("need\n") }
    vim.press("Enter")
    vim.type("x")
    #expect(try vim.text() == "\(text)\nneed\nx\n")
  }

  private static func completeopt(_ option: String) -> String {
    "let g:catchword_completeopt = 'menuone,\(option),popuphidden'"
  }

  /// A letter that narrows a menu and Enter in the same moment, as over a slow connection.
  @Test(arguments: ["noselect", "noinsert"])
  func enterBeginsALineThoughALetterNarrowedTheMenuJustBefore(_ option: String) throws {
    guard let vim = try Vim("need needlework\n", settings: Self.completeopt(option)) else { return }
    vim.type("Gonee")
    try vim.waitForMenu(with: "needlework")
    vim.press("d", "Enter", "x")
    #expect(try vim.text() == "need needlework\nneed\nx\n")
    #expect(try vim.value(of: "mapcheck('<CR>', 'i')") == "")
  }

  @Test(arguments: [("noselect", ["C-n"], "\n"), ("noinsert", ["C-n", "C-n"], "\n"), ("noselect", ["Down"], "")])
  func enterBehindAChosenWordDoesAsVimDoes(option: String, keys: [String], line: String) throws {
    guard let vim = try Vim("needlework\n", settings: Self.completeopt(option)) else { return }
    vim.type("Gonee")
    try vim.waitForMenu(with: "needlework")
    for key in keys { vim.press(key) }
    vim.press("Enter", "x")
    #expect(try vim.text() == "needlework\nneedlework\(line)x\n")
  }

  /// Whoever moves through a menu at leisure is where they have moved to, also where that is no item.
  @Test func noItemStaysChosenThoughTheFirstOneIsSelectedToBeginWith() throws {
    let settings = """
      \(Self.completeopt("noinsert"))
      autocmd CompleteChanged * call timer_start(50, {-> writefile([complete_info(['selected']).selected], 'later', 'a')})
      """
    guard let vim = try Vim("needlework\n", settings: settings) else { return }
    vim.type("Gonee")
    _ = try vim.waitForFile("later") { !$0.isEmpty }
    vim.press("C-n")
    _ = try vim.waitForFile("later") { $0.split(separator: "\n").count > 1 }
    vim.press("C-n", "Enter", "x")
    #expect(try vim.text() == "needlework\nneedlework\nx\n")
  }

  @Test func enterThatTheUserHasMappedStaysTheirs() throws {
    guard let vim = try Vim("needlework needlepoint\n", settings: "inoremap <CR> <C-e>!") else { return }
    vim.type("Gonee")
    try vim.waitForMenu(with: "needlework")
    vim.press("Enter")
    #expect(try vim.text() == "needlework needlepoint\nnee!\n")
  }

  @Test(arguments: [0, 3])
  func menusHaveAtMostTenRowsUnlessTheUserSaysOtherwise(_ rows: Int) throws {
    let text = (10..<40).map { "needle\($0)" }.joined(separator: "\n") + "\n"
    guard let vim = try Vim(text, settings: "set pumheight=\(rows)") else { return }
    vim.type("Goneed")
    let screen = try vim.wait(for: "a menu") { $0.contains("words") }
    #expect(screen.split(separator: "\n").count { $0.contains("words") } == (rows == 0 ? 10 : rows))
    #expect(try vim.value(of: "&pumheight") == "\(rows)")
  }

  @Test func aPathHasAMenuFromItsFirstLetter() throws {
    guard let vim = try Vim("first\n", files: ["source/inner.txt": "", "soil.txt": ""]) else { return }
    vim.type("Gosee ./s")
    try vim.waitForMenu(with: "source")
    vim.type("ource/")
    try vim.waitForMenu(with: "inner.txt")
    vim.type("i")
    try vim.wait(for: "the path still") { $0.contains("source/i") && Vim.isInMenu("inner.txt", of: $0) }
    vim.press("C-n", "C-y")
    #expect(try vim.text() == "first\nsee ./source/inner.txt\n")
  }

  @Test func whatIsRecordedReplays() throws {
    guard let vim = try Vim("needlework needlepoint\nabc def\nabc def\n") else { return }
    vim.type("Goneed")
    try vim.waitForMenu(with: "needlework")
    vim.press("Escape")
    vim.type("dd2G0qqcwneed")
    vim.press("C-n", "C-n", "Escape")
    vim.type("j0q@q")
    let lines = try vim.text().split(separator: "\n")
    #expect(lines.count == 3 && lines[1] == lines[2])
    #expect(["needlework def", "needlepoint def"].contains(lines[1]))
  }

  @Test func bansAndUnbansAWord() throws {
    guard let vim = try Vim("needlework needlepoint\n") else { return }
    vim.type(":CatchwordBan\r")
    try vim.wait(for: "the ban") { $0.contains("\"needlework\" is never offered again") }
    vim.type(":CatchwordBan x y\r")
    #expect(
      try vim.value(of: "execute('CatchwordBans')->split('\\n')->join('|')")
        == "catchword: banned words|  needlework|  x y")
    vim.type("Goneed")
    let screen = try vim.waitForMenu(with: "needlepoint")
    #expect(!Vim.isInMenu("needlework", of: screen))
    vim.press("Escape")
    vim.type(":CatchwordUnban needlework\r")
    vim.type("oneedl")
    try vim.waitForMenu(with: "needlework")
  }

  /// The server runs only once there is a file, which a timer of Vim's writes.
  @Test func bansAWordWhileTheServerStartsThoughMoreIsTyped() throws {
    let command = "until [ -e go ]; do sleep 0.05; done; exec \"$0\""
    let settings = "let g:catchword_command = ['sh', '-c', '\(command)', '\(Repository.executable("catchword").path)']"
    guard let vim = try Vim("needlework needlepoint\n", settings: settings) else { return }
    vim.type(":call timer_start(300, {_ -> writefile([], 'go')})\r:CatchwordBan\rGoneed")
    let screen = try vim.waitForMenu(with: "needlepoint")
    #expect(!Vim.isInMenu("needlework", of: screen))
    let bans = try vim.value(of: "execute('CatchwordBans')->split('\\n')->join('|')")
    #expect(bans == "catchword: banned words|  needlework")
  }

  @Test func saysThatTheServerDoesNotAnswerWhoAsksByHand() throws {
    let settings = """
      let g:catchword_auto = 0 | set completeopt=menuone,noselect laststatus=2 statusline=mode:%{mode(1)}.
      let g:catchword_command = ['sh', '-c', 'echo $$ > pid; exec "$0"', '\(Repository.executable("catchword").path)']
      """
    guard let vim = try Vim("needlework\n", settings: settings) else { return }
    vim.type(":CatchwordBans\r")
    try vim.wait(for: "the server") { $0.contains("no words are banned") }
    let server = try #require(pid_t(try vim.waitForFile("pid") { $0.hasSuffix("\n") }.dropLast()))
    let stopped = try StoppedProcess(server)
    vim.type("Goneed")
    vim.press("C-x")
    try vim.wait(for: "the keys of completion") { $0.contains("mode:ix.") }
    vim.press("C-o")
    let screen = try vim.wait(for: "the end of the wait") { $0.contains("mode:i.") }
    #expect(!screen.contains("Pattern not found"))
    vim.press("Escape")
    try vim.wait(for: "the message") { $0.contains("catchword: The server does not answer. (:CatchwordStatus)") }
    stopped.goOn()
    #expect(try vim.text() == "needlework\nneed\n")
  }

  @Test func saysOnceThatThereIsNoProgram() throws {
    guard let vim = try Vim("first\n", settings: "let g:catchword_command = ['/nowhere/catchword']") else { return }
    for _ in 0..<2 {
      vim.type("Gosecond")
      vim.press("Escape")
    }
    try vim.wait(for: "the message") { $0.contains("catchword: There is no program \"/nowhere/catchword\"") }
    let said = try vim.value(of: "execute('messages')")
    #expect(said.components(separatedBy: "There is no program").count == 2 && said.contains(":CatchwordStatus"))
  }

  @Test func saysOnceThatTheSettingsHaveMistakes() throws {
    let files = [".config/catchword/config.json": "{\"lsits\": []}"]
    guard let vim = try Vim("needlework\n", files: files) else { return }
    vim.type("Goneed")
    try vim.waitForMenu(with: "needlework")
    vim.press("Escape")
    try vim.wait(for: "the message") { $0.contains("did you mean \"lists\"?") && $0.contains(":CatchwordStatus") }
  }
}
