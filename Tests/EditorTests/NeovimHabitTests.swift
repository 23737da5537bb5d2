import Foundation
import TestSupport
import TestTraits
import Testing

/// The client for Neovim where it meets habits: keys, macros, settings and mistakes of its user.
@Suite(.serialized, .blocking) struct NeovimHabitTests {
  @Test func tellsTheServerWhatIsAccepted() throws {
    guard let neovim = try Neovim(text: "words: lighthouse lightning\n", server: Neovim.recordedServer) else { return }
    try neovim.waitUntilReady(times: 1)
    neovim.terminal.type("ligh")
    try neovim.waitForMenu(["lighthouse", "lightning"])
    neovim.terminal.press("C-n", "C-n", "C-y")
    neovim.terminal.type(" ligh")
    try neovim.waitForMenu(["lighthouse", "lightning"])
    neovim.terminal.press("C-e", "Escape")
    neovim.execute(":qa!")
    try neovim.terminal.waitForExit()
    let sent = try neovim.terminal.wait(forFile: neovim.path("sent")) { $0.contains("catchword.accept") }
    #expect(sent.components(separatedBy: "catchword.accept").count == 2)
    let learned = try neovim.terminal.wait(forFile: neovim.path(".local/state/catchword/accepted")) {
      $0.contains("\tligh")
    }
    #expect(learned.split(separator: "\n").count { $0.contains("\tligh") } == 1)
  }

  @Test(arguments: ["words: ligh lighthouse", "words: ligh"])
  func leavesEnterBehindAWholeWordAloneThoughTheFirstItemIsSelected(_ text: String) throws {
    let options = Neovim.noteOfClosedMenus + Self.completeopt("noinsert")
    guard let neovim = try Neovim(text: "\(text)\n", options: options) else { return }
    neovim.terminal.type("lig")
    try neovim.waitForMenu(["ligh"])
    neovim.terminal.type("h")
    try neovim.waitForClosedMenu(on: "ligh")
    neovim.terminal.press("Enter")
    neovim.terminal.type("x")
    try neovim.expect(text: "\(text)\nligh\nx\n")
  }

  private static func completeopt(_ option: String) -> String {
    "and_more = vim.cmd('set completeopt=menuone,\(option)'),"
  }

  /// A letter that narrows a menu and Enter in the same moment, as over a slow connection.
  @Test(arguments: ["noselect", "noinsert"])
  func enterBeginsALineThoughALetterNarrowedTheMenuJustBefore(_ option: String) throws {
    guard let neovim = try Neovim(text: "words: ligh lighthouse\n", options: Self.completeopt(option)) else { return }
    neovim.terminal.type("lig")
    try neovim.waitForMenu(["ligh", "lighthouse"])
    neovim.terminal.press("h", "Enter", "x", "Escape")
    neovim.execute(":call writefile([mapcheck('<CR>', 'i')], 'enter')")
    try neovim.terminal.wait(forFile: neovim.path("enter")) { $0 == "\n" }
    try neovim.expect(text: "words: ligh lighthouse\nligh\nx\n")
  }

  @Test(arguments: ["noselect", "noinsert"])
  func enterBeginsALineBehindAWordThatWasChosen(_ option: String) throws {
    guard let neovim = try Neovim(text: "words: lighthouse\n", options: Self.completeopt(option)) else { return }
    neovim.terminal.type("ligh")
    try neovim.waitForMenu(["lighthouse"])
    // Where the first one is selected, it is inserted by going round.
    let keys = option == "noselect" ? ["C-n"] : ["C-n", "C-n"]
    for key in keys { neovim.terminal.press(key) }
    neovim.terminal.press("Enter", "x")
    try neovim.expect(text: "words: lighthouse\nlighthouse\nx\n")
  }

  /// Whoever moves through a menu at leisure is where they have moved to, also where that is no item.
  @Test func noItemStaysChosenThoughTheFirstOneIsSelectedToBeginWith() throws {
    let options =
      Self.completeopt("noinsert") + """
        on_moved = vim.api.nvim_create_autocmd('CompleteChanged', {
          callback = function()
            vim.defer_fn(function()
              vim.fn.writefile({ vim.fn.complete_info({ 'selected' }).selected }, 'later', 'a')
            end, 50)
          end,
        }),
        """
    guard let neovim = try Neovim(text: "words: lighthouse\n", options: options) else { return }
    neovim.terminal.type("ligh")
    _ = try neovim.terminal.wait(forFile: neovim.path("later")) { !$0.isEmpty }
    neovim.terminal.press("C-n")
    _ = try neovim.terminal.wait(forFile: neovim.path("later")) { $0.split(separator: "\n").count > 1 }
    neovim.terminal.press("C-n", "Enter", "x")
    try neovim.expect(text: "words: lighthouse\nlighthouse\nx\n")
  }

