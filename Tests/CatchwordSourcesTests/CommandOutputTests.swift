import CatchwordCompletion
import CatchwordRPC
import TestSupport
import Testing

@testable import CatchwordSources

struct CommandOutputTests {
  /// What a program's output comes to, a line an event.
  private func read(
    _ pieces: [ContiguousArray<UInt8>], _ mode: CommandSettings.Mode, _ format: CommandSettings.Format
  ) -> [String] {
    var output = CommandOutput(mode: mode, format: format)
    let events = pieces.flatMap { output.append($0) } + output.end()
    return events.map { event in
      switch event {
      case .candidates(let candidates, let id, _): "\(id ?? 0): \(candidates.map(\.text))"
      case .end(let id, let isIncomplete): "\(id ?? 0): end\(isIncomplete ? ", incomplete" : "")"
      case .failure(let id, let reason): "\(id ?? 0): \(reason)"
      case .problem(let problem): problem
      }
    }
  }

  private func read(
    _ text: String, _ mode: CommandSettings.Mode, _ format: CommandSettings.Format
  ) -> [String] {
    read([ContiguousArray(text.utf8)], mode, format)
  }

  @Test func linesOfALongLivedProgramAreTagged() {
    let events = read("7\ta\tx\ty\n7\n8\tb\r\n8\n\n x\n", .longLived, .lines)
    #expect(
      events == [
        "7: [\"a\"]", "7: end", "8: [\"b\"]", "8: end",
        "printed a line that does not begin with the number of a request; it is left out",
      ])
  }

  @Test(arguments: [
    ("{\"id\":7,\"candidates\":[\"a\",\"b\"],\"more\":true}", ["7: [\"a\", \"b\"]"]),
    ("{\"id\":7,\"candidates\":[\"a\"],\"incomplete\":true}", ["7: [\"a\"]", "7: end, incomplete"]),
    ("{\"id\":7}", ["7: []", "7: end"]),
    ("{\"id\":7,\"error\":\"why\"}", ["7: why"]),
    ("{\"id\":7,\"error\":{\"code\":1}}", ["7: {\"code\":1}"]),
    ("{\"id\":7,\"error\":null,\"candidates\":[]}", ["7: []", "7: end"]),
    ("{\"id\":7,\"candidates\":{}}", ["printed \"candidates\" that are no array; they are left out", "7: end"]),
    ("{\"candidates\":[\"a\"]}", ["printed a message without the \"id\" of a request; it is left out"]),
    ("\"a\"", ["printed a message without the \"id\" of a request; it is left out"]),
    ("[1", ["printed a line that is not JSON"]),
  ])
  func messagesOfALongLivedProgram(line: String, expected: [String]) {
    let events = read(line + "\n", .longLived, .json)
    #expect(events.count == expected.count)
    for (event, prefix) in zip(events, expected) { #expect(event.hasPrefix(prefix)) }
  }

  @Test(arguments: [
    ("12", "that is neither a string nor an object"),
    ("{}", "without a \"text\""),
    ("{\"text\":null}", "without a \"text\""),
    ("{\"text\":\"\"}", "without a text"),
    ("{\"text\":1}", "whose \"text\" is no string"),
    ("{\"text\":\"a\",\"label\":[]}", "whose \"label\" is no string"),
    ("{\"text\":\"a\",\"kind\":true}", "whose \"kind\" is no string"),
    ("{\"text\":\"a\",\"deprecated\":1}", "whose \"deprecated\" is neither true nor false"),
    ("{\"text\":\"a\",\"score\":\"1\"}", "whose \"score\" is no number"),
    ("{\"text\":\"a\\nb\"}", "with a line break or another control character in its text"),
    ("{\"text\":\"a\\u2028b\"}", "with a line break or another control character in its text"),
  ])
  func whatIsNoCandidateIsLeftOut(json: String, reason: String) {
    #expect(
      read("[\"before\",\(json),\"after\"]", .perRequest, .json) == [
        "0: [\"before\", \"after\"]", "offered a candidate \(reason); it is left out",
      ])
  }

  @Test func allFieldsOfACandidateAreRead() {
    let json = """
      {"text":"t","label":"l","detail":"d","documentation":"m","filter":"f","snippet":"${1:t}","deprecated":true,\
      "score":7,"kind":null,"other":{}}
      """
    var output = CommandOutput(mode: .perRequest, format: .json)
    guard case .candidates(let candidates, nil, _)? = output.append(ContiguousArray((json + "\n").utf8)).first,
      let candidate = candidates.first
    else {
      Issue.record("no candidate")
      return
    }
    #expect(candidate.text == "t" && candidate.label == "l" && candidate.detail == "d" && candidate.filter == "f")
    #expect(candidate.documentation == "m" && candidate.snippet == "${1:t}" && candidate.isDeprecated)
    #expect(candidate.signals.frequency == 1 && candidate.kind == .snippet)
  }

  private func candidates(_ json: String, hidesSecrets: Bool = true) -> [Candidate] {
    var output = CommandOutput(mode: .perRequest, format: .json, hidesSecrets: hidesSecrets)
    let events = output.append(ContiguousArray((json + "\n").utf8)) + output.end()
    return events.flatMap { event -> [Candidate] in
      if case .candidates(let candidates, _, _) = event { return candidates }
      return []
    }
  }

  @Test(
    arguments: [
      (.perRequest, .lines, "a\n\u{FEFF}b\n", ["0: [\"a\"]", "0: \(["\u{FEFF}b"])"]),
      (.longLived, .lines, "7\ta\n7\n", ["7: [\"a\"]", "7: end"]),
      (.perRequest, .json, " [\"a\"]", ["0: [\"a\"]"]),
      (.longLived, .json, "{\"id\":7,\"candidates\":[\"a\"]}\n", ["7: [\"a\"]", "7: end"]),
      (.perRequest, .lines, "", []),
    ] as [(CommandSettings.Mode, CommandSettings.Format, String, [String])])
  func aByteOrderMarkAtTheBeginningIsPassedOver(
    mode: CommandSettings.Mode, format: CommandSettings.Format, text: String, expected: [String]
  ) {
    #expect(read("\u{FEFF}" + text, mode, format) == expected)
    #expect(read(("\u{FEFF}" + text).utf8.map { [$0] }, mode, format) == expected)
  }

  /// Values that look like keys, in pieces here.
  private static let (token, password) = (["k9Xw", "2mQz"].joined(), ["Qw3r", "tYu9"].joined())
  private static let (bearer, key) = (
    ["aB3dE5", "fG7hI9"].joined(), ["gh", "p_16C7e42F292c6912", "E7710c838347Ae178B4a"].joined()
  )

  @Test(arguments: [
    #""export GITHUB_TOKEN=\#(key)""#, #"{"text": "\#(key)", "kind": "value"}"#,
    #""curl -H 'Authorization: Bearer \#(bearer)'""#, #"{"text": "a", "label": "export TOKEN=\#(token)"}"#,
    #"{"text": "a", "snippet": "mysql --password \#(password) $0"}"#,
  ])
  func whatHoldsASecretIsNotOffered(json: String) {
    #expect(candidates(json).isEmpty)
    #expect(candidates(json, hidesSecrets: false).count == 1)
  }

  @Test func aDetailThatHoldsASecretIsLeftOut() throws {
    let secret = "export TOKEN=\(Self.token)"
    let json = #"{"text": "ghplain", "detail": "\#(secret)", "documentation": "\#(secret)"}"#
    let candidate = try #require(candidates(json).first)
    #expect(candidate.text == "ghplain" && candidate.detail == nil && candidate.documentation == nil)
    #expect(candidates(json, hidesSecrets: false).first?.detail == secret)
    #expect(read("\(secret)\nplain\n", .perRequest, .lines) == ["0: []", "0: [\"plain\"]"])
  }

  @Test(
    arguments: [
      ("foo(${1:a", "${1:"), ("foo(${1:${2:a})", "${1:"), ("${1|a,b", "${1|"), ("foo($1)$0", nil),
      (#"a\${b"#, nil), ("$5 or $", nil), ("${1|a,b|} ${TM_FILENAME:x} ${2:${3:y}}", nil),
    ] as [(String, String?)])
  func aBrokenSnippetIsText(snippet: String, place: String?) throws {
    let json = "{\"text\": \"foo\", \"snippet\": \(JSONValue.string(snippet).json)}"
    let candidate = try #require(candidates(json).first)
    #expect(candidate.text == "foo" && candidate.snippet == (place == nil ? snippet : nil))
    #expect(candidate.kind == (place == nil ? .snippet : .text))
    let problem = place.map { "offered a broken \"snippet\" (at \($0)); the text is offered without it" }
    #expect(read(json, .perRequest, .json) == ["0: [\"foo\"]"] + (problem.map { [$0] } ?? []))
  }

  @Test func anArrayThatIsTooLargeIsNotUsed() {
    let pieces = Array(repeating: ContiguousArray<UInt8>(repeating: UInt8(ascii: "["), count: 1 << 20), count: 6)
    #expect(
      read(pieces, .perRequest, .json).prefix(2) == [
        "printed more than 4194304 bytes; its answer is not used", "0: end, incomplete",
      ])
  }

  /// Whatever is printed, in whatever pieces: it never traps, and the pieces make no difference.
  @Test func piecesMakeNoDifference() {
    var random = SeededRandom()
    let parts =
      [
        "7\t", "a\tb", "\n", "\r\n", "7", "\u{FEFF}", "{\"id\":7,\"candidates\":[", "\"é\"", "]}", "[", ",", "{", "}",
        "\"text\":", " ", "\0",
      ].map { ContiguousArray($0.utf8) } + [[0xFF], [0xC3]]
    for _ in 0..<2000 {
      var bytes: ContiguousArray<UInt8> = []
      for _ in 0..<Int.random(in: 0...12, using: &random) { bytes += parts.randomElement(using: &random) ?? [] }
      let mode: CommandSettings.Mode = Bool.random(using: &random) ? .longLived : .perRequest
      let format: CommandSettings.Format = Bool.random(using: &random) ? .json : .lines
      var pieces: [ContiguousArray<UInt8>] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...4, using: &random)
        pieces.append(ContiguousArray(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(
        read([bytes], mode, format) == read(pieces, mode, format),
        "\(Array(bytes)), \(mode), \(format)")
    }
  }
}
