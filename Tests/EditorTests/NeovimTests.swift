import Foundation
import TestSupport
import TestTraits
import Testing

/// The configuration in `editors/neovim`, in a real Neovim, against the server just built.
@Suite(.serialized, .blocking) struct NeovimTests {
  @Test func tellsOfTheProjectThatAFileIsIn() throws {
    let make = "on_set_up = vim.fn.mkdir('project/.git', 'p'),"
    guard let neovim = try Neovim(text: "first\n", options: make, server: Neovim.recordedServer) else { return }
    neovim.terminal.press("Escape")
    neovim.execute(":edit! project/a.txt")
    neovim.terminal.type("ione")
    neovim.terminal.press("Escape")
    neovim.execute(":write | edit project/b.txt")
    neovim.terminal.type("itwo")
    let sent = try neovim.terminal.wait(forFile: neovim.path("sent")) { $0.contains("two") && $0.contains("b.txt") }
    #expect(sent.components(separatedBy: "didChangeWorkspaceFolders\"").count == 2)
    #expect(sent.contains("\\/project\""))
  }

  @Test func offersTheWordsOfTheBufferAndInsertsTheChosenOne() throws {
    guard let neovim = try Neovim(text: "words: lighthouse lightning lighter\n") else { return }
    neovim.terminal.type("ligh")
    try neovim.waitForMenu(["lighthouse", "lightning", "lighter"])
    neovim.terminal.type("tn")
    try neovim.waitForMenu(["lightning"], without: ["lighthouse", "lighter"])
    neovim.accept()
    neovim.terminal.type(" goes on")
    try neovim.expect(text: "words: lighthouse lightning lighter\nlightning goes on\n")
  }

  @Test(arguments: [false, true])
  func leavesEnterAlone(whileTheServerIsBusy isBusy: Bool) throws {
    guard let neovim = try Neovim(text: "words: lighthouse lightning\n", options: Neovim.noteOfClosedMenus)
    else { return }
    neovim.terminal.type("ligh")
    try neovim.waitForMenu(["lighthouse", "lightning"])
    let server = try #require(neovim.serverProcessID)
    let stopped = isBusy ? try StoppedProcess(server) : nil
    defer { stopped?.goOn() }
    neovim.terminal.type("tn")
    try neovim.waitForMenu(["lightning"], without: ["lighthouse"])
    try neovim.waitForClosedMenu(on: "lightn")
    neovim.terminal.press("Enter")
    neovim.terminal.type("x")
    try neovim.expect(text: "words: lighthouse lightning\nlightn\nx\n")
  }

  @Test func doesNotComeUpBeforeAnythingIsTyped() throws {
    guard let neovim = try Neovim(text: "words: lighthouse\nlighxx\n", server: Neovim.recordedServer) else { return }
    try neovim.waitUntilReady(times: 1)
    neovim.terminal.press("Escape")
    neovim.terminal.type("k$xi")
    try neovim.terminal.wait(for: "Insert mode") { $0.contains("INSERT") }
    neovim.terminal.type("t")
    try neovim.waitForMenu(["lighthouse"])
    neovim.terminal.type("h")
    try neovim.waitForMenu(["lighthouse", "lighthx"])
    neovim.terminal.press("Right")
    try neovim.terminal.wait(for: "no menu") { !Neovim.firstWords($0).contains("lighthouse") }
    neovim.terminal.type("y")
    let sent = try neovim.terminal.wait(forFile: neovim.path("sent")) {
      CompletionRequests.characters(onLine: 1, in: $0).last == 8
    }
    // Where the server was busy, the last question is asked again.
    #expect(CompletionRequests.places(onLine: 1, in: sent) == [5, 6, 8])
  }