  @Test func enterInsertsAnItemThatIsSelectedAndNotInserted() throws {
    guard let neovim = try Neovim(text: "words: lighthouse\n") else { return }
    neovim.terminal.type("ligh")
    try neovim.waitForMenu(["lighthouse"])
    neovim.terminal.press("Down", "Enter", "x")
    try neovim.expect(text: "words: lighthouse\nlighthousex\n")
  }

  @Test func enterThatTheUserHasMappedStaysTheirs() throws {
    let options = "and_more = vim.cmd([[inoremap <CR> <C-e>!]]),"
    guard let neovim = try Neovim(text: "words: lighthouse lightning\n", options: options) else { return }
    neovim.terminal.type("ligh")
    try neovim.waitForMenu(["lighthouse", "lightning"])
    neovim.terminal.press("Enter")
    try neovim.expect(text: "words: lighthouse lightning\nligh!\n")
  }

  @Test(arguments: [0, 3])
  func menusHaveAtMostTenRowsUnlessTheUserSaysOtherwise(_ rows: Int) throws {
    let words = (10..<40).map { "lighthouse\($0)" }
    let text = words.map { "word: \($0)\n" }.joined()
    let options = "on_set_up = vim.cmd('set pumheight=\(rows)'),"
    guard let neovim = try Neovim(text: text, options: options) else { return }
    neovim.terminal.type("ligh")
    let screen = try neovim.terminal.wait(for: "a menu") { !Neovim.firstWords($0).isDisjoint(with: words) }
    #expect(Neovim.firstWords(screen).intersection(words).count == (rows == 0 ? 10 : rows))
    neovim.terminal.press("C-e", "Escape")
    neovim.execute(":call writefile([&pumheight], 'height')")
    try neovim.terminal.wait(forFile: neovim.path("height")) { $0 == "\(rows)\n" }
  }

  @Test func aPathHasAMenuFromItsFirstLetter() throws {
    guard let neovim = try Neovim(text: "first\n", files: ["source/inner.txt": "", "soil.txt": ""]) else { return }
    neovim.terminal.type("see ./s")
    try neovim.waitForMenu(["source", "soil.txt"])
    neovim.terminal.type("ource/i")
    try neovim.waitForMenu(["inner.txt"])
    neovim.accept()
    try neovim.expect(text: "first\nsee ./source/inner.txt\n")
  }

