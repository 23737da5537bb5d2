import CatchwordRPC
import CatchwordText

/// The abilities that a language server states in its answer to `initialize`, as far as they concern completions.
struct UpstreamAbilities: Equatable, Sendable {
  /// The encoding in which it counts characters.
  var encoding = PositionEncoding.utf16
  /// True when it provides completions.
  var completes = false
  /// The trigger characters of its completions.
  var triggerCharacters: [String] = []
  /// The commit characters of its items that name none themselves.
  var commitCharacters: [String] = []
  /// True when it answers `completionItem/resolve`.
  var resolves = false
  /// True when it provides inline completions, by its capabilities or by a later registration.
  var completesInline = false
  /// True when it wants to know which documents are open.
  var followsDocuments = false
  /// True when it wants to know of edits.
  var followsEdits = false
  /// True when it takes edits as edits, and not as the whole text.
  var editsAreIncremental = false
  /// The commands that it executes.
  var commands: Set<String> = []

  /// Creates the abilities of a server that states none.
  init() {}

  /// Reads an `InitializeResult`.
  init(_ result: JSONValue) {
    let capabilities = result["capabilities"]
    // clangd's own field is older than the one of LSP.
    let name = result["offsetEncoding"]?.stringValue ?? capabilities?["positionEncoding"]?.stringValue
    encoding = name.flatMap(PositionEncoding.init) ?? .utf16
    if let provider = capabilities?["completionProvider"], provider.objectValue != nil {
      completes = true
      triggerCharacters = UpstreamAbilities.strings(provider["triggerCharacters"])
      commitCharacters = UpstreamAbilities.strings(provider["allCommitCharacters"])
      resolves = provider["resolveProvider"]?.boolValue ?? false
    }
    completesInline = UpstreamAbilities.isProvided(capabilities?["inlineCompletionProvider"])
    switch capabilities?["textDocumentSync"] {
    case .some(.object(let sync)):
      followsDocuments = sync["openClose"]?.boolValue ?? false
      followsEdits = sync["change"]?.intValue.map { $0 > 0 } ?? false
      editsAreIncremental = sync["change"]?.intValue == 2
    case .some(let kind):
      followsDocuments = kind.intValue.map { $0 > 0 } ?? false
      followsEdits = followsDocuments
      editsAreIncremental = kind.intValue == 2
    case nil: break
    }
    commands = Set(UpstreamAbilities.strings(capabilities?["executeCommandProvider"]?["commands"]))
  }

  /// Returns true when a server provides something, stated as `true` or as options.
  static func isProvided(_ provider: JSONValue?) -> Bool { provider.map { $0 != .null && $0 != false } ?? false }

  /// Updates the abilities after the server has registered or unregistered capabilities.
  mutating func follow(_ method: String, _ params: JSONValue?) {
    let changes = params?[method == "client/registerCapability" ? "registrations" : "unregisterations"]
    // Compared byte by byte: two texts of combining marks would take long.
    let isInline =
      changes?.arrayValue?.contains {
        $0["method"]?.stringValue?.utf8.elementsEqual("textDocument/inlineCompletion".utf8) ?? false
      } ?? false
    if isInline { completesInline = method == "client/registerCapability" }
  }

  /// The maximum length of a character or command, in bytes: comparing texts of combining marks alone takes the square
  /// of their length.
  private static let maximumLength = 4096

  /// Returns the texts of an array, without those that are too long to be characters or commands.
  static func strings(_ value: JSONValue?) -> [String] {
    (value?.arrayValue ?? []).compactMap(\.stringValue).filter { $0.utf8.count <= maximumLength }
  }
}