  @Test func givesOptionsBackWhenInterrupted() throws {
    guard let neovim = try Neovim(text: "words: lighthouse\n") else { return }
    neovim.terminal.type("ligh")
    try neovim.waitForMenu(["lighthouse"])
    neovim.terminal.press("C-c")
    // What is typed right behind this key is lost.
    try neovim.terminal.wait(for: "no menu") { !Neovim.firstWords($0).contains("lighthouse") }
    try neovim.expectDefaultOptions()
  }

  /// The key comes while the menu is put up, a change is noted or an answer is read, and ends that: it leaves Insert mode all
  /// the same.
  @Test(arguments: ["complete", "pumvisible", "strdisplaywidth"])
  func theKeyThatInterruptsAFunctionLeavesInsertMode(function: String) throws {
    let slow = """
      on_set_up = (function()
        local original = vim.fn.\(function)
        rawset(vim.fn, '\(function)', function(...)
          rawset(vim.fn, '\(function)', original)
          vim.fn.writefile({ 'begun' }, 'begun')
          vim.cmd('sleep 100')
          return original(...)
        end)
      end)(),
      """
    guard let neovim = try Neovim(text: "words: lighthouse\n", options: slow) else { return }
    // The mode is shown when no key waits; the key that interrupts has ended Insert mode when it is gone again.
    try neovim.terminal.wait(for: "Insert mode") { $0.contains("INSERT") }
    neovim.terminal.type("ligh")
    _ = try neovim.terminal.wait(forFile: neovim.path("begun")) { !$0.isEmpty }
    try neovim.terminal.wait(for: "Insert mode") { $0.contains("INSERT") }
    neovim.terminal.press("C-c")
    try neovim.terminal.wait(for: "Normal mode") { !$0.contains("INSERT") }
    try neovim.expectDefaultOptions()
  }

  @Test func showsTheWordsOfASlowSourceWithoutAnotherKey() throws {
    guard let neovim = try Neovim(text: "words: needlework\n", files: SlowSource.files) else { return }
    neovim.terminal.type("needl")
    try neovim.waitForMenu(["needlework"])
    try neovim.waitForMenu(["needlework", SlowSource.word])
  }

  @Test func offersTheWordsOfAnotherOpenBuffer() throws {
    guard let neovim = try Neovim(text: "words: lighthouse\n") else { return }
    neovim.terminal.press("Escape")
    neovim.execute(":edit other.txt")
    try neovim.terminal.wait(for: "the other buffer") { $0.contains("other.txt") }
    neovim.terminal.type("ilighth")
    try neovim.waitForMenu(["lighthouse"])
    neovim.accept()
    try neovim.expect(text: "lighthouse\n")
  }

  @Test(arguments: [nil, "utf-8", "utf-32"])
  func replacesOnlyTheWordAfterEmoji(encoding: String?) throws {
    let options = encoding.map { "encoding = '\($0)'," } ?? ""
    guard let neovim = try Neovim(text: "words: 🎉 wanderer\n", options: options) else { return }
    neovim.terminal.type("🎉👩‍👩‍👧wand")
    try neovim.waitForMenu(["wanderer"])
    neovim.accept()
    neovim.terminal.type(" 👍🏽 wand")
    try neovim.waitForMenu(["wanderer"])
    neovim.accept()
    try neovim.expect(text: "words: 🎉 wanderer\n🎉👩‍👩‍👧wanderer 👍🏽 wanderer\n")
  }

  @Test func replacesOnlyTheWordAfterChineseAndJapanese() throws {
    guard let neovim = try Neovim(text: "words: wanderer 日本語入力 日本酒\n") else { return }
    neovim.terminal.type("你好，世界 wand")
    try neovim.waitForMenu(["wanderer"])
    neovim.accept()
    neovim.terminal.type("「日本語")
    try neovim.waitForMenu(["日本語入力"], without: ["日本酒"])
    neovim.accept()
    neovim.terminal.type("」")
    try neovim.expect(text: "words: wanderer 日本語入力 日本酒\n你好，世界 wanderer「日本語入力」\n")
  }

