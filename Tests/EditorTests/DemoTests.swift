import Foundation
import TestSupport
import TestTraits
import Testing

/// `catchword demo` in a real terminal.
@Suite(.serialized, .blocking) struct DemoTests {
  private let home: TemporaryFolder
  private let program = Repository.executable("catchword").path

  init() throws { home = try TemporaryFolder() }

  /// The demo in a shell that notes how the terminal was before and behind it; nil without tmux.
  private func demo(_ arguments: String = "", columns: Int = 100, rows: Int = 24) throws -> Terminal? {
    guard try requiredProgram("tmux") != nil else { return nil }
    let script = "stty -a > before; \"$0\" demo \(arguments); echo $? > code; stty -a > after; exec cat"
    return try Terminal(
      ["/bin/sh", "-c", "cd '\(home.url.path)'; \(script)", program], home: home.url, columns: columns, rows: rows)
  }

  private func expectTerminalAsBefore(_ terminal: Terminal, code: String = "0\n") throws {
    try terminal.wait(forFile: home.url.path + "/after") { $0.contains("speed") }
    let isSize = { (line: String) in line.contains("rows") }
    let (before, after) = (home.read("before") ?? "", home.read("after") ?? "")
    #expect(
      before.split(separator: "\n").filter { !isSize(String($0)) }
        == after.split(separator: "\n").filter { !isSize(String($0)) })
    #expect(home.read("code") == code)
    // The screen is the one from before.
    try terminal.wait(for: "an empty screen") { !$0.contains("CTRL-Q") }
  }

  @Test func showsTheMenuAndGhostText() throws {
    guard let terminal = try demo() else { return }
    // The end of the sample goes on as its lines do.
    try terminal.wait(for: "ghost text") { $0.contains("Friday: set three pages, proofread by") }
    terminal.press("C-l")
    try terminal.wait(for: "more of it") { $0.contains("Friday: set three pages, proofread by Anna") }
    terminal.type(" thr")
    try terminal.wait(for: "the menu") { $0.contains(/\n +three +words/) }
    terminal.press("C-n", "Enter")
    terminal.type(" Wed")
    try terminal.wait(for: "the menu") { $0.contains(/\n +Wednesday +words/) }
    terminal.press("Down", "Tab")
    try terminal.wait(for: "the words") { $0.contains("three Wednesday") }
    terminal.press("C-q")
    try expectTerminalAsBefore(terminal)
  }

  @Test func takesAFileAndLeavesItAlone() throws {
    try home.write("heronry 漢字\tx\nheronshaw\n", to: "a b.txt")
    guard let terminal = try demo("'a b.txt'") else { return }
    try terminal.wait(for: "the file") { $0.contains("heronshaw") }
    terminal.type("hero")
    try terminal.wait(for: "the menu") { $0.contains(/\n +heron(ry|shaw) +words/) }
    terminal.press("C-n")
    terminal.press("Enter")
    try terminal.paste("\u{1B}[2Jpasted\nlines")
    try terminal.wait(for: "the paste") { $0.contains("pasted\nlines") }
    terminal.press("C-c")
    try expectTerminalAsBefore(terminal)
    #expect(home.read("a b.txt") == "heronry 漢字\tx\nheronshaw\n")
  }

  @Test func followsTheSizeOfTheWindow() throws {
    guard let terminal = try demo(columns: 90, rows: 20) else { return }
    try terminal.wait(for: "its end") { $0.contains("CTRL-Right word") }
    for (columns, rows, word) in [(30, 5, "fou"), (5, 2, "pri"), (2, 1, "she"), (140, 40, "thr")] {
      terminal.resize(columns: columns, rows: rows)
      terminal.type(" \(word)")
      terminal.press("C-n")
    }
    try terminal.wait(for: "all keys") { $0.contains("CTRL-Space ask") && $0.contains(/three +words/) }
    terminal.press("C-q")
    try expectTerminalAsBefore(terminal)
  }

  @Test(arguments: ["TERM", "HUP", "INT"]) func givesTheTerminalBackWhenItIsEnded(_ signal: String) throws {
    guard try requiredProgram("tmux") != nil else { return }
    let script = """
      cd '\(home.url.path)'; stty -a > before; sh -c 'echo $$ > id; exec "$0" demo' "$0"; echo $? > code; stty -a > after
      exec cat
      """
    let terminal = try Terminal(["/bin/sh", "-c", script, program], home: home.url)
    try terminal.wait(for: "the demo") { $0.contains("CTRL-Q") }
    let id = try #require(Int32(home.read("id")?.trimmingCharacters(in: .newlines) ?? ""))
    kill(id, ["TERM": SIGTERM, "HUP": SIGHUP, "INT": SIGINT][signal] ?? SIGTERM)
    try expectTerminalAsBefore(terminal)
  }

  @Test func needsATerminalAndAFileThatCanBeRead() throws {
    let outcome = try Program.run("catchword", ["demo"], home: home)
    #expect(outcome.code == 64 && outcome.errors.contains("needs a terminal"), "\(outcome)")
    let missing = try Program.run("catchword", ["demo", "nothing.txt"], home: home)
    #expect(missing.code == 66 && missing.errors.contains("nothing.txt: there is no such file"), "\(missing)")
  }
}
