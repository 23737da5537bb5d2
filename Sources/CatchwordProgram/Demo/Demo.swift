import CatchwordFiles
import CatchwordText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `catchword demo`: the menu and ghost text in a terminal, without an editor.
enum Demo {
  /// The maximum length of a text; each key draws and sends no more than its line, but moving in it takes time.
  private static let maximumBytes = 4 << 20

  private static let sample = """
    # The press

    Monday: set four pages, proofread by Anna, printed 200 sheets.
    Tuesday: set six pages, proofread by Anna, printed 150 sheets.
    Wednesday: set two pages, proofread by Anna, printed 300 sheets.
    Thursday: set nine pages, proofread by Anna, printed 100 sheets.

    Type on here, and nothing of it is saved: the next day, or a word
    from above by its first three letters.

    Friday: set three pages,
    """

  /// - Parameter path: The file whose text is shown; nil for one of ours. It is not written.
  /// - Returns: The exit code: 0, 64 without a terminal, 66 when the file cannot be read.
  static func run(path: String?) async -> Int32 {
    let text: String
    do {
      text = try path.map(read) ?? sample + " "
    } catch {
      Printer.complain("\(path ?? ""): \(error)")
      return 66
    }
    guard let terminal = RawTerminal() else {
      Printer.complain("demo needs a terminal; 'catchword complete FILE' prints what comes at a place.")
      return 64
    }
    if ["", "dumb"].contains(ProcessEnvironment.variables["TERM"] ?? "") {
      terminal.restore()
      Printer.complain("this terminal cannot move its cursor, as TERM says; 'catchword complete FILE' prints a list.")
      return 64
    }
    let file = Project.absolute(path ?? "demo.md")
    let client = DemoClient(
      Serve.configuration(UserConfiguration()),
      uri: path == nil ? "untitled:demo.md" : URL(fileURLWithPath: file).absoluteString)
    let root = path == nil ? nil : Project.root(of: file).map { URL(fileURLWithPath: $0).absoluteString }
    await client.begin(text, languageID: Language.id(forPath: file), root: root)
    var editor = DemoEditor(DemoText(text), client)
    await editor.begin()
    await loop(&editor, terminal)
    terminal.restore()
    await client.end()
    return 0
  }

  private static func read(_ path: String) throws(Files.ReadFailure) -> String {
    let text = try Files.text(of: path)
    if text.utf8.count > maximumBytes {
      throw Files.ReadFailure("the file has more than 4 MB; the demo takes less, and an editor more.")
    }
    return text
  }

  private static func loop(_ editor: inout DemoEditor, _ terminal: RawTerminal) async {
    var keys = DemoKeys()
    func draw() -> Bool {
      let size = System.terminalSize
      return terminal.write(editor.screen(columns: size.columns, rows: size.rows).bytes)
    }
    guard draw() else { return }
    for await event in terminal.events {
      switch event {
      case .end: return
      case .resized: break
      case .bytes(let bytes):
        for key in keys.add(bytes) {
          guard await editor.press(key) else { return }
        }
      }
      guard draw() else { return }
    }
  }
}