  @Test func showsWhatBelongsToTheLastKeyWhenTypedInOneGo() throws {
    guard let neovim = try Neovim(text: "words: lighthouse lightning wanderer\n") else { return }
    neovim.terminal.type("say lightning ligh wanderer lighthou wand")
    try neovim.waitForMenu(["wanderer"], without: ["lighthouse", "lightning"])
    neovim.terminal.type("er lightn")
    try neovim.waitForMenu(["lightning"], without: ["lighthouse", "wanderer"])
    neovim.accept()
    try neovim.expect(
      text: "words: lighthouse lightning wanderer\nsay lightning ligh wanderer lighthou wander lightning\n")
  }

  @Test func staysInStepAfterUndo() throws {
    guard let neovim = try Neovim(text: "words: harbour quiver\n") else { return }
    neovim.terminal.type("harb")
    try neovim.waitForMenu(["harbour"])
    neovim.accept()
    neovim.terminal.type(" 🎉 quixotic")
    neovim.terminal.press("Escape")
    neovim.terminal.type("uoqui")
    let screen = try neovim.waitForMenu(["quiver"])
    #expect(!screen.contains("quixotic"))
    neovim.terminal.type("et harb")
    try neovim.waitForMenu(["harbour"])
    neovim.accept()
    try neovim.expect(text: "words: harbour quiver\nquiet harbour\n")
  }

  @Test func staysInStepAfterTheBufferWasEmptied() throws {
    guard let neovim = try Neovim(text: "words: harbour quiver\n") else { return }
    neovim.terminal.press("Escape")
    neovim.terminal.type("ggdGisay quiver")
    neovim.terminal.press("Enter")
    neovim.terminal.type("say quicksand")
    neovim.terminal.press("Enter")
    neovim.terminal.type("🎉 qui")
    try neovim.waitForMenu(["quiver", "quicksand"])
    neovim.terminal.type("c")
    try neovim.waitForMenu(["quicksand"], without: ["quiver"])
    neovim.accept()
    try neovim.expect(text: "say quiver\nsay quicksand\n🎉 quicksand\n")
  }

  @Test func completesFromFiveThousandPastedLines() throws {
    guard let neovim = try Neovim(text: "words: harbour\n") else { return }
    let lines = (0..<5_000).map { $0 == 2_500 ? "the needleword 🎉 is here" : "line \($0) of pasted text" }
    try neovim.terminal.paste(lines.joined(separator: "\n") + "\n")
    // Neovim 0.7 loses what is typed right behind a paste.
    try neovim.terminal.wait(for: "the end of the paste") { $0.contains("line 4999 of pasted text") }
    neovim.terminal.type("🎉 needl")
    // The menu is above the cursor here, beside the lines that it does not hide; the pasted word itself is far above.
    try neovim.terminal.wait(for: "a menu of needleword") { $0.contains("needleword") }
    neovim.accept()
    try neovim.expect(text: "words: harbour\n" + lines.joined(separator: "\n") + "\n🎉 needleword\n")
  }

  @Test func showsTheDescriptionOfAListsWord() throws {
    let list = "kubectl\t5\tTalks to a cluster of machines.\nkubernetes\t4\tRuns the containers.\n"
    guard let neovim = try Neovim(text: "words: harbour\n", list: list) else { return }
    neovim.terminal.type("kube")
    try neovim.waitForMenu(["kubectl", "kubernetes"])
    neovim.terminal.press("C-n")
    // The menu itself shows the description; where the word is from stands only in the documentation.
    try neovim.terminal.wait(for: "the documentation") { $0.contains("From the list glossary") }
    neovim.terminal.press("C-e")
    try neovim.terminal.wait(for: "the documentation to close") { !$0.contains("From the list glossary") }
    try neovim.expect(text: "words: harbour\nkube\n")
  }

