import CatchwordRPC
import CatchwordText
import Foundation
import TestSupport
import Testing

@testable import CatchwordProgram

/// Text from a project stays text: what its lists, snippets, tags, tables, file names and settings say, and what programs
/// answer, has no characters in it that cannot be seen, wherever it is shown, and becomes no Markdown.
struct HostileTextTests {
  /// One of each kind of what must not get through.
  private static let hidden = [
    "\u{1B}[31m", "\u{7}", "\u{7F}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{200E}", "\u{61C}", "\u{200B}", "\u{2060}",
    "\u{FEFF}", "\u{AD}", "\u{2028}", "\u{E0041}", "\u{200D}",
  ]
  private static let markup = [
    "![t](http://host/a.png)", "[run](command:evil)", "<img src=x>", "`b`", "```", "http://host/a", "www.host.org",
    "*b* _i_", "a|b", "&lt;", "\\`",
  ]

  private static let variants: [JSONValue] = [
    [:],
    [
      "completionItem": [
        "labelDetailsSupport": true, "documentationFormat": ["markdown"],
        "resolveSupport": ["properties": ["documentation", "detail"]],
      ]
    ],
    [
      "completionItem": [
        "snippetSupport": true, "insertReplaceSupport": true, "documentationFormat": ["plaintext"],
        "insertTextModeSupport": ["valueSet": [1, 2]], "resolveSupport": ["properties": ["documentation"]],
      ],
      "completionList": ["itemDefaults": ["editRange", "insertTextFormat", "data"]],
    ],
  ]

  private static func project(_ home: TemporaryFolder) throws {
    var list = "", snippets: [String] = [], tags = "", lists: [String] = [], table = "", object: [String] = []
    var lines = "", answers: [String] = []
    for (index, bad) in (hidden + markup).enumerated() {
      list += "word\(index)\(bad)end\tnot shown\nwell\(index)\tabout \(bad) it\n"
      let quoted = JSONValue.string("about \(bad) it").json
      snippets.append(
        "\"name\(index)\": {\"prefix\": \"well_snip\(index)\", \"body\": \"text\", \"description\": \(quoted)}")
      let name = JSONValue.string("word_snip\(index)\(bad)").json
      snippets.append("\"bad\(index)\": {\"prefix\": \(name), \"body\": \(quoted)}")
      tags += "word_tag\(index)\(bad)\ta.c\t1;\"\tf\nwell_tag\(index)\ta\(bad).c\t/^int \(bad)$/;\"\tf\n"
      lists.append(JSONValue.string("missing\(bad).txt").json)
      table += ":well_t\(index):\tsmi\(bad)le\tabout \(bad) it\n\\well_t\(index)\tsmile\tabout \(bad) it\n"
      table += ":well\(bad)x\(index):\tsmile\n\\well_t\(index)\tother\n"
      object.append("\"well_o\(index)\": {\"text\": \(name), \"description\": \(quoted)}")
      lines += "word_line\(index)\(bad)\tnot shown\nwell_line\(index)\tabout \(bad) it\n"
      answers.append(
        """
        {"text": "well_json\(index)", "label": \(name), "filter": \(name), "detail": \(quoted), \
        "documentation": \(quoted)}, {"text": "well_more\(index)", "detail": \(quoted), "documentation": \(quoted)}, \
        {"text": \(name)}, {"text": "well_snippet\(index)", "snippet": \(name), "kind": \(name)}
        """)
      let file = "well_file\(index)\(bad.replacing("/", with: "_"))"
      _ = try? home.write("int well_word\(index);\n", to: "project/\(file).c")
    }
    try home.write(list, to: "project/list.txt")
    try home.write("{\(snippets.joined(separator: ",\n"))}", to: "project/.vscode/all.code-snippets")
    try home.write(tags, to: "project/tags")
    try home.write("int main;\nwe\n", to: "project/a.c")
    try home.write(table, to: "project/table.tsv")
    try home.write("{\(object.joined(separator: ",\n"))}", to: "project/table.json")
    try home.write(
      """
      {"lists": ["list.txt", \(lists.joined(separator: ","))], "limit": 1000, \
      "symbols": {"tables": ["table.tsv", "table.json", \(lists.joined(separator: ","))]}}
      """, to: "project/.catchword.json")
    try programs(home, lines: lines, answers: answers)
  }

