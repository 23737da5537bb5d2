import CatchwordRPC
import CatchwordText

/// What a language server says in answer to `initialize`, as far as it bears on completions.
struct UpstreamAbilities: Equatable, Sendable {
  /// How it counts characters.
  var encoding = PositionEncoding.utf16
  /// It completes.
  var completes = false
  /// The characters after which it wants to be asked.
  var triggerCharacters: [String] = []
  /// The characters that accept those of its items that name none.
  var commitCharacters: [String] = []
  /// It tells more about an item when asked.
  var resolves = false
  /// It shows completions in the text itself, by what it said at first or has registered since.
  var completesInline = false
  /// It wants to know which documents are open.
  var followsDocuments = false
  /// It wants to know of edits.
  var followsEdits = false
  /// It wants edits as edits, and not the whole text.
  var editsAreIncremental = false
  /// The commands that are its own.
  var commands: Set<String> = []

  /// Nothing.
  init() {}

  /// Reads an `InitializeResult`.
  init(_ result: JSONValue) {
    let capabilities = result["capabilities"]
    // clangd's own way to say it came before LSP's.
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

  /// True for what a server provides, by `true` or options.
  static func isProvided(_ provider: JSONValue?) -> Bool { provider.map { $0 != .null && $0 != false } ?? false }

  /// Follows what it registers, or takes back.
  mutating func follow(_ method: String, _ params: JSONValue?) {
    let changes = params?[method == "client/registerCapability" ? "registrations" : "unregisterations"]
    // Byte by byte: two texts of combining marks would take long to compare.
    let isInline =
      changes?.arrayValue?.contains {
        $0["method"]?.stringValue?.utf8.elementsEqual("textDocument/inlineCompletion".utf8) ?? false
      } ?? false
    if isInline { completesInline = method == "client/registerCapability" }
  }

  /// No character and no command is longer, in bytes; they are compared, which takes the square of the length of a text of
  /// combining marks alone.
  private static let maximumLength = 4096

  /// The texts of an array, but for those that are too long to be characters or commands.
  static func strings(_ value: JSONValue?) -> [String] {
    (value?.arrayValue ?? []).compactMap(\.stringValue).filter { $0.utf8.count <= maximumLength }
  }
}