  @Test(arguments: [true, false])
  func unfoldsASnippetWhenItIsAccepted(isAccepted: Bool) throws {
    let options = "on_set_up = vim.cmd('set expandtab shiftwidth=3'),"
    guard let neovim = try Neovim(text: "words: harbour\n", options: options, files: UnfoldedSnippet.files)
    else { return }
    neovim.terminal.type("  ab fore")
    try neovim.waitForMenu([UnfoldedSnippet.name])
    neovim.terminal.press("C-n", isAccepted ? "C-y" : "C-e")
    neovim.terminal.type("!")
    let text = isAccepted ? UnfoldedSnippet.text(indentation: "  ", step: "   ") : "fore"
    try neovim.expect(text: "words: harbour\n  ab \(text)!\n")
    neovim.terminal.type("u")
    try neovim.expect(text: "words: harbour\n")
  }

  @Test func offersSnippetsThatAreNoWords() throws {
    var files = UnfoldedSnippet.files
    files["plaintext.json"] = ##"{"Shell": {"prefix": "#!", "body": "#!/bin/sh"}}"##
    guard let neovim = try Neovim(text: "words: harbour\n", files: files) else { return }
    neovim.terminal.type("so #!")
    try neovim.waitForMenu(["#!"])
    neovim.accept()
    try neovim.expect(text: "words: harbour\nso #!/bin/sh\n")
  }

  @Test func offersWordsAloneByAKey() throws {
    let options = """
      auto = false, on_set_up = vim.cmd('set completeopt=menuone,noselect'),
      on_key = vim.keymap.set('i', '<C-t>', function()
        require('catchword').complete { 'words', 'workspace', 'lists' }
      end),
      on_other_key = vim.keymap.set('i', '<C-g>', function() require('catchword').complete() end),
      """
    guard let neovim = try Neovim(text: "forearm other\n", options: options, files: UnfoldedSnippet.files) else {
      return
    }
    neovim.terminal.type("forea")
    // Not by CTRL-X CTRL-O, which is Neovim's own from 0.8 on, and that of 0.10 leaves out what is inserted as other text.
    neovim.terminal.press("C-g")
    try neovim.waitForMenu(["foreach"])
    neovim.terminal.press("C-e", "C-t")
    try neovim.waitForMenu(["forearm"], without: ["foreach"])
  }

  @Test func aKeyHasWordsInSearchesAndCommands() throws {
    guard let neovim = try Neovim(text: "needlework neighbourhood\nsome neighbourhood\n🎉\n") else { return }
    neovim.terminal.press("Escape")
    neovim.terminal.type("/🎉 nee")
    neovim.terminal.press("C-x", "C-o")
    try neovim.terminal.wait(for: "a word") { $0.contains("/🎉 needlework") }
    neovim.terminal.press("C-x", "C-o")
    try neovim.terminal.wait(for: "what was typed") { $0.hasSuffix("/🎉 nee") || $0.contains("/🎉 nee\n") }
    neovim.terminal.press("Escape")
    // What stands behind the cursor stays.
    neovim.terminal.type(":s/x/nei/g")
    neovim.terminal.press("Left", "Left", "C-x", "C-o")
    try neovim.terminal.wait(for: "a word before the rest") { $0.contains(":s/x/neighbourhood/g") }
    neovim.terminal.press("C-c")
  }

  @Test func completesByOmnifuncAlone() throws {
    // From 0.8 on the function is Neovim's own, which shows no menu of one word without this.
    let options = "auto = false, on_set_up = vim.cmd('set completeopt=menuone,noselect'),"
    guard let neovim = try Neovim(text: "words: harbour\n", options: options) else { return }
    neovim.terminal.type("🎉 h")
    neovim.terminal.press("C-x", "C-o")
    try neovim.waitForMenu(["harbour"])
    neovim.accept()
    try neovim.expect(text: "words: harbour\n🎉 harbour\n")
  }

