import CatchwordText
import Testing

@testable import CatchwordCompletion

/// Settings that mean several sources by the name of their group, or one of them by its own.
struct SourceGroupTests {
  private var clangd: SourceDescriptor { described("clangd") }
  private var other: SourceDescriptor { described("other") }

  private func described(_ name: String) -> SourceDescriptor {
    var descriptor = SourceDescriptor(name: name, priority: 1)
    descriptor.group = "server"
    return descriptor
  }

  @Test func sourcesAreChosenByEitherName() {
    for names: Set<String>? in [nil, ["server"], ["clangd"], ["words", "clangd"]] { #expect(clangd.isAmong(names)) }
    #expect(!other.isAmong(["clangd"]) && !clangd.isAmong(["words"]) && !clangd.isAmong([]))
    #expect(!SourceDescriptor(name: "words").isAmong(["server"]))
  }

  @Test func theOwnNameGoesBefore() {
    var rules = LanguageRules()
    rules.priorities = ["server": 3, "clangd": 7]
    #expect(rules.adjusted(clangd).priority == 7 && rules.adjusted(other).priority == 3)
    #expect(rules.adjusted(SourceDescriptor(name: "words", priority: 0.5)).priority == 0.5)
    rules.minimumLengths = ["server": 3, "clangd": 1]
    let document = DocumentSnapshot(uri: "file:///a", languageID: "c", version: 1, text: Text("ab"))
    let query = CompletionQuery(document: document, offset: 2, trigger: .automatic)
    #expect(rules.allows(query, from: clangd) && !rules.allows(query, from: other))
  }
}
