import CatchwordCompletion
import CatchwordText
import Foundation
import TestSupport
import Testing

@testable import CatchwordSources

/// A program that is slow, behind the engine.
@Suite(.timeLimit(.minutes(10)))
struct CommandEngineTests {
  @Test(arguments: [true, false])
  func whatComesAfterTheBudgetIsShownAtTheNextKey(dependsOnlyOnAnchor: Bool) async throws {
    let folder = try TemporaryFolder()
    let clock = ManualClock()
    let script = "echo fold; until [ -e more ]; do sleep 0.01; done; echo folk"
    var settings = CommandSettings(name: "it", command: ["sh", "-c", script])
    settings.folder = folder.url.path
    settings.deadline = .seconds(600)
    settings.dependsOnlyOnAnchor = dependsOnlyOnAnchor
    // Else what this program has cost, on a clock that is moved so fast, would put it off for longer than the budget.
    if !dependsOnlyOnAnchor { settings.delay = .zero }
    let source = CommandSource(
      settings: settings, clock: EngineClock(clock), supervisor: Repository.executable("scripted-server").path)
    let scheduler = CompletionScheduler(sources: [source], clock: EngineClock(clock))
    var document = DocumentSnapshot(uri: "file:///a", languageID: "plaintext", version: 1, text: Text("f"))

    /// Asks, and lets time pass until there is an answer.
    func ask() async throws -> [String] {
      let answer = Box<[String]>()
      let query = CompletionQuery(document: document, offset: document.text.count)
      scheduler.request(
        PendingCompletion(query) { update in
          if case .end(let ending) = update { answer.value = ending.result.items.map(\.candidate.text) }
        })
      try await Breather.wait(for: "an answer") {
        clock.advance(to: clock.now.advanced(by: .milliseconds(1)))
        return answer.value != nil
      }
      return answer.value ?? []
    }

    /// Types a character at the end.
    func type(_ character: String) {
      var text = document.text
      let end = text.count
      text.replace(end..<end, with: character)
      let change = TextChange(document.text, replacing: end..<end, with: character)
      document = document.updated(version: document.version + 1, text: text)
      scheduler.documentDidChange(change, in: document)
    }

    var answers: [[String]] = []
    // What has come by then is nothing, at first, or one.
    repeat {
      answers.append(try await ask())
    } while answers.last == []
    #expect(answers.last == ["fold"])
    // Taken before the program goes on: it may be done before this test has its next turn.
    let generation = source.generation
    try folder.write("", to: "more")
    try await Breather.wait(for: "the rest") { source.generation != generation }
    type("o")
    let whole = try await ask()
    #expect(Set(whole) == ["fold", "folk"])
  }

  /// It matches by all that it replaces.
  @Test(arguments: [
    ("merge feature/l", "feature/login", 6), ("git pu", "git push --force", 0), ("x --ver", "--verbose", 2),
  ])
  func aCandidateIsFoundByWhatIsTypedBeforeTheWord(text: String, offered: String, start: Int) async throws {
    let folder = try TemporaryFolder()
    let clock = ManualClock()
    var settings = CommandSettings(name: "it", command: ["echo", offered])
    settings.folder = folder.url.path
    settings.deadline = .seconds(600)
    settings.dependsOnlyOnAnchor = true
    let source = CommandSource(
      settings: settings, clock: EngineClock(clock), supervisor: Repository.executable("scripted-server").path)
    let scheduler = CompletionScheduler(sources: [source], clock: EngineClock(clock))
    let document = DocumentSnapshot(uri: "file:///a", languageID: "plaintext", version: 1, text: Text(text))
    let items = Box<[CompletionResult.Item]>()
    repeat {
      items.value = nil
      scheduler.request(
        PendingCompletion(CompletionQuery(document: document, offset: document.text.count)) { update in
          if case .end(let ending) = update { items.value = ending.result.items }
        })
      try await Breather.wait(for: "an answer") {
        clock.advance(to: clock.now.advanced(by: .milliseconds(1)))
        return items.value != nil
      }
    } while items.value?.isEmpty == true
    let item = try #require(items.value?.first)
    #expect(item.candidate.text == offered && item.candidate.start == start)
    #expect(item.signals.isPrefix)
  }
}
