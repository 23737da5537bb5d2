import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordText
import Testing

@testable import CatchwordServer

/// Which client is which, and what a client keeps of a list. What is then sent to each is in protocol/transcripts/clients.
struct ClientTests {
  private static func client(_ name: String?, _ completion: JSONValue = [:], stale: Bool = false) throws
    -> InitializeParams
  {
    var params: [String: JSONValue] = [
      "capabilities": [
        "textDocument": ["completion": completion], "general": ["staleRequestSupport": ["cancel": .bool(stale)]],
      ]
    ]
    if let name { params["clientInfo"] = ["name": .string(name)] }
    let request = JSONValue.object(["jsonrpc": "2.0", "id": 1, "method": "initialize", "params": .object(params)])
    guard case .request(_, _, let params) = Message(ContiguousArray(request.json.utf8)) else {
      throw JSONError(.typeMismatch(expected: "a request"), at: 0)
    }
    return try params.decode { (reader) throws(JSONError) in try InitializeParams(from: &reader) }
  }

  @Test(arguments: [
    ("helix", Client.helix), ("kakoune-lsp", .kakoune), ("kak-lsp", .kakoune), ("Eglot", .eglot), ("emacs", .lspMode),
    ("Vim", .yegappan), ("vim-lsp", .vimLSP), ("coc.nvim", .coc), ("Visual Studio Code", .visualStudioCode),
    ("Visual Studio Code - Insiders", .visualStudioCode), ("VSCodium", .visualStudioCode), ("Zed", .zed),
    ("Zed Preview", .zed), ("catchword complete", .catchword), ("Kate", .generic), ("", .generic),
  ])
  func namesAreRecognised(name: String, expected: Client) throws {
    #expect(Client(try Self.client(name)) == expected)
  }

  @Test func noNameIsNobodyKnownUnlessItIsALE() throws {
    #expect(Client(try Self.client(nil)) == .generic)
    #expect(Client(try Self.client(nil, ["contextSupport": false])) == .ale)
    // Its columns are bytes, which no offer of encodings says.
    #expect(ClientProfile(try Self.client(nil, ["contextSupport": false])).silentEncoding == .utf8)
  }

  @Test(arguments: [
    ("{}", Client.neovim), (#"{"deprecatedSupport": true}"#, .neovim),
    (#"{"insertReplaceSupport": true, "commitCharactersSupport": true, "deprecatedSupport": true}"#, .nvimCmp),
    (#"{"insertReplaceSupport": true, "commitCharactersSupport": false, "deprecatedSupport": true}"#, .blink),
    (#"{"insertReplaceSupport": true, "commitCharactersSupport": false}"#, .miniCompletion),
  ])
  func whatIsInsideNeovimIsKnownByWhatItDeclares(item: String, expected: Client) throws {
    let item = try JSONValue(parsing: item)
    #expect(Client(try Self.client("Neovim", ["completionItem": item])) == expected)
  }

  @Test func theSettingIsStrongerThanTheName() throws {
    let profile = ClientProfile(try Self.client("helix"), override: .neovim)
    #expect(profile == .of(.neovim))
    #expect(profile.extraTriggerCharacters.contains("k"))
  }

  @Test func aPromiseToCancelKeepsRequestsAliveInAnyClient() throws {
    #expect(ClientProfile(try Self.client("Kate", stale: true)).policy == .anchor)
    #expect(ClientProfile(try Self.client("Kate")).policy == .cursor)
  }

  @Test(
    arguments: [
      ("ab", "abacus", nil, nil), ("ab", "Abba", "ab", nil), ("ab", "arab", "ab", nil),
      ("ab", "cabaret", "ab", "abcabaret"), ("Ab", "abacus", "Ab", "Ababacus"), ("ub", "über", "ub", "ubüber"),
      ("", "any", nil, nil), ("abc", "ab", "abc", "abcab"),
    ] as [(String, String, String?, String?)])
  func whatAClientWouldDropIsGivenAFilterText(typed: String, text: String, beginnings: String?, scattered: String?) {
    #expect(ItemFilter.everything.filterText(for: text, typed: typed) == nil)
    #expect(ItemFilter.beginnings.filterText(for: text, typed: typed) == beginnings)
    #expect(ItemFilter.scattered.filterText(for: text, typed: typed) == scattered)
    #expect(ItemFilter.unknown.filterText(for: text, typed: typed) == beginnings.map { $0 + text })
  }

  /// The names of the setting are those of `protocol/configuration.schema.json`, which a transcript holds the server to.
  @Test func everySettingNameIsAClient() {
    for client in Client.allCases { #expect(ServerSettings(["client": .string(client.rawValue)]).client == client) }
    #expect(ServerSettings(["client": "emacs"]).problems.first?.contains("\"lsp-mode\"") == true)
    #expect(ServerSettings(["client": 3]).problems.count == 1)
  }
}
