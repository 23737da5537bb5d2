import Foundation
import TestSupport
import TestTraits
import Testing

/// The pictures in README and in the articles are what the editors show.
///
/// `CATCHWORD_RECORD=1 swift test --filter PictureTests` records them anew.
@Suite(.serialized, .blocking) struct PictureTests {
  private typealias Step = ScreenRecording.Step

  private static let text = """
    # The press

    Monday: set four pages, proofread by Anna, printed 200 sheets.
    Tuesday: set six pages, proofread by Anna, printed 150 sheets.
    Wednesday: set two pages, proofread by Anna, printed 300 sheets.
    Thursday: set nine pages, proofread by Anna, printed 100 sheets.

    """

  private static let cities = "Prague\t5\tCzechia, on the Vltava\nPretoria\t2\tSouth Africa\nPreston\t1\tEngland\n"

  private static let size = (columns: 78, rows: 15)

  private static let titleOfRest = "a menu of words and cities, and ghost text that goes on as other lines do"

  /// The keys in Vim and Neovim, from the end of the text in Normal mode.
  private static let keysOfVim =
    [Step([], 1200), Step(["o"], 400)] + ScreenRecording.typed("Friday: set three pages, pr")
    + [Step(["o"], 1800), Step(["C-l"], 1500)] + ScreenRecording.typed(", pr")
    + [Step(["i"], 1200), Step(["C-n"], 1200)] + ScreenRecording.typed(" 90 sheets.") + [Step(["Enter"], 400)]
    + ScreenRecording.typed("To be sent to Pr") + [Step(["a"], 1200), Step(["C-n"], 1800), Step([","], 1500)]

  /// The keys in Emacs with company, which takes the first item at Enter.
  private static let keysOfEmacs =
    [Step([], 1200)] + ScreenRecording.typed("Friday: set three pages, pr") + [Step(["o"], 1800)]
    + [Step(["C-e"], 1200), Step(["C-e"], 1200)] + ScreenRecording.typed(" 90 sheets.") + [Step(["Enter"], 400)]
    + ScreenRecording.typed("To be sent to Pr") + [Step(["e"], 1500), Step(["M-n"], 1500), Step(["Enter"], 1200)]
    + [Step(["."], 1500)]

  @Test func ofVim() throws {
    let settings = """
      set laststatus=0 noshowmode noruler noshowcmd shortmess+=Fc t_Co=256 background=dark fillchars=eob:\\ 
      silent! colorscheme habamax
      let g:catchword_options = #{lists: ['~/cities.txt']}
      autocmd VimEnter * call cursor('$', 1)
      """
    let files = ["cities.txt": PictureTests.cities]
    guard let vim = try Vim(PictureTests.text, settings: settings, files: files, size: PictureTests.size) else {
      return
    }
    try recording("typing.svg", of: "Vim", keys: PictureTests.keysOfVim).run(in: vim.terminal)
  }

  @Test func ofNeovim() throws {
    let options = """
      on_set_up = vim.cmd [[
        set noshowmode noruler noshowcmd shortmess+=Fc background=dark fillchars=eob:\\ 
        colorscheme slate
        highlight Pmenu ctermfg=252 ctermbg=238
        highlight PmenuSel ctermfg=231 ctermbg=24
      ]],
      """
    guard
      let neovim = try Neovim(
        text: PictureTests.text, options: options, list: PictureTests.cities, size: PictureTests.size)
    else { return }
    neovim.terminal.press("BSpace", "Escape")
    neovim.execute(":set laststatus=0 | mode")
    try recording("neovim.svg", of: "Neovim", keys: PictureTests.keysOfVim).run(in: neovim.terminal)
  }

  @Test func ofEmacs() throws {
    let setup = """
      (require 'company)
      (setq company-idle-delay 0 company-format-margin-function nil)
      (custom-set-faces
       '(company-tooltip ((t (:foreground "color-252" :background "color-238"))))
       '(company-tooltip-common ((t (:weight bold :foreground "color-117"))))
       '(company-tooltip-annotation ((t (:foreground "color-250"))))
       '(company-tooltip-selection ((t (:foreground "color-231" :background "color-24")))))
      (global-company-mode 1)
      (setq-default mode-line-format " text.txt   (Text Catchword company)")
      (add-hook 'find-file-hook (lambda () (goto-char (point-max))))
      """
    guard
      let emacs = try Emacs(
        text: PictureTests.text, list: PictureTests.cities, package: "company", setup: setup, size: PictureTests.size)
    else { return }
    try recording("emacs.svg", of: "Emacs with company", keys: PictureTests.keysOfEmacs).run(in: emacs.terminal)
  }

  @Test func ofHelix() throws {
    let settings =
      "theme = \"base16_transparent\"\n[editor]\nauto-info = false\nidle-timeout = 50\ncompletion-timeout = 5\n"
    guard
      let helix = try Helix(
        text: PictureTests.text, words: PictureTests.cities, files: [".config/helix/config.toml": settings],
        size: PictureTests.size)
    else { return }
    let keys =
      [Step([], 1200), Step(["g", "e", "o"], 400)] + ScreenRecording.typed("Friday: set three pages, pr")
      + [Step(["o"], 1800), Step(["Tab"], 1200)] + ScreenRecording.typed(" by Anna.") + [Step(["Enter"], 400)]
      + ScreenRecording.typed("To be sent to Pr") + [Step(["a"], 1500), Step(["Tab"], 1800), Step(["."], 1500)]
    let title = "Helix and Catchword: a menu of words and cities"
    try ScreenRecording(name: "helix.svg", title: title, size: PictureTests.size, steps: keys).run(in: helix.terminal)
  }

  private func recording(_ name: String, of editor: String, keys: [Step]) -> ScreenRecording {
    let title = (editor == "Vim" ? "Vim with" : "\(editor) and") + " Catchword: \(PictureTests.titleOfRest)"
    return ScreenRecording(name: name, title: title, size: PictureTests.size, steps: keys)
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
    let spaced = StyledRun.runs(of: "a\u{1B}[31m \u{1B}[39mb\u{1B}[41m \u{1B}[49m c")
    #expect(spaced.map(\.text) == ["a b", " ", " c"])
  }
}
