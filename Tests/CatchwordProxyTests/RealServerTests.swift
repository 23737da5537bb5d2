import CatchwordRPC
import Foundation
import TestSupport
import Testing

/// clangd and python-lsp-server themselves behind the proxy.
struct RealServerTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func labels(_ items: [JSONValue]) -> [String] {
    items.compactMap { $0["label"]?.stringValue?.trimmingCharacters(in: [" ", "•"]) }
  }

  private func has(_ beginning: String) -> ([JSONValue]) -> Bool {
    { labels($0).contains { $0.hasPrefix(beginning) } }
  }

  /// True for lists in which clangd has come, whose labels begin with a mark; the text has the same words, which come before it
  /// on a busy machine.
  private func hasOfClangd(_ beginning: String) -> ([JSONValue]) -> Bool {
    { items in
      items.contains { item in
        guard let label = item["label"]?.stringValue, let mark = label.first, " •".contains(mark) else { return false }
        return label.dropFirst().hasPrefix(beginning)
      }
    }
  }

  private static let program = """
    #include <vector>
    struct Point { int coordinate_x; int coordinate_y; };
    int main() {
      Point point;
      point.coo
      std::ve
    }

    """

  @Test func clangd() throws {
    guard let program = try requiredServer("clangd") else { return }
    let proxy = try ProxyProcess([program, "--log=error"], home: home)
    let capabilities = try #require(try proxy.start(root: home)["capabilities"])
    #expect(capabilities["hoverProvider"] == true)
    #expect(capabilities["completionProvider"]?["resolveProvider"] == true)
    let uri = home.url.appendingPathComponent("a.cpp").absoluteString
    try home.write(Self.program, to: "a.cpp")
    proxy.open("file:///words", "plaintext", "coordinate_system vehement")
    proxy.open(uri, "cpp", Self.program)
    // Its diagnostics come as they are.
    _ = try proxy.wait { $0["method"] == "textDocument/publishDiagnostics" && $0["params"]?["uri"] == .string(uri) }

    let members = try proxy.complete(uri, line: 4, character: 11, until: hasOfClangd("coordinate_x"))
    #expect(Array(labels(members).prefix(2)) == ["coordinate_y", "coordinate_x"])
    #expect(labels(members).contains("coordinate_system"))
    // The words of the document that are its members are shown once.
    #expect(labels(members).count { $0.hasPrefix("coordinate_x") } == 1)
    let types = try proxy.complete(uri, line: 5, character: 9, until: hasOfClangd("vector"))
    #expect(labels(types).contains("vehement"))

    let item = try #require(types.first { $0["filterText"] == "vector" && $0["insertTextFormat"] == 2 })
    let resolved = try #require(try proxy.request("completionItem/resolve", item)["result"])
    #expect(resolved["label"] == item["label"] && resolved["textEdit"] == item["textEdit"])
    #expect(item["textEdit"]?["newText"]?.stringValue?.contains("$") == true)

    let hover = try proxy.request("textDocument/hover", proxy.place(uri, 3, 4))
    #expect(hover["result"]?["contents"] != nil)
    let definition = try proxy.request("textDocument/definition", proxy.place(uri, 3, 4))
    #expect(definition["result"]?[0]?["range"]?["start"] == ["line": 1, "character": 7])
    // Cancelled or not, it is answered once.
    let cancelled = proxy.begin("textDocument/documentSymbol", ["textDocument": ["uri": .string(uri)]])
    proxy.notify("$/cancelRequest", ["id": cancelled])
    _ = try proxy.answer(cancelled)
    #expect(try proxy.end() == 0)
  }

  #if os(Linux)
    @Test func oursStayWhenClangdIsKilled() throws {
      guard let program = try requiredServer("clangd") else { return }
      let proxy = try ProxyProcess([program, "--log=error"], home: home)
      _ = try proxy.start(root: home)
      let uri = home.url.appendingPathComponent("a.cpp").absoluteString
      proxy.open(uri, "cpp", Self.program)
      proxy.open("file:///words", "plaintext", "coordinate_system")
      _ = try proxy.complete(uri, line: 4, character: 11, until: has("coordinate_x"))
      let server = try #require(descendants(of: proxy.processID).first { commandName(of: $0).hasPrefix("clangd") })
      kill(server, SIGKILL)
      let told = try proxy.wait { $0["method"] == "window/showMessage" }
      #expect(told["params"]?["message"]?.stringValue?.contains("clangd") == true)
      let words = try proxy.complete(uri, line: 4, character: 11) { _ in true }
      #expect(labels(words).contains("coordinate_system"))
      #expect(try proxy.request("textDocument/hover", proxy.place(uri, 3, 4))["error"]?["code"] == -32803)
      #expect(try proxy.end() == 0)
    }

    @Test func clangdNeverOutlivesTheProxy() throws {
      guard let program = try requiredServer("clangd") else { return }
      let proxy = try ProxyProcess([program, "--log=error"], home: home)
      _ = try proxy.start(root: home)
      let all = descendants(of: proxy.processID)
      #expect(all.contains { commandName(of: $0).hasPrefix("clangd") })
      proxy.kill()
      let deadline = Date().addingTimeInterval(30)
      while all.contains(where: { kill($0, 0) == 0 }), Date() < deadline { usleep(20_000) }
      #expect(all.allSatisfy { kill($0, 0) != 0 })
    }
  #endif

  @Test func pylsp() throws {
    guard let program = try requiredServer("pylsp") else { return }
    let proxy = try ProxyProcess([program], home: home)
    let capabilities = try #require(try proxy.start(root: home)["capabilities"])
    #expect(capabilities["hoverProvider"] == true)
    let text = "import os\n\ndef greeting_card(name):\n    '''Greets.'''\n    return name\n\ngreet\nos.pat\n"
    let uri = home.url.appendingPathComponent("a.py").absoluteString
    try home.write(text, to: "a.py")
    proxy.open("file:///words", "plaintext", "greetings pathological")
    proxy.open(uri, "python", text)
    let functions = try proxy.complete(uri, line: 6, character: 5, until: has("greeting_card("))
    #expect(labels(functions).contains("greetings"))
    // The function's name is a word of the document too, and is shown once.
    #expect(!labels(functions).contains("greeting_card"))
    let item = try #require(functions.first { $0["label"]?.stringValue?.hasPrefix("greeting_card(") == true })
    #expect(item["insertText"]?.stringValue?.hasPrefix("greeting_card") == true)
    let resolved = try #require(try proxy.request("completionItem/resolve", item)["result"])
    #expect(resolved["documentation"]?.json.contains("Greets.") == true)
    let modules = try proxy.complete(uri, line: 7, character: 6, until: has("path"))
    #expect(labels(modules).contains("pathological"))
    let hover = try proxy.request("textDocument/hover", proxy.place(uri, 6, 2))
    #expect(hover["result"]?["contents"] != nil)
    let definition = try proxy.request("textDocument/definition", proxy.place(uri, 3, 0))
    #expect(definition["error"] == nil)
    #expect(try proxy.end() == 0)
  }

  @Test func aProgramThatIsNotThereIsNamed() throws {
    let proxy = try ProxyProcess(["/nowhere/at-all"], home: home)
    let result = try proxy.start(root: home)
    #expect(result["serverInfo"]?["name"] == "catchword")
    let told = try proxy.wait { $0["method"] == "window/showMessage" }
    #expect(told["params"]?["message"]?.stringValue?.hasPrefix("at-all could not be started: ") == true)
    proxy.open("file:///a", "plaintext", "printable pri")
    #expect(labels(try proxy.complete("file:///a", line: 0, character: 13) { _ in true }) == ["printable"])
    #expect(try proxy.end() == 0)
  }

  @Test func anotherCatchwordIsAServerLikeAnyOther() throws {
    let proxy = try ProxyProcess([Repository.executable("catchword").path, "--stdio"], home: home)
    _ = try proxy.start(root: home)
    proxy.open("file:///a", "plaintext", "printable pri")
    let items = try proxy.complete("file:///a", line: 0, character: 13) { _ in true }
    #expect(labels(items) == ["printable"])
    #expect(try proxy.end() == 0)
  }
}