  @Test func doesNotComeBackAfterBeingClosedAndGivesOptionsBack() throws {
    guard let neovim = try Neovim(text: "words: lighthouse wanderer\n") else { return }
    neovim.terminal.type("ligh")
    try neovim.waitForMenu(["lighthouse"])
    neovim.terminal.press("C-e")
    try neovim.terminal.wait(for: "no menu") { !Neovim.firstWords($0).contains("lighthouse") }
    neovim.terminal.type(" wand")
    try neovim.waitForMenu(["wanderer"], without: ["lighthouse"])
    neovim.accept()
    neovim.terminal.press("Escape")
    try neovim.expectDefaultOptions()
    try neovim.expect(text: "words: lighthouse wanderer\nligh wanderer\n")
  }

  @Test func followsABufferThatGetsAName() throws {
    guard let neovim = try Neovim(text: nil) else { return }
    neovim.terminal.type("isay harbour harb")
    try neovim.waitForMenu(["harbour"])
    neovim.accept()
    neovim.terminal.press("Escape")
    neovim.execute(":write named.txt")
    try neovim.terminal.wait(forFile: neovim.path("named.txt")) { $0 == "say harbour harbour\n" }
    neovim.terminal.type("osay quiver 🎉 quiv")
    try neovim.waitForMenu(["quiver"])
    neovim.accept()
    try neovim.expect(text: "say harbour harbour\nsay quiver 🎉 quiver\n")
  }

  @Test(arguments: ["exec /nonexistent/catchword", "exit 3"])
  func typingGoesOnWithoutAServer(script: String) throws {
    guard let neovim = try Neovim(text: "words: harbour\n", server: script) else { return }
    // It has died and was started again.
    try neovim.terminal.wait(forFile: neovim.path("starts")) { $0.split(separator: "\n").count >= 2 }
    neovim.terminal.type("harb is typed")
    let screen = try neovim.terminal.wait(for: "the text") { $0.contains("harb is typed") }
    #expect(!Neovim.showsTrouble(screen))
    try neovim.expect(text: "words: harbour\nharb is typed\n")
  }

  @Test func typingGoesOnWhenTheServerIsNotInstalled() throws {
    guard
      let neovim = try Neovim(text: "words: harbour\n", options: "cmd = { 'catchword-that-is-not-there' },", server: "")
    else { return }
    neovim.terminal.type("harb is typed")
    let screen = try neovim.terminal.wait(for: "the text") { $0.contains("harb is typed") }
    #expect(!Neovim.showsTrouble(screen))
    try neovim.expect(text: "words: harbour\nharb is typed\n")
  }

  @Test func completesAgainAfterTheServerWasKilled() throws {
    guard let neovim = try Neovim(text: "words: harbour\n") else { return }
    let first = try #require(neovim.serverProcessID)
    kill(first, SIGKILL)
    neovim.terminal.type("say quiver ")
    try neovim.waitUntilReady(times: 2)
    neovim.terminal.type("quiv")
    try neovim.waitForMenu(["quiver"])
    #expect(neovim.serverProcessID != first)
    let screen = try neovim.terminal.screen()
    #expect(!Neovim.showsTrouble(screen))
  }

  /// Also where the file has been read again before.
  @Test(arguments: [false, true])
  func hearsOfWhatIsTypedThoughTheTextChangedWhileNoServerRan(isReread: Bool) throws {
    guard let neovim = try Neovim(text: "words: harbour\n") else { return }
    let first = try #require(neovim.serverProcessID)
    neovim.terminal.press("Escape")
    if isReread { neovim.execute(":edit!") }
    neovim.execute(
      ":lua vim.loop.kill(\(first), 9); "
        + "vim.wait(60000, function() return #(vim.lsp.get_clients or vim.lsp.get_active_clients)() == 0 end, 5); "
        + "vim.api.nvim_buf_set_lines(0, -1, -1, true, { 'say quiver ' })")
    try neovim.waitUntilReady(times: 2)
    neovim.terminal.type("GAquiv")
    try neovim.waitForMenu(["quiver"])
    neovim.terminal.press("Escape")
    // Nothing of what kept Neovim listening is left.
    neovim.execute(
      ":lua local names = {}; "
        + "for id = 1, 9 do table.insert(names, (vim.lsp.get_client_by_id(id) or {}).name) end; "
        + "vim.api.nvim_buf_set_lines(0, 0, -1, true, { table.concat(names, ' ') })")
    try neovim.expect(text: "catchword\n")
  }

