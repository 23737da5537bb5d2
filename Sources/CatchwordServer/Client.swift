import CatchwordLSP

/// The clients whose ways are known; the raw values are those of the setting `"client"`.
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

  /// Recognises a client by the name that it gives, and where several share one, by what they declare.
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
    // asyncomplete cannot be told from it: it speaks through it.
    case "vim-lsp": self = .vimLSP
    case "neovim": self = Client(inNeovim: completion)
    case "coc.nvim": self = .coc
    case "": self = Client.isALE(completion) ? .ale : .generic
    // `catchword complete`, catchword.vim, "Emacs (catchword.el)".
    case let name where name.contains("catchword"): self = .catchword
    case let name: self = Client.families.first { name.hasPrefix($0.beginning) }?.client ?? .generic
    }
  }

  /// What asks from within Neovim: its own completion declares little, and the plugins hand it theirs to declare.
  private init(inNeovim completion: CompletionClientCapabilities) {
    if !completion.supportsInsertReplace {
      self = .neovim
    } else if completion.supportsCommitCharacters {
      self = .nvimCmp
    } else {
      self = completion.supportsDeprecated ? .blink : .miniCompletion
    }
  }

  /// ALE gives no name. It says outright that it sends no context, and names no kinds and no format but plain text; old
  /// clients without a name that say the first do not say the others.
  private static func isALE(_ completion: CompletionClientCapabilities) -> Bool {
    completion.refusesContext && completion.documentationFormats.allSatisfy { $0 == "plaintext" }
      && completion.kinds == Set(1...18)
  }

  /// Programs whose name goes on with a channel, as in "Visual Studio Code - Insiders" and "Zed Preview".
  private static let families: [(beginning: String, client: Client)] = [
    ("visual studio code", .visualStudioCode), ("code - oss", .visualStudioCode), ("vscodium", .visualStudioCode),
    ("zed", .zed),
  ]
}
