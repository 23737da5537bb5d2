import CatchwordLSP

/// The clients whose behaviour is known; the raw values are those of the setting `"client"`.
enum Client: String, CaseIterable, Sendable {
  case generic
  case helix
  case kakoune
  case eglot
  case lspMode = "lsp-mode"
  case yegappan = "yegappan-lsp"
  case vimLSP = "vim-lsp"
  case asyncomplete
  case neovim
  case nvimCmp = "nvim-cmp"
  case blink
  case coc
  case miniCompletion = "mini.completion"
  case ale
  case visualStudioCode = "vscode"
  case zed
  case catchword

  /// Recognises a client by its name, and by its capabilities where several clients share a name.
  init(_ params: InitializeParams) {
    let completion = params.capabilities.completion
    switch params.clientName.lowercased() {
    case "helix": self = .helix
    case "kakoune-lsp", "kak-lsp": self = .kakoune
    case "eglot": self = .eglot
    // lsp-mode calls itself by its editor's name.
    case "emacs": self = .lspMode
    // yegappan/lsp and the other clients in Vim9 script give Vim's.
    case "vim": self = .yegappan
    // asyncomplete cannot be told apart from vim-lsp, through which it speaks.
    case "vim-lsp": self = .vimLSP
    case "neovim": self = Client(inNeovim: completion)
    case "coc.nvim": self = .coc
    case "": self = Client.isALE(completion) ? .ale : .generic
    // `catchword complete`, catchword.vim, "Emacs (catchword.el)".
    case let name where name.contains("catchword"): self = .catchword
    case let name: self = Client.families.first { name.hasPrefix($0.beginning) }?.client ?? .generic
    }
  }

  /// The client inside Neovim: its own completion declares few capabilities, plugins pass theirs to Neovim's client. Its
  /// own declares two ranges from 0.12 on, and no modes of insertion, as plugins do.
  private init(inNeovim completion: CompletionClientCapabilities) {
    if completion.supportsInsertReplace && completion.supportsCommitCharacters {
      self = .nvimCmp
    } else if !completion.supportsInsertReplace || completion.insertTextModes.isEmpty {
      self = .neovim
    } else {
      self = completion.supportsDeprecated ? .blink : .miniCompletion
    }
  }

  /// True for ALE, which gives no name. It declares that it sends no context, and names no kinds and no format but
  /// plain text; old clients without a name that declare the first differ in the others.
  private static func isALE(_ completion: CompletionClientCapabilities) -> Bool {
    completion.refusesContext && completion.documentationFormats.allSatisfy { $0 == "plaintext" }
      && completion.kinds == Set(1...18)
  }

  /// Clients whose name is followed by a channel, as in "Visual Studio Code - Insiders" and "Zed Preview".
  private static let families: [(beginning: String, client: Client)] = [
    ("visual studio code", .visualStudioCode), ("code - oss", .visualStudioCode), ("vscodium", .visualStudioCode),
    ("zed", .zed),
  ]
}
