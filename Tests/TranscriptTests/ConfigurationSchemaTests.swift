import CatchwordLearning
import CatchwordProxy
import CatchwordRPC
import CatchwordServer
import CatchwordSettings
import CatchwordSources
import CatchwordTranscript
import Foundation
import TestSupport
import Testing

/// `protocol/configuration.schema.json` says of settings what the documents and the server say.
struct ConfigurationSchemaTests {
  private let schema: JSONSchema

  init() throws { schema = try JSONSchema(JSONValue(parsing: Self.read("protocol/configuration.schema.json"))) }

  private static func read(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The file is what follows from the one definition of the settings; `catchword config --schema` prints it.
  @Test func theFileIsTheSchema() throws {
    var configuration = ServerConfiguration(sources: [])
    configuration.parts = TestParts(
      schema: BuiltInSources.schema + [LanguageServerSettings.schema, LearningSettings.schema])
    let file = try Self.read("protocol/configuration.schema.json")
    let schema = SettingsSchema.text(SettingsSchema.json(configuration.schema)) + "\n"
    let lines = zip(file.split(separator: "\n"), schema.split(separator: "\n"))
    #expect(file == schema, "\(lines.enumerated().first { $1.0 != $1.1 }.map { "line \($0 + 1): \($1)" } ?? "the end")")
  }

  @Test func everySettingIsExplainedAndItsDefaultValid() throws {
    let names = try #require(schema.definitions["settings"]?["properties"]?.objectValue).keys.sorted()
    #expect(names.count >= 7)
    for name in names {
      let setting = try #require(schema.definitions[name])
      #expect(setting["description"]?.stringValue?.isEmpty == false, "\(name)")
      if let sample = setting["default"] {
        #expect(schema.violation(in: .object([name: sample])) == nil)
        #expect(schema.violation(in: ["catchword": .object([name: sample])]) == nil)
      }
    }
  }

  @Test(arguments: [
    #"{"limit": 1}"#, #"{"limit": 10000}"#, #"{"budget": 1}"#, #"{"budget": 10000}"#, #"{"identity": "cursor"}"#,
    #"{"identity": "anchor"}"#, #"{"lists": []}"#, #"{"lists": ["/none"]}"#,
    #"{"lists": [{"path": "/none", "name": "none"}]}"#, #"{"catchword": {"limit": 5, "lists": []}}"#, "{}",
    #"{"client": "generic"}"#, #"{"client": "mini.completion"}"#, #"{"catchword": {"client": "vscode"}}"#,
  ])
  func whatTheSchemaAcceptsTheServerDoes(settings: String) throws {
    let settings = try JSONValue(parsing: settings)
    #expect(schema.violation(in: settings) == nil)
    #expect(Self.complaints(about: settings) == [])
  }

  @Test(arguments: [
    #"{"limit": 0}"#, #"{"limit": 10001}"#, #"{"limit": 1.5}"#, #"{"limit": "5"}"#, #"{"limit": null}"#,
    #"{"budget": 0}"#, #"{"budget": 10001}"#, #"{"budget": -1}"#, #"{"budget": "soon"}"#, #"{"budget": [30]}"#,
    #"{"identity": "word"}"#, #"{"identity": 1}"#, #"{"identity": null}"#, #"{"lists": "/none"}"#, #"{"lists": null}"#,
    #"{"lists": [5]}"#, #"{"lists": [""]}"#, #"{"lists": [{}]}"#, #"{"lists": [{"path": ""}]}"#,
    #"{"lists": [{"path": 5}]}"#, #"{"catchword": {"limit": 0}}"#, #"{"client": "emacs"}"#, #"{"client": "Helix"}"#,
    #"{"client": 1}"#,
    #"{"client": null}"#,
  ])
  func whatTheSchemaRefusesTheServerDoes(settings: String) throws {
    let settings = try JSONValue(parsing: settings)
    #expect(schema.violation(in: settings) != nil)
    #expect(Self.complaints(about: settings).count == 1)
  }

  @Test(arguments: [
    #"{"limits": 5}"#, #"{"catchword": {"limits": 5}}"#, #"{"segmentation": "no"}"#,
    #"{"maximumMessageSize": 1023}"#, #"{"maximumMessageSize": 1073741825}"#,
    #"{"lists": [{"path": "a", "nmae": "b"}]}"#,
    "[]",
  ])
  func typosAreRefused(settings: String) throws {
    #expect(try schema.violation(in: JSONValue(parsing: settings)) != nil)
  }

  @Test func theReadmesExampleIsValid() throws {
    let readme = try Self.read("README.md")
    let parts = readme.components(separatedBy: "```")
    let examples = parts.filter { $0.hasPrefix("json5\n") }.map { String($0.dropFirst("json5\n".count)) }
    #expect(!examples.isEmpty)
    for example in examples {
      let lines = example.split(separator: "\n").filter { !$0.trimmingPrefix(/\s*/).hasPrefix("//") }
      let strict = lines.joined(separator: "\n").replacing(/,(\s*[}\]])/) { $0.1 }
      #expect(try schema.violation(in: JSONValue(parsing: strict)) == nil)
    }
  }

  /// The table of settings in the contract names settings of the schema, and where it gives a default, the same one.
  @Test func theContractsTableAgrees() throws {
    let lines = try Self.read("protocol/README.md").components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: "| setting | default | meaning |"))
    let rows = lines[(start + 2)...].prefix { $0.hasPrefix("| `") }
    #expect(rows.count >= 4)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
      let setting = try #require(schema.definitions[cells[0]], "\(cells[0]) is not in the schema")
      guard let said = try? JSONValue(parsing: cells[1]) else { continue }
      #expect(setting["default"] == said, "\(cells[0])")
    }
  }

  /// The settings in transcripts are valid, but for those whose transcript is about what is wrong with them.
  @Test(arguments: TranscriptCase.all.filter { $0.chunk == 0 })
  func theTranscriptsSettingsAreValid(_ testCase: TranscriptCase) throws {
    let folder = try TemporaryFolder()
    let transcript = try testCase.load(folder)
    let expectsComplaints = transcript.lines.contains { line in
      if case .expect(let pattern) = line.step { pattern["method"] == "window/logMessage" } else { false }
    }
    for message in transcript.lines.flatMap({ Self.messages(in: $0.step) }) {
      let params = message["params"]
      // Null says that something has changed, and not what.
      guard let settings = params?["initializationOptions"] ?? params?["settings"], settings != .null else { continue }
      let violation = schema.violation(in: settings)
      #expect(violation == nil || expectsComplaints, "\(settings.json)")
    }
  }

  private static func messages(in step: Transcript.Step) -> [JSONValue] {
    guard case .send(let bytes) = step else { return [] }
    var decoder = TranscriptDecoder()
    return decoder.events(in: bytes).compactMap { event in
      if case .message(let message) = event { message } else { nil }
    }
  }

  /// What the server has to say about settings.
  private static func complaints(about settings: JSONValue) -> [String] {
    let time = VirtualTime()
    let peer = InProcessPeer(.scripted([], time: time), time: time)
    for message in [
      ["jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ["capabilities": [:]]],
      ["jsonrpc": "2.0", "method": "workspace/didChangeConfiguration", "params": ["settings": settings]],
    ] as [JSONValue] {
      peer.send(OutgoingMessage.frame(ContiguousArray(message.json.utf8)))
    }
    var complaints: [String] = []
    while case .message(let message) = peer.receive(within: nil) {
      if message["method"] == "window/logMessage" { complaints.append(message.json) }
    }
    return complaints
  }
}
