import CatchwordCompletion
import CatchwordLSP
import CatchwordRPC
import CatchwordSettings
import CatchwordText
import CatchwordTranscript
import Foundation
import TestSupport
import Testing

@testable import CatchwordServer

/// Which client is which, and what a client keeps of a list. What is then sent to each is in protocol/transcripts/clients.
struct ClientTests {
  private static func settings(_ settings: JSONValue) -> ServerSettings {
    let schema = ServerConfiguration(sources: []).schema
    let effective = EffectiveSettings([SettingsLayer(settings)], schema: schema, home: "/", workingFolder: "/")
    return ServerSettings(effective, defaults: CompletionSettings())
  }

  /// What is not set is read as what its default says.
  @Test func settingsThatSayTheDefaultsSayNothing() {
    let schema = ServerConfiguration(sources: []).schema
    var explicit = Self.settings(EffectiveSettings.withDefaults([:], schema))
    #expect(explicit.rules.limit == explicit.limit)
    explicit.rules.limit = nil
    #expect(explicit == Self.settings(.null) && explicit == Self.settings([:]))
  }

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
    ("Zed Preview", .zed), ("catchword complete", .catchword), ("catchword.vim", .catchword),
    ("Emacs (catchword.el)", .catchword), ("Kate", .generic), ("", .generic),
  ])
  func namesAreRecognised(name: String, expected: Client) throws {
    #expect(Client(try Self.client(name)) == expected)
  }

  @Test func noNameIsNobodyKnownUnlessItIsALE() throws {
    #expect(Client(try Self.client(nil)) == .generic)
    #expect(Client(try Self.client(nil, ["contextSupport": false])) == .ale)
    #expect(
      Client(try Self.client(nil, ["contextSupport": false, "completionItemKind": ["valueSet": [1]]])) == .generic)
    // Its columns are bytes, which no offer of encodings says.
    #expect(ClientProfile(try Self.client(nil, ["contextSupport": false])).silentEncoding == .utf8)
  }

  @Test(arguments: [
    ("{}", Client.neovim), (#"{"deprecatedSupport": true}"#, .neovim),
    (#"{"insertReplaceSupport": true, "deprecatedSupport": true}"#, .neovim),
    (#"{"insertReplaceSupport": true, "commitCharactersSupport": true, "deprecatedSupport": true}"#, .nvimCmp),
    (#"{"insertReplaceSupport": true, "deprecatedSupport": true, "insertTextModeSupport": {"valueSet": [1]}}"#, .blink),
    (#"{"insertReplaceSupport": true, "insertTextModeSupport": {"valueSet": [1]}}"#, .miniCompletion),
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
      ("", "any", nil, nil), ("abc", "ab", "abc", "abcab"), ("é", "üé", "é", "éüé"), ("é", "été", nil, nil),
    ] as [(String, String, String?, String?)])
  func whatAClientWouldDropIsGivenAFilterText(typed: String, text: String, beginnings: String?, scattered: String?) {
    #expect(ItemFilter.everything.filterText(for: text, typed: typed) == nil)
    #expect(ItemFilter.beginnings.filterText(for: text, typed: typed) == beginnings)
    #expect(ItemFilter.scattered.filterText(for: text, typed: typed) == scattered)
    #expect(ItemFilter.unknown.filterText(for: text, typed: typed) == beginnings.map { $0 + text })
  }

  @Test func theSettingHasTheNamesOfTheSchema() throws {
    let path = Repository.root.appendingPathComponent("protocol/configuration.schema.json")
    let schema = try JSONValue(parsing: String(contentsOf: path, encoding: .utf8))
    let names = schema["$defs"]?["client"]?["enum"]?.arrayValue?.compactMap(\.stringValue)
    #expect(names == Client.allCases.map(\.rawValue))
    for client in Client.allCases { #expect(Self.settings(["client": .string(client.rawValue)]).client == client) }
  }

  /// A setting of the user's own configuration counts before the first answer, and the client's counts more.
  @Test(arguments: [("{}", true), (#"{"client": "kakoune"}"#, false)])
  func theUsersSettingIsKnownInTime(options: String, isHelix: Bool) throws {
    let time = VirtualTime()
    var configuration = ServerConfiguration.scripted([], time: time)
    configuration.userSettings = SettingsLayer(["client": "helix"])
    let peer = InProcessPeer(configuration, time: time)
    let params = ##"{"capabilities":{},"clientInfo":{"name":"Neovim"},"initializationOptions":\##(options)}"##
    let request = ##"{"jsonrpc":"2.0","id":1,"method":"initialize","params":\##(params)}"##
    peer.send(OutgoingMessage.frame(ContiguousArray(request.utf8)))
    guard case .message(let answer) = peer.receive(within: nil) else {
      throw JSONError(.typeMismatch(expected: "an answer"), at: 0)
    }
    let characters = answer["result"]?["capabilities"]?["completionProvider"]?["triggerCharacters"]?.arrayValue ?? []
    #expect(characters.contains("~") == isHelix)
    #expect(!characters.contains("k"))
  }

  @Test(
    arguments: [
      ((0, 2), (0, 4), (0, 6), true), ((0, 4), (0, 4), (0, 4), true), ((0, 2), (1, 4), (1, 6), false),
      ((0, 2), (0, 4), (1, 0), false), ((0, 5), (0, 4), (0, 6), false), ((0, 2), (0, 4), (0, 3), false),
    ] as [((Int, Int), (Int, Int), (Int, Int), Bool)])
  func anEditThatBreaksTheRulesIsNone(start: (Int, Int), cursor: (Int, Int), end: (Int, Int), isAllowed: Bool) {
    let places = [start, cursor, end].map { Position(line: $0.0, character: $0.1) }
    for isInsertReplace in [true, false] {
      let range = EditRange(start: places[0], cursor: places[1], end: places[2], isInsertReplace: isInsertReplace)
      #expect((range != nil) == isAllowed)
    }
  }
}