  /// Programs that the user has named, but that print what the project says.
  private static func programs(_ home: TemporaryFolder, lines: String, answers: [String]) throws {
    let path = home.url.path
    try home.write(lines, to: "lines.txt")
    try home.write("{\"candidates\": [\(answers.joined(separator: ",").replacing("\n", with: " "))]}\n", to: "json.txt")
    let problem = JSONValue.string("bad " + hidden.joined(separator: " and ")).json
    try home.write("{\"error\": \(problem)}\n", to: "problem.txt")
    try home.write(
      """
      {"symbols": {"latex": ["*"], "emoji": ["*"]}, "commands": {
        "lines": {"command": ["/bin/cat", "\(path)/lines.txt"], "deadline": 60000},
        "json": {"command": ["/bin/cat", "\(path)/json.txt"], "format": "json", "deadline": 60000},
        "problem": {"command": ["/bin/cat", "\(path)/problem.txt"], "format": "json", "deadline": 60000},
        "cries": {"command": ["/bin/sh", "-c", "/bin/cat \(path)/lines.txt >&2; exit 1"], "deadline": 60000}}}
      """, to: "config/catchword/config.json")
  }

  @Test(arguments: variants)
  func nothingHiddenIsShown(completion: JSONValue) async throws {
    let home = try TemporaryFolder()
    try HostileTextTests.project(home)
    let client = try ProgramClient(home: home.url.path, project: home.url.path + "/project")
    let capabilities: JSONValue = [
      "textDocument": ["completion": completion], "window": ["workDoneProgress": true],
    ]
    await client.begin(capabilities)
    try await client.waitUntilRead()
    var seen = 0
    for typed in ["we", "wo", "well_", "./we", ":well", "\\well", "well_json", "well_sn", "well_more"] {
      var list = await client.completions(typed)
      // Programs take longer than an answer may.
      try await Breather.wait(for: "what begins with \(typed)") {
        list = await client.completionsAgain(typed)
        return list["items"]?.arrayValue?.isEmpty == false
      }
      for item in list["items"]?.arrayValue ?? [] where item["data"] != nil || list["itemDefaults"]?["data"] != nil {
        var fields = item.objectValue ?? [:]
        fields["data"] = item["data"] ?? list["itemDefaults"]?["data"]
        let resolved = await client.resolve(.object(fields))
        seen += 1
        let documentation = resolved["documentation"]
        guard documentation?["kind"] == "markdown", let text = documentation?["value"]?.stringValue else { continue }
        #expect(HostileTextTests.markup(in: text) == nil, "\(text)")
      }
    }
    #expect(completion["completionItem"]?["resolveSupport"] == nil || seen > 30)
    let messages = await client.end()
    #expect(messages.contains { $0.contains("missing") })
    #expect(client.violations == [])
  }

  /// What a reader of Markdown would make of a text beyond our own blocks and names in the type of code; nil for nothing.
  private static func markup(in text: String) -> String? {
    var fence: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let ticks = line.prefix { $0 == "`" }
      if let open = fence {
        if ticks.count >= open.count, ticks.count == line.count { fence = nil }
        continue
      }
      if ticks.count >= 3 {
        fence = ticks
        continue
      }
      // Without names in the type of code, and without what has a backslash before it.
      let bare = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 0 || line.contains("\\`") }.map { String($0.element) }.joined(separator: " ")
        .replacing(/\\[!-\/:-@\[-`{-~]/, with: "")
      if let mark = bare.first(where: { "[]<>*_`|&".contains($0) }) { return "\(mark) in \(bare)" }
      if bare.contains("://") || bare.contains("www.") { return "an address in \(bare)" }
    }
    return fence == nil ? nil : "an open block"
  }

  /// The subcommands as programs, in such a folder.
  @Test(arguments: [
    ["complete", "a.c:2"], ["complete", "a.c:2", "--explain"], ["complete", "a.c:2", "--json"], ["check"], ["status"],
    ["status", "--json"], ["config"], ["index", "."],
  ])
  func theSubcommandsPrintNothingHidden(_ arguments: [String]) throws {
    let home = try TemporaryFolder()
    try HostileTextTests.project(home)
    let outcome = try Program.run(
      "catchword", arguments, home: home, directory: home.url.appendingPathComponent("project"))
    for line in (outcome.output + outcome.errors).split(separator: "\n") {
      #expect(PlainText.isPlain(String(line), hasLines: true), "\(line.debugDescription)")
    }
    #expect(!outcome.output.isEmpty && outcome.code < 2, "\(outcome.code) \(outcome.errors)")
  }

  /// What the subcommands print goes the same way.
  @Test func theTerminalIsLeftAlone() {
    for bad in HostileTextTests.hidden where bad != "\u{200D}" {
      #expect(!Printer.printable("a\(bad)b").unicodeScalars.contains(bad.unicodeScalars.first!))
    }
    #expect(Printer.printable("a\tb\nक्‍ष 👩‍👩‍👧 🏴\u{E0067}\u{E0062}\u{E007F}") == "a\tb\nक्‍ष 👩‍👩‍👧 🏴\u{E0067}\u{E0062}\u{E007F}")
  }
}