  /// Neovim did not listen to it while it had no name.
  @Test func hearsOfWhatIsTypedInABufferThatGotItsNameAfterTheServerDied() throws {
    guard let neovim = try Neovim(text: nil) else { return }
    neovim.terminal.type("iwords: harbour")
    try neovim.waitUntilReady(times: 1)
    kill(try #require(neovim.serverProcessID), SIGKILL)
    try neovim.waitUntilReady(times: 2)
    neovim.terminal.type(" and")
    neovim.terminal.press("Escape")
    neovim.execute(":w named.txt")
    neovim.terminal.type("osay quiver quiv")
    try neovim.waitForMenu(["quiver"])
  }

  @Test func isStartedAgainAtOnceWhenTheUserWantsThat() throws {
    guard let neovim = try Neovim(text: "words: harbour\n") else { return }
    let first = try #require(neovim.serverProcessID)
    neovim.terminal.press("Escape")
    neovim.execute(":CatchwordRestart")
    try neovim.waitUntilReady(times: 2)
    #expect(neovim.serverProcessID != first)
  }

  @Test func leavesAtOnceAndLeavesNoServerBehind() async throws {
    guard let neovim = try Neovim(text: "words: harbour\n") else { return }
    neovim.terminal.type("harb")
    try neovim.waitForMenu(["harbour"])
    let server = try #require(neovim.serverProcessID)
    #expect(kill(server, 0) == 0)
    neovim.terminal.press("Escape")
    let start = ContinuousClock.now
    neovim.execute(":qa!")
    try neovim.terminal.waitForExit()
    #expect(ContinuousClock.now - start < .seconds(30))
    // From 0.9 on, Neovim does not wait for its servers; and until somebody has asked how one ended, its state is Z.
    try await Breather.wait(for: "the server's end") {
      if kill(server, 0) == -1 { return true }
      return (try? String(contentsOfFile: "/proc/\(server)/stat", encoding: .utf8))?.contains(") Z ") == true
    }
  }
}

/// A Neovim with nothing but the configuration under test, in a folder of its own.
final class Neovim {
  let terminal: Terminal
  private let folder: TemporaryFolder

  /// Starts Neovim in Insert mode on a new last line, with the server ready; nil if there is no Neovim here.
  ///
  /// - Parameters:
  ///   - text: What the file holds; nil for a buffer without a name, in Normal mode.
  ///   - options: More of `setup`'s options, in Lua.
  ///   - files: More files, by their paths in the folder.
  ///   - list: A word list, named "glossary".
  ///   - server: A shell script in place of the server, which is not waited for then.
  ///   - isSuggesting: Whether the server is the one of `Suggestions`, and not the real one.
  init?(
    text: String?, options: String = "", files: [String: String] = [:], list: String? = nil, server: String? = nil,
    isSuggesting: Bool = false, size: (columns: Int, rows: Int) = (100, 30)
  ) throws {
    guard let neovim = try requiredProgram("nvim") else { return nil }
    folder = try TemporaryFolder()
    for (name, contents) in files { try folder.write(contents, to: name) }
    if let list { try folder.write(list, to: "list.txt") }
    if let text { try folder.write(text, to: "text.txt") }
    let command = "echo $$ > pid; echo started >> starts; " + (server ?? "exec \"$0\" \"$@\"")
    let program =
      isSuggesting
      ? Suggestions.command(log: folder.url.path + "/questions") : [Repository.executable("catchword").path]
    let arguments = (["sh", "-c", command] + program).map { "[==[\($0)]==]" }.joined(separator: ", ")
    try folder.write(
      """
      vim.o.shadafile = 'NONE'
      vim.o.swapfile = false
      vim.o.ruler = false
      vim.opt.runtimepath:prepend([[\(Repository.root.path)/editors/neovim]])
      vim.cmd([[autocmd User CatchwordReady call writefile(['ready'], 'ready', 'a')]])
      require('catchword').setup {
        \(options.contains("cmd =") ? "" : "cmd = { \(arguments) },")
        \(list == nil ? "" : "lists = { { path = [[\(folder.url.path)/list.txt]], name = 'glossary' } },")
        \(options)
      }
      """, to: "init.lua")
    terminal = try Terminal(
      [neovim, "-u", "init.lua"] + (text == nil ? [] : ["text.txt"]), home: folder.url, columns: size.columns,
      rows: size.rows)
    try terminal.wait(for: "Neovim") { $0.contains(text == nil ? "[No Name]" : "text.txt") }
    if server == nil { try waitUntilReady(times: 1) }
    if text != nil { terminal.type("Go") }
  }

