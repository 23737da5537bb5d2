import CatchwordCompletion
import CatchwordText

/// The one table of what clients do: each row says where a client differs from the generic profile, and why.
extension ClientProfile {
  /// The profile of a known client.
  static func of(_ client: Client) -> ClientProfile {
    var profile = ClientProfile()
    // Most ask by themselves after an edit, and say `Invoked` then as well as by hand.
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
    // One automatic request in flight a view, never cancelled: later keys filter what it brings.
    policy = .anchor
    // A quarter of a second behind a letter it asks for where the cursor is by then: behind a space, when the word is done.
    asksBeforeWords = true
    // Its menu closes at what is not a letter, a digit or `_`, and opens again after these only.
    extraTriggerCharacters = "-./:@#\\$~"
    filter = .scattered
    filtersByWord = true
    wantsInsertText = false
  }

  private mutating func becomeKakoune() {
    // It asks at each pause, wherever the cursor is.
    asksBeforeWords = true
    filter = .scattered
    // An item with two ranges keeps it from seeing where the word starts.
    takesInsertReplace = false
    takesMultipleLines = false
  }

  private mutating func becomeNeovim() {
    // Its own completion asks by itself after trigger characters and nothing else; `Invoked` is by hand.
    typing = .triggerKind
    extraTriggerCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
    filter = .beginnings
    wantsInsertText = false
  }

  private mutating func becomeVisualStudioCode() {
    takesFirst = true
    // As it comes, it does not ask by itself in Markdown and in plain text.
    typingInProse = .unknown
    filter = .scattered
    wantsInsertText = false
  }

  private mutating func becomeZed() {
    takesFirst = true
    // A filter text that is not part of the label it does not use.
    filter = .everything
    wantsInsertText = false
  }

  // MARK: Emacs

  private mutating func becomeEglot() {
    takesFirst = true
    filter = .scattered
    // A list is kept as long as it is said to be complete, and then misses what the next letter would bring.
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
    // A complete list it filters by exact beginnings, an incomplete one not at all.
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
    // asyncomplete, through which it mostly shows them, looks at the word and at no filter text.
    wantsBeginningsOnly = true
    takesMultipleLines = false
  }

  private mutating func becomeAsyncomplete() {
    silentEncoding = .utf32
    // It looks for the letters in the word itself.
    filter = .everything
    takesMultipleLines = false
  }

  private mutating func becomeALE() {
    // As it comes, it is asked by hand only.
    typing = .unknown
    // Columns are the bytes of Vim's lines.
    silentEncoding = .utf8
    // It goes by the beginnings of words itself, and shows no more of an item than its text.
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
    // Our own clients show a list as it is, and ask for another one when more is typed.
    typing = .triggerKind
    filter = .everything
    wantsInsertText = false
  }
}
