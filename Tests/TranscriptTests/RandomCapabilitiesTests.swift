import CatchwordRPC
import TestSupport
import Testing

/// Whatever a client declares, it is sent nothing else.
struct RandomCapabilitiesTests {
  @Test func onlyWhatIsDeclaredIsSent() throws {
    var random = SeededRandom()
    for _ in 0..<100 {
      let completion = Self.completion(&random)
      let encodings = Self.some(["utf-8", "utf-16", "utf-32"], &random)
      let declared: [JSONValue?] = [nil, [:], ["dynamicRegistration": false], ["dynamicRegistration": true]]
      var inline: [String: JSONValue] = [:]
      inline["inlineCompletion"] = declared.randomElement(using: &random)!
      let time = VirtualTime()
      let ghost: JSONValue = ["inline": [["text": "lo 🎉 hello"]]]
      let peer = InProcessPeer(.scripted([Self.source, ghost], time: time), time: time)
      let trace = ["off", "messages", "verbose"].randomElement(using: &random)!
      let dialogue: [JSONValue] = [
        [
          "id": 1, "method": "initialize",
          "params": [
            "capabilities": [
              "textDocument": .object(inline.merging(["completion": completion]) { $1 }),
              "general": ["positionEncodings": encodings],
            ],
            "clientInfo": ["name": Self.names.randomElement(using: &random)!], "trace": .string(trace),
          ],
        ],
        [
          "method": "textDocument/didOpen",
          "params": ["textDocument": ["uri": "a", "version": 1, "text": "🎉 hello\n🎉 hel"]],
        ],
        ["id": 2, "method": "textDocument/completion", "params": Self.place(&random)],
        ["id": 3, "method": "completionItem/resolve", "params": ["label": "hélène", "sortText": "0", "data": 1]],
        ["method": "initialized", "params": [:]],
        ["id": 4, "method": "textDocument/inlineCompletion", "params": Self.place(&random)],
        ["id": 5, "method": "shutdown"],
      ]
      for message in dialogue {
        guard case .object(var fields) = message else { continue }
        fields["jsonrpc"] = "2.0"
        peer.send(OutgoingMessage.frame(ContiguousArray(JSONValue.object(fields).json.utf8)))
        peer.wait(.milliseconds(50))
      }
      #expect(peer.violations == [], "\(completion.json), \(encodings.json)")
    }
  }

  /// vim-lsp is not among them, whose columns are not those that LSP says.
  private static let names: [JSONValue] = [
    "", "helix", "kakoune-lsp", "Eglot", "emacs", "Vim", "Neovim", "coc.nvim", "Visual Studio Code", "Zed",
  ]

  /// Words with all that a source can say of them, and some that cannot be sent.
  private static let source: JSONValue = [
    "name": "s", "words": ["hélène", "hell", "theol", "hel\nlo"], "documentation": "of", "deprecated": ["hell"],
    "preselected": ["hélène", "hell"], "commitCharacters": ["hélène": ".", "hell": ".(", "theol": "."],
  ]

  private static func place(_ random: inout SeededRandom) -> JSONValue {
    [
      "textDocument": ["uri": "a"],
      "position": [
        "line": .int(Int.random(in: 0...2, using: &random)), "character": .int(Int.random(in: 0...12, using: &random)),
      ],
    ]
  }

  /// `textDocument.completion`, each part of it there or not.
  private static func completion(_ random: inout SeededRandom) -> JSONValue {
    var item: [String: JSONValue] = [:]
    for name in [
      "snippetSupport", "commitCharactersSupport", "deprecatedSupport", "preselectSupport", "insertReplaceSupport",
      "labelDetailsSupport",
    ] where Bool.random(using: &random) { item[name] = .bool(Bool.random(using: &random)) }
    let sets: [(String, JSONValue)] = [
      ("documentationFormat", some(["markdown", "plaintext"], &random)), ("tagSupport", ["valueSet": [1]]),
      ("insertTextModeSupport", ["valueSet": some([1, 2], &random)]),
      ("resolveSupport", ["properties": some(["documentation", "detail"], &random)]),
    ]
    for (name, value) in sets where Bool.random(using: &random) { item[name] = value }
    var completion: [String: JSONValue] = ["completionItem": .object(item)]
    if Bool.random(using: &random) {
      completion["completionItemKind"] = ["valueSet": some((1...25).map { .int($0) }, &random)]
    }
    if Bool.random(using: &random) {
      let defaults = some(["commitCharacters", "editRange", "insertTextFormat", "insertTextMode", "data"], &random)
      completion["completionList"] = ["itemDefaults": defaults, "applyKindSupport": .bool(Bool.random(using: &random))]
    }
    return .object(completion)
  }

  private static func some(_ values: [JSONValue], _ random: inout SeededRandom) -> JSONValue {
    .array(values.shuffled(using: &random).filter { _ in Bool.random(using: &random) })
  }
}