  /// The number of the server's process.
  var serverProcessID: pid_t? {
    folder.read("pid").flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  /// Waits until the server knows the buffer, for the first time or after it was started again.
  func waitUntilReady(times: Int) throws {
    try terminal.wait(forFile: path("ready")) { $0.split(separator: "\n").count >= times }
  }

  /// Waits for a menu that has some words, and has not some others.
  @discardableResult
  func waitForMenu(_ words: [String], without others: [String] = []) throws -> String {
    try terminal.wait(for: "a menu of \(words) without \(others)") { screen in
      let shown = Neovim.firstWords(screen)
      return shown.isSuperset(of: words) && shown.isDisjoint(with: others)
    }
  }

  /// An option for `waitForClosedMenu(on:)`.
  static let noteOfClosedMenus =
    "on_set_up = vim.cmd([[autocmd CompleteDone * call writefile([getline('.')], 'closed', 'a')]]),"

  /// Waits until a menu was closed on a line; also one that another takes the place of.
  func waitForClosedMenu(on line: String) throws {
    try terminal.wait(forFile: path("closed")) { $0.contains("\(line)\n") }
  }

  /// Takes the menu's first word.
  func accept() { terminal.press("C-n", "C-y") }

  /// Types a command with its colon, in Normal mode, and has it executed.
  func execute(_ command: String) {
    terminal.type(command)
    terminal.press("Enter")
  }

  /// Waits until the options that a menu borrows are this Neovim's own.
  func expectDefaultOptions() throws {
    let isDefault = "{_, name -> eval('&' .. name) ==# nvim_get_option_info(name).default}"
    execute(":call writefile(map(['completeopt', 'shortmess', 'pumheight'], \(isDefault)), 'options')")
    try terminal.wait(forFile: path("options")) { $0 == "1\n1\n1\n" }
  }

  /// A server whose input is kept in the file `sent`.
  static let recordedServer = "tee sent | \"$0\" \"$@\""

  /// Writes the buffer to a file and waits until that holds the text.
  func expect(text: String) throws {
    terminal.press("Escape")
    terminal.type(":write! written.txt")
    terminal.press("Enter")
    try terminal.wait(forFile: path("written.txt")) { $0 == text }
  }

  /// The first words of the screen's lines: those of the menu among them, as the tests' own text begins otherwise.
  static func firstWords(_ screen: String) -> Set<String> {
    Set(
      screen.split(separator: "\n").compactMap {
        $0.drop { $0 == "~" || $0 == " " }.split(separator: " ").first.map(String.init)
      })
  }

  /// True if Neovim reports an error or wants Enter pressed.
  static func showsTrouble(_ screen: String) -> Bool {
    let errors = ["Error", "traceback", "Press ENTER", "exit code", ".lua:"]
    return errors.contains { screen.contains($0) } || screen.contains(/E\d+:/)
  }
}
