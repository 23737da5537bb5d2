import CatchwordCompletion
import CatchwordText

/// The table of client behaviour: each function sets the differences of one client from the generic profile.
extension ClientProfile {
  /// The profile of a known client.
  static func of(_ client: Client) -> ClientProfile {
    var profile = ClientProfile()
    // Most request lists by themselves after an edit, with `Invoked` as for a request by hand.
    profile.typing = client == .generic ? .unknown : .edit
    switch client {
    case .generic: break
    case .helix: profile.becomeHelix()
    case .kakoune: profile.becomeKakoune()
    case .eglot: profile.becomeEglot()
    case .lspMode: profile.becomeLSPMode()
    case .yegappan: profile.becomeYegappan()
    case .vimLSP: profile.becomeVimLSP()
    case .asyncomplete: profile.becomeAsyncomplete()
    case .neovim: profile.becomeNeovim()
    case .nvimCmp: profile.becomeNvimCmp()
    case .blink: profile.becomeBlink()
    case .coc: profile.becomeCoc()
    case .miniCompletion: profile.becomeMiniCompletion()
    case .ale: profile.becomeALE()
    case .visualStudioCode: profile.becomeVisualStudioCode()
    case .zed: profile.becomeZed()
    case .catchword: profile.becomeCatchword()
    }
    return profile
  }

  // MARK: Editors that speak LSP by themselves

  private mutating func becomeHelix() {
    // One automatic request is in flight per view and never cancelled: later keys filter its result.
    policy = .anchor
    // It sends a request 250 ms after a letter, for the cursor of then: behind a space, when the word is done.
    asksBeforeWords = true
    // Its menu closes at any character but letters, digits and `_`, and opens again after these only.
    extraTriggerCharacters = "-./:@#\\$~"
    filter = .scattered
    filtersByWord = true
    wantsInsertText = false
  }

  private mutating func becomeKakoune() {
    // It sends a request at each pause, wherever the cursor is.
    asksBeforeWords = true
    filter = .scattered
    // With two ranges in an item it cannot find the start of the word.
    takesInsertReplace = false
    takesMultipleLines = false
  }

  private mutating func becomeNeovim() {
    // Its own completion sends automatic requests after trigger characters only; `Invoked` is by hand.
    typing = .triggerKind
    extraTriggerCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
    filter = .beginnings
    wantsInsertText = false
  }

  private mutating func becomeVisualStudioCode() {
    takesFirst = true
    // By default it sends no automatic requests in Markdown and in plain text.
    typingInProse = .unknown
    filter = .scattered
    wantsInsertText = false
  }

  private mutating func becomeZed() {
    takesFirst = true
    // It ignores a filter text that is not part of the label.
    filter = .everything
    wantsInsertText = false
  }

  // MARK: Emacs

  private mutating func becomeEglot() {
    takesFirst = true
    filter = .scattered
    // It keeps a complete list while the word is typed, and then misses the words that the next letter would bring.
    isAlwaysIncomplete = true
    wantsDataOnItems = true
    wantsInsertText = false
  }

  private mutating func becomeLSPMode() {
    takesFirst = true
    filter = .scattered
    wantsScore = true
    wantsInsertText = false
  }

  // MARK: Vim

  private mutating func becomeYegappan() {
    // It filters a complete list by exact prefix, an incomplete one not at all.
    filter = .everything
    isAlwaysIncomplete = true
    hidesLoneKnownItem = true
    wantsWordStart = true
    takesMultipleLines = false
  }

  private mutating func becomeVimLSP() {
    // Columns are code points, and no encodings are offered.
    silentEncoding = .utf32
    filter = .beginnings
    // asyncomplete, which shows most of its lists, matches the word and ignores the filter text.
    wantsBeginningsOnly = true
    takesMultipleLines = false
  }

  private mutating func becomeAsyncomplete() {
    silentEncoding = .utf32
    // It matches the letters against the word itself.
    filter = .everything
    takesMultipleLines = false
  }

  private mutating func becomeALE() {
    // By default it sends requests by hand only.
    typing = .unknown
    // Columns are the bytes of Vim's lines.
    silentEncoding = .utf8
    // It filters by the prefixes of words itself, and shows only the text of an item.
    filter = .everything
    wantsBeginningsOnly = true
    takesMultipleLines = false
  }

  // MARK: Plugins inside Neovim

  private mutating func becomeNvimCmp() {
    takesFirst = true
    filter = .scattered
    isAlwaysIncomplete = true
    wantsInsertText = false
  }

  private mutating func becomeBlink() {
    takesFirst = true
    filter = .scattered
    isAlwaysIncomplete = true
    takesInsertReplace = false
    wantsScoreOffset = true
    wantsWordStart = true
    filtersByWord = true
    wantsInsertText = false
  }

  private mutating func becomeCoc() {
    takesFirst = true
    filter = .scattered
    isAlwaysIncomplete = true
    wantsInsertText = false
  }

  private mutating func becomeMiniCompletion() {
    filter = .beginnings
    wantsInsertText = false
  }

  // MARK: Ourselves

  private mutating func becomeCatchword() {
    // Our own clients show a list unfiltered, and request a new one when more is typed.
    typing = .triggerKind
    filter = .everything
    wantsInsertText = false
  }
}
