import CatchwordCompletion
import CatchwordLSP
import CatchwordText

/// How one client behaves where the protocol leaves it open: the one table of client quirks.
struct ClientProfile: Equatable, Sendable {
  /// When two requests of this client are the same task.
  var policy = IdentityPolicy.cursor
  /// The encoding of a client that offers none: UTF-16, as LSP says, except where a client counts otherwise.
  var silentEncoding = PositionEncoding.utf16
  /// The client asks only after trigger characters, so letters and digits must be among them.
  var asksOnlyAfterTriggerCharacters = false
  /// The client keeps only items whose filter text begins with what was typed.
  var filtersByPrefix = false

  /// The profile of a client.
  init(_ params: InitializeParams) {
    switch params.clientName.lowercased() {
    // One automatic request in flight a view, never cancelled: helix-term's completion handler.
    case "helix": policy = .anchor
    case "neovim":
      asksOnlyAfterTriggerCharacters = true
      filtersByPrefix = true
    // Counts columns in code points, and offers no encodings.
    case "vim-lsp":
      silentEncoding = .utf32
      filtersByPrefix = true
    default: break
    }
    // It promises to cancel by itself what it no longer wants, so what it has not cancelled it still waits for (VS Code).
    if params.capabilities.cancelsStaleRequests { policy = .anchor }
  }
}

extension PositionEncoding {
  /// The first of UTF-8, UTF-32 and UTF-16 that a client offers; nil when it offers none that is known.
  static func negotiated(from offers: [String]) -> PositionEncoding? {
    [.utf8, .utf32, .utf16].first { offers.contains($0.rawValue) }
  }
}
