import Foundation
import TestSupport
import TestTraits
import Testing

/// Helix, set up with `editors/helix/languages.toml`. Debian 12 has no Helix: these tests run where there is one, as with
/// Debian 13's editors in the nightly run.
@Suite(.blocking) struct HelixTests {
  @Test func completesWordsOfTheTextAndOfAList() throws {
    guard let helix = try Helix(text: "needlework needlepoint\n", words: "needlecraft\n") else { return }
    helix.terminal.type("geoneed")
    try helix.waitForMenu(["needlework", "needlepoint", "needlecraft"])
    helix.terminal.type("lec")
    try helix.waitForMenu(["needlecraft"], without: ["needlework"])
    helix.terminal.press("Tab", "Enter")
    helix.terminal.type("!")
    try helix.save("needlework needlepoint\nneedlecraft!\n")
  }

  @Test func enterBehindAMenuInWhichNothingIsChosenIsANewLine() throws {
    guard let helix = try Helix(text: "needlework needlepoint\n") else { return }
    helix.terminal.type("geoneed")
    try helix.waitForMenu(["needlework"])
    helix.terminal.press("Enter")
    helix.terminal.type("x")
    try helix.save("needlework needlepoint\nneed\nx\n")
  }

  /// What Helix narrows by itself between two requests, it narrows by the text that stands there.
  @Test func narrowsWhatIsFoundByAnAbbreviation() throws {
    guard let helix = try Helix(text: "someLongName otherName\n") else { return }
    helix.terminal.type("geosLN")
    try helix.waitForMenu(["someLongName"])
    helix.terminal.type("a")
    helix.terminal.press("Tab", "Enter")
    try helix.save("someLongName otherName\nsomeLongName\n")
  }

  @Test(arguments: TypedText.seeds)
  func theFileIsWhatWasTyped(seed: UInt64) throws {
    guard let helix = try Helix(text: "", files: TypedText.files) else { return }
    var random = SeededRandom(seed: seed)
    helix.terminal.type("i")
    try helix.terminal.wait(for: "Insert mode") { $0.contains(" INS ") }
    try TypedText.type(TypedText.letter, into: helix.terminal, &random)
    try helix.save(TypedText.letter + "\n")
  }
}

/// A Helix that visits `project/text.md`.
struct Helix {
  let folder: TemporaryFolder
  let terminal: Terminal

  /// Starts Helix and waits until it shows the file; nil when there is none.
  ///
  /// - Parameters:
  ///   - words: The contents of the list that the settings name.
  ///   - files: More files, by their paths at home.
  init?(
    text: String, words: String = "", files: [String: String] = [:], size: (columns: Int, rows: Int) = (100, 30)
  ) throws {
    guard let helix = Repository.find("hx"), Repository.find("tmux") != nil else {
      print("skipped: hx not found")
      return nil
    }
    folder = try TemporaryFolder()
    for (name, contents) in files { try folder.write(contents, to: name) }
    let shipped = Repository.root.appendingPathComponent("editors/helix/languages.toml")
    let settings = try String(contentsOf: shipped, encoding: .utf8)
    let command = #"command = "catchword""#
    try #require(settings.contains(command))
    try folder.write(
      settings.replacingOccurrences(of: command, with: #"command = "\#(Repository.executable("catchword").path)""#),
      to: ".config/helix/languages.toml")
    try folder.write(words, to: "words.txt")
    let file = try folder.write(text, to: "project/text.md")
    terminal = try Terminal([helix, file], home: folder.url, columns: size.columns, rows: size.rows)
    try terminal.wait(for: "Helix") { $0.contains(" NOR ") && $0.contains("text.md") }
  }

  /// Waits for a menu that has some words, and has not some others.
  func waitForMenu(_ words: [String], without others: [String] = []) throws {
    try terminal.wait(for: "a menu of \(words) without \(others)") { screen in
      // The rows of a menu end in the kind of what they offer.
      let rows = screen.split(separator: "\n").map { $0.split(separator: " ").filter { $0 != "~" } }
      let shown = Set(rows.filter { $0.count > 1 && ["text", "value"].contains($0[1]) }.map { String($0[0]) })
      return shown.isSuperset(of: words) && shown.isDisjoint(with: others)
    }
  }

  /// Saves the buffer and waits until the file holds this text.
  func save(_ text: String) throws {
    terminal.press("Escape")
    // A colon in the same moment would be one key with it.
    try terminal.wait(for: "Normal mode") { $0.contains(" NOR ") }
    terminal.type(":w")
    terminal.press("Enter")
    try terminal.wait(forFile: folder.url.path + "/project/text.md") { $0 == text }
  }
}