  @Test func whatIsRecordedReplays() throws {
    guard let neovim = try Neovim(text: "lighthouse lightning\nabc def\nabc def\n") else { return }
    neovim.terminal.type("ligh")
    try neovim.waitForMenu(["lightning"])
    neovim.terminal.press("Escape")
    neovim.terminal.type("dd2G0qqcwligh")
    neovim.terminal.press("C-n", "C-n", "Escape")
    neovim.terminal.type("j0q@q:write! written.txt")
    neovim.terminal.press("Enter")
    let text = try neovim.terminal.wait(forFile: neovim.path("written.txt")) { !$0.isEmpty }
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3 && lines[1] == lines[2])
    #expect(["lighthouse def", "lightning def"].contains(lines[1]))
  }

  @Test func completesInEveryBufferWithoutAName() throws {
    guard let neovim = try Neovim(text: nil) else { return }
    neovim.terminal.type("isay harbour harb")
    try neovim.waitForMenu(["harbour"])
    neovim.accept()
    neovim.terminal.press("Escape")
    neovim.execute(":set hidden | enew")
    try neovim.waitUntilReady(times: 2)
    neovim.terminal.type("isay quiver harb")
    try neovim.waitForMenu(["harbour"])
    neovim.accept()
    // Emptied, and written anew, with characters of several units.
    neovim.terminal.press("Escape")
    neovim.terminal.type("oquoth")
    neovim.terminal.press("Escape")
    neovim.terminal.type("ggdGi🎉 quicksand")
    neovim.terminal.press("Enter")
    neovim.terminal.type("🎉 qui")
    try neovim.waitForMenu(["quicksand"], without: ["quiver", "quoth"])
    neovim.accept()
    try neovim.expect(text: "🎉 quicksand\n🎉 quicksand\n")
  }

  @Test func bansAWordByCommandAndByCodeAction() throws {
    guard let neovim = try Neovim(text: "words: lighthouse lightning lighter\n") else { return }
    neovim.terminal.press("Escape")
    neovim.execute(":CatchwordBan lightning")
    try neovim.terminal.wait(for: "the ban") { $0.contains("\"lightning\" is never offered again") }
    neovim.execute(":call search('lighthouse') | lua vim.lsp.buf.code_action()")
    try neovim.terminal.wait(for: "the action") { $0.contains("Never offer “lighthouse” again") }
    neovim.terminal.type("1")
    neovim.terminal.press("Enter")
    neovim.terminal.type("Goligh")
    try neovim.waitForMenu(["lighter"], without: ["lighthouse", "lightning"])
    neovim.terminal.press("C-e", "Escape")
    neovim.execute(":CatchwordUnban lightning")
    try neovim.terminal.wait(for: "the end of the ban") { $0.contains("\"lightning\" is offered again") }
    neovim.execute(":CatchwordBans")
    try neovim.terminal.wait(for: "the bans") { $0.contains("banned words\n  lighthouse\n") }
  }

  @Test func saysThatTheSettingsHaveMistakes() throws {
    let files = [".config/catchword/config.json": "{\"lsits\": []}"]
    guard let neovim = try Neovim(text: "words: harbour\n", files: files) else { return }
    neovim.terminal.type("harb")
    try neovim.waitForMenu(["harbour"])
    neovim.terminal.press("C-e", "Escape")
    neovim.execute(":CatchwordStatus")
    try neovim.terminal.wait(for: "the mistake") { $0.contains("There is no setting \"lsits\"") }
    neovim.terminal.press("Enter")
    neovim.execute(":messages")
    try neovim.terminal.wait(for: "the message") { $0.contains("lsits") && $0.contains("(:CatchwordStatus)") }
  }

  /// A name in a project's settings, for example, may be as long as the file.
  @Test func aLongMessageIsCutAtOnce() throws {
    guard let neovim = try Neovim(text: "first\n") else { return }
    neovim.terminal.press("Escape")
    let message = "{ type = 2, message = ('é'):rep(300000) .. ' at its end' }"
    neovim.execute(
      ":lua vim.lsp.get_client_by_id(1).handlers['window/logMessage'](nil, \(message), { client_id = 1 })")
    try neovim.terminal.wait(for: "the message") {
      $0.contains("catchword: ...é") && $0.contains(" at its end (:CatchwordStatus)")
    }
  }

  @Test func saysThatThereIsNoProgram() throws {
    let options = "cmd = { 'catchword-that-is-not-there' },"
    guard let neovim = try Neovim(text: "words: harbour\n", options: options, server: "") else { return }
    neovim.terminal.press("Escape")
    neovim.execute(":messages")
    try neovim.terminal.wait(for: "the message") {
      $0.contains("no program \"catchword-that-is-not-there\"") && $0.contains("(:CatchwordStatus)")
    }
  }

  @Test func helpIsFoundWithoutAnotherCommand() throws {
    guard let neovim = try Neovim(text: "first\n") else { return }
    neovim.terminal.press("Escape")
    neovim.execute(":help catchword-nvim")
    try neovim.terminal.wait(for: "the help") { $0.contains("catchword-nvim.txt [Help]") }
  }
}

/// The tags of the help files, which come with them.
struct HelpTagsTests {
  @Test(arguments: ["editors/vim/doc/catchword.txt", "editors/neovim/doc/catchword-nvim.txt"])
  func areThoseOfTheFile(path: String) throws {
    let file = Repository.root.appendingPathComponent(path)
    let help = try String(contentsOf: file, encoding: .utf8)
    let tags = try String(
      contentsOf: file.deletingLastPathComponent().appendingPathComponent("tags"), encoding: .utf8)
    let wanted = help.matches(of: /\*([^*\s|]+)\*(?=\s|$)/).map { String($0.1) }
    #expect(Set(tags.split(separator: "\n").map { $0.prefix { $0 != "\t" } }) == Set(wanted.map { $0[...] }))
    #expect(tags.split(separator: "\n").allSatisfy { $0.split(separator: "\t")[1] == file.lastPathComponent })
  }
}
