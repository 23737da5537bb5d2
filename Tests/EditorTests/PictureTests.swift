import Foundation
import TestSupport
import TestTraits
import Testing

/// The picture in README is what Vim shows.
///
/// `CATCHWORD_RECORD=1 swift test --filter PictureTests` records it anew.
@Suite(.serialized, .blocking) struct PictureTests {
  private static let path = "Sources/Catchword/Catchword.docc/Resources/typing.svg"

  private static let (columns, rows) = (78, 15)

  private static let text = """
    # The press

    Monday: set four pages, proofread by Anna, printed 200 sheets.
    Tuesday: set six pages, proofread by Anna, printed 150 sheets.
    Wednesday: set two pages, proofread by Anna, printed 300 sheets.
    Thursday: set nine pages, proofread by Anna, printed 100 sheets.

    """

  private static let settings = """
    set laststatus=0 noshowmode noruler noshowcmd shortmess+=Fc t_Co=256 background=dark fillchars=eob:\\ 
    silent! colorscheme habamax
    let g:catchword_options = #{lists: ['~/cities.txt']}
    autocmd VimEnter * call cursor('$', 1)
    """

  private static let cities = "Prague\t5\tCzechia, on the Vltava\nPretoria\t2\tSouth Africa\nPreston\t1\tEngland\n"

  /// What is pressed, and how long what is shown then is left to be looked at, in milliseconds.
  private static let steps: [Step] =
    [Step([], 1200), Step(["o"], 400)] + typed("Friday: set three pages, pr")
    + [Step(["o"], 1800), Step(["C-l"], 1500)] + typed(", pr") + [Step(["i"], 1200), Step(["C-n"], 1200)]
    + typed(" 90 sheets.") + [Step(["Enter"], 400)] + typed("To be sent to Pr")
    + [Step(["a"], 1200), Step(["C-n"], 1800), Step([","], 1500)]

  private struct Step {
    /// By tmux's names.
    let keys: [String]
    let duration: Int

    init(_ keys: [String], _ duration: Int) {
      self.keys = keys
      self.duration = duration
    }
  }

  private static func typed(_ text: String) -> [Step] {
    text.map { character in Step([character == " " ? "Space" : String(character)], 130) }
  }

  @Test func isWhatVimShows() throws {
    let isRecording = ProcessInfo.processInfo.environment["CATCHWORD_RECORD"] == "1"
    let (columns, rows) = (PictureTests.columns, PictureTests.rows)
    guard
      let vim = try Vim(
        PictureTests.text, settings: PictureTests.settings, files: ["cities.txt": PictureTests.cities],
        size: (columns, rows))
    else { return }
    let file = Repository.root.appendingPathComponent(PictureTests.path)
    var picture = ScreenPicture(
      columns: columns, rows: rows,
      title: "Vim with Catchword: a menu of words and cities, and ghost text that goes on as other lines do")
    let recorded = isRecording ? [] : ScreenPicture.texts(of: try String(contentsOf: file, encoding: .utf8))
    if !isRecording { try #require(recorded.count == PictureTests.steps.count) }
    for (index, step) in PictureTests.steps.enumerated() {
      for key in step.keys { vim.press(key.count == 1 ? "'\(key)'" : key) }
      if isRecording {
        try vim.terminal.waitUntilQuiet()
        let (styled, cursor) = try vim.terminal.styledScreen()
        picture.frames.append(.init(rows: styled, cursor: cursor, duration: step.duration))
      } else {
        try vim.wait(for: "frame \(index):\n\(recorded[index].joined(separator: "\n"))\n") {
          ScreenPicture.text(of: $0) == recorded[index]
        }
      }
    }
    if isRecording {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(picture.svg.utf8).write(to: file)
    }
  }

  @Test func readsWhatItWrites() {
    let rows = ["a<b>&c  ", "\u{1B}[1;38;5;208mx\u{1B}[0m y\u{1B}[7mz", ""]
    var picture = ScreenPicture(columns: 10, rows: 3, title: "t<")
    picture.frames = [
      .init(rows: rows, cursor: (0, 0), duration: 10), .init(rows: ["b"], cursor: (0, 1), duration: 20),
    ]
    #expect(ScreenPicture.texts(of: picture.svg) == [["a<b>&c", "x yz", ""], ["b"]])
    let runs = StyledRun.runs(of: rows[1])
    #expect(runs.map(\.text) == ["x", " y", "z"])
    #expect(runs[0].colour == "#ff8700" && runs[0].isBold && !runs[1].isBold)
    #expect(runs[2].background == "#c9d1d9")
  }
}
