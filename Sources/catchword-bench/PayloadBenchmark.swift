import CatchwordRPC

/// The bytes per item of a list on the wire, beside the figures of other servers.
///
/// The whole message counts, divided by its hundred items. The figures of the others were recorded once, from clients
/// with every capability: 263 bytes from ty 0.0.104, 341 from clangd 22.1.1 and 400 from sourcekit-lsp of Swift 6.3.1.
/// The smallest of them is the reference for every client.
enum PayloadBenchmark {
  private static let reference = 263

  static func rows() async -> [Row] {
    var rows: [Row] = []
    for (client, params) in clients {
      let bytes = await bytes(params)
      rows.append(
        Row(
          name: "bytes an item to \(client)", ours: Measurement([.microseconds(bytes)]),
          reference: Measurement([.microseconds(reference)]), referenceName: "ty, of the others the least",
          unit: "bytes"))
    }
    return rows
  }

  /// Returns the bytes per item in a list of a hundred.
  private static func bytes(_ params: JSONValue) async -> Int {
    let server = await ServerInProcess(params)
    server.open("file:///words", words.joined(separator: " ") + "\n")
    server.open("file:///edited", "\n\n\n\n\n\n\n\n\n\n\n\n    con")
    var body: ContiguousArray<UInt8> = []
    // The first answers come while the words are still being read.
    while JSONValue(answer: body).completionItems?.count != words.count {
      body = await server.complete(1, "file:///edited", line: 12, column: 7)
    }
    await server.end()
    return body.count / words.count
  }

  /// A hundred ordinary words.
  private static let words: [String] = [
    "contain", "connect", "consider", "construct", "contract", "contrast", "control", "convert", "consort", "consult",
    "concern", "conduct", "confirm", "conform", "confront", "consent", "conceal", "contend", "content", "convey",
  ].flatMap { stem in ["", "s", "ed", "ing", "able"].map { stem + $0 } }

  /// The clients with their parameters for `initialize`, as far as they matter for a list.
  private static let clients: [(name: String, params: JSONValue)] = [
    ("VS Code", initialize("Visual Studio Code", ["utf-16"], every(insertTextMode: 2))),
    ("nvim-cmp", initialize("Neovim", ["utf-8", "utf-16", "utf-32"], every(insertTextMode: 1))),
    (
      "Neovim",
      initialize(
        "Neovim", ["utf-8", "utf-16", "utf-32"],
        [
          "completionItem": ["resolveSupport": ["properties": ["additionalTextEdits", "command"]]],
          "completionList": ["itemDefaults": ["editRange", "insertTextFormat", "insertTextMode", "data"]],
        ])
    ),
    ("a client of no capability", ["capabilities": [:]]),
  ]

  private static func every(insertTextMode: Int) -> JSONValue {
    [
      "contextSupport": true, "insertTextMode": .int(insertTextMode),
      "completionItem": [
        "commitCharactersSupport": true, "deprecatedSupport": true, "insertReplaceSupport": true,
        "insertTextModeSupport": ["valueSet": [1, 2]], "labelDetailsSupport": true, "preselectSupport": true,
        "resolveSupport": ["properties": ["documentation", "detail", "additionalTextEdits"]], "snippetSupport": true,
        "tagSupport": ["valueSet": [1]],
      ],
      "completionList": [
        "itemDefaults": ["commitCharacters", "editRange", "insertTextFormat", "insertTextMode", "data"]
      ],
    ]
  }

  private static func initialize(_ name: String, _ encodings: JSONValue, _ completion: JSONValue) -> JSONValue {
    [
      "clientInfo": ["name": .string(name)],
      "capabilities": ["general": ["positionEncodings": encodings], "textDocument": ["completion": completion]],
    ]
  }
}
