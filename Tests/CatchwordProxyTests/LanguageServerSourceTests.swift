import CatchwordCompletion
import CatchwordFiles
import CatchwordRPC
import CatchwordSources
import CatchwordText
import CatchwordTesting
import Synchronization
import TestSupport
import Testing

@testable import CatchwordProxy

struct LanguageServerSourceTests {
  private let time = VirtualTime()
  private let servers = Servers()
  private let log = EventLog()
  private let messages = Box<[String]>()

  /// The servers that were started, in order.
  private final class Servers: Sendable {
    private let started = Mutex<[ScriptedUpstream]>([])

    func add(_ server: ScriptedUpstream) { started.withLock { $0.append(server) } }

    var all: [ScriptedUpstream] { started.withLock { $0 } }
  }

  private func source(
    _ list: JSONValue = [], _ settings: LanguageServerSettings = LanguageServerSettings(command: ["x"]),
    folders: [String] = [], capabilities: [String: JSONValue] = [:], answersInitialize: Bool = true,
    clock: EngineClock? = nil, executor: (any TaskExecutor)? = nil
  ) -> LanguageServerSource {
    let surroundings = surroundings(
      list, capabilities: capabilities, answersInitialize: answersInitialize, clock: clock, executor: executor)
    return LanguageServerSource(settings, folders: folders, triggerCharacters: ["."], surroundings)
  }

  /// Servers that all answer alike, but one called `hung`, which is asked in vain.
  private func surroundings(
    _ list: JSONValue = [], capabilities: [String: JSONValue] = [:], answersInitialize: Bool = true,
    clock: EngineClock? = nil, executor: (any TaskExecutor)? = nil
  ) -> LanguageServerClient.Surroundings {
    let merged = ["completionProvider": ["resolveProvider": true], "textDocumentSync": 2].merging(capabilities) { $1 }
    let launch: LanguageServerClient.Launch = { [servers] settings in
      let server = ScriptedUpstream { method, message in
        switch method {
        case "initialize" where answersInitialize:
          return [ScriptedUpstream.answer(message, ["capabilities": .object(merged)])]
        case "textDocument/completion" where settings.name != "hung": return [ScriptedUpstream.answer(message, list)]
        case "completionItem/resolve":
          var item = message["params"]?.objectValue ?? [:]
          item["documentation"] = ["kind": "markdown", "value": "*Told.*"]
          return [ScriptedUpstream.answer(message, .object(item))]
        default: return []
        }
      }
      servers.add(server)
      return server
    }
    return LanguageServerClient.Surroundings(
      launch: launch, onThread: { [time] work in Task(executorPreference: executor ?? time.executor) { work() } },
      processID: 1,
      clock: clock ?? time.engineClock, executor: executor ?? time.executor, log: log)
  }

  private func document(_ text: String, language: String = "c") -> DocumentSnapshot {
    DocumentSnapshot(uri: "a", languageID: language, version: 1, text: Text(text))
  }

  private func ask(_ source: LanguageServerSource, _ document: DocumentSnapshot) -> [Candidate]? {
    let query = CompletionQuery(document: document, offset: document.text.count)
    let answer = time.run { try await source.completions(for: query) }
    return try? answer?.get().candidates
  }

  @Test func isStartedForItsLanguagesAlone() {
    let source = source([], LanguageServerSettings(command: ["x"], languages: ["c"]))
    source.documentDidOpen(document("", language: "python"))
    time.settle()
    #expect(servers.all.isEmpty)
    source.documentDidClose(uri: "a")
    source.documentDidOpen(document("vo"))
    time.settle()
    #expect(servers.all.map(\.methods) == [["initialize", "initialized", "textDocument/didOpen"]])
    #expect(ask(source, document("vo"))?.isEmpty == true)
  }

  @Test func isToldTheTextBeforeItIsAsked() {
    for (kind, count) in [(1, 1), (2, 2)] {
      let source = source(folders: ["file:///w"], capabilities: ["textDocumentSync": .int(kind)])
      var document = OpenDocument(uri: "a", languageID: "c", version: 1, text: "v")
      source.documentDidOpen(document.snapshot)
      time.settle()
      for (column, text) in ["o", "i"].enumerated() {
        let place = TextPosition(line: 0, column: column + 1)
        let change = document.apply(replacing: (start: place, end: place), with: text, version: 2, encoding: .utf8)
        source.documentDidChange(change, in: document.snapshot)
      }
      _ = ask(source, document.snapshot)
      let server = servers.all.last
      #expect(server?.methods.count { $0 == "textDocument/didChange" } == count)
      #expect(server?.methods.last == "textDocument/completion")
    }
  }

  @Test func itsItemsAreCandidatesLikeAnyOther() throws {
    let edit: JSONValue = ["range": ["start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0]]]
    let source = source([
      [
        "label": " printf(const char *, ...)", "filterText": "printf", "insertText": "printf(${1:format})",
        "insertTextFormat": 2, "kind": 3, "detail": "int", "documentation": "Prints.",
        "additionalTextEdits": [.object(edit.objectValue!.merging(["newText": "#include"]) { $1 })],
      ], ["label": "print"],
    ])
    source.documentDidOpen(document(" pri"))
    let candidates = try #require(ask(source, document(" pri")))
    #expect(candidates.map(\.text) == ["printf", "print"])
    #expect(candidates[0].snippet == "printf(${1:format})" && candidates[0].kind == .function)
    #expect(candidates[0].additionalEdits == [CandidateEdit(0..<0, text: "#include")])
    let resolved = candidates.map { candidate in try? time.run { try await source.resolve(candidate) }?.get() }
    #expect(resolved.map { $0?.documentation } == ["Prints.", "*Told.*"])
  }

  /// Two functions of one name.
  @Test func whatAServerOffersTwiceIsOfferedTwice() throws {
    let source = source([
      ["label": "print", "detail": "int"], ["label": "print", "detail": "long"], ["label": "prior"],
    ])
    source.documentDidOpen(document("pri"))
    #expect(try #require(ask(source, document("pri"))).map(\.detail) == ["int", "long", nil])
  }

  @Test func aServerThatNeverAnswersHoldsUpNoOther() {
    let servers = LanguageServers(surroundings([["label": "void"]]))
    let settings = ["hung", "quick"].map { LanguageServerSettings(name: $0, command: ["x"]) }
    let sources = servers.sources(for: settings, folders: [])
    for source in sources { source.documentDidOpen(document("vo")) }
    let query = CompletionQuery(document: document("vo"), offset: 2)
    let hung = Task(executorPreference: time.executor) { _ = try? await sources[0].completions(for: query) }
    #expect(ask(sources[1], document("vo"))?.map(\.text) == ["void"])
    #expect(self.servers.all.map(\.methods.last) == ["textDocument/completion", "textDocument/completion"])
    hung.cancel()
    time.settle()
  }

  @Test func whatItsServerAsksIsAnswered() throws {
    var settings = LanguageServerSettings(command: ["x"])
    settings.settings = ["pylsp": ["plugins": ["jedi": true]]]
    let source = source([], settings, folders: ["file:///w"])
    source.documentDidOpen(document(""))
    time.settle()
    let server = try #require(servers.all.last)
    let asks: [(String, JSONValue, JSONValue?)] = [
      (
        "workspace/configuration", ["items": [["section": "pylsp.plugins"], ["section": "x"]]],
        [["jedi": true], nil]
      ), ("client/registerCapability", [:], .some(.null)), ("workspace/applyEdit", [:], ["applied": false]),
      ("workspace/workspaceFolders", nil, [["uri": "file:///w", "name": "w"]]), ("what/ever", [:], nil),
    ]
    for (number, (method, params, result)) in asks.enumerated() {
      server.say(["jsonrpc": "2.0", "id": .int(number), "method": .string(method), "params": params])
      time.settle()
      let answer = server.received.last
      #expect(answer?["id"] == .int(number) && answer?["result"] == result)
    }
    #expect(server.received.last?["error"]?["code"] == -32601)
  }

  @Test func aServerThatEndsIsStartedAgainLaterAndLater() throws {
    let source = source([["label": "void"]], LanguageServerSettings(command: ["/bin/x"]))
    log.listen { [messages] _, text in messages.update { ($0 ?? []) + [text] } }
    source.documentDidOpen(document("vo"))
    time.settle()
    #expect(source.trouble == nil)
    for count in 0..<12 {
      servers.all.last?.die("x was ended by signal 11.")
      time.settle()
      // Whoever looks at it sees why it is idle; once it is given up, that is its failure.
      let isGivenUp = count + 1 >= RestartPolicy.maximumFailures
      #expect(
        (source.trouble == nil) == isGivenUp && source.trouble?.hasPrefix("x was ended by signal 11. It") != false)
      #expect(ask(source, document("vo")) == nil)
      time.advance(by: .seconds(20))
      _ = ask(source, document("vo"))
    }
    #expect(servers.all.count == RestartPolicy.maximumFailures)
    #expect(source.loadState.error != nil)
    let told = messages.value ?? []
    #expect(told.count == RestartPolicy.maximumFailures)
    #expect(told.last?.contains("not started again") == true)
    // The document came along each time.
    #expect(servers.all.allSatisfy { $0.methods.contains("textDocument/didOpen") })
  }

  @Test func whoWaitsWhileItEndsIsToldSo() {
    let source = source(answersInitialize: false)
    let query = CompletionQuery(document: document("vo"), offset: 2)
    let ended = Box<Bool>()
    Task(executorPreference: time.executor) {
      do { _ = try await source.completions(for: query) } catch { ended.value = error is UpstreamError }
    }
    time.settle()
    #expect(ended.value == nil)
    // It is given up when it never begins.
    time.advance(by: .seconds(61))
    #expect(ended.value == true)
  }

  @Test func whoWaitsWhenItIsNotWantedAnyMoreIsToldNothing() {
    let source = source([], LanguageServerSettings(name: "hung", command: ["x"]))
    let query = CompletionQuery(document: document("vo"), offset: 2)
    let isCancelled = Box<Bool>()
    Task(executorPreference: time.executor) {
      do { _ = try await source.completions(for: query) } catch { isCancelled.value = error is CancellationError }
    }
    time.settle()
    source.open(["file:///w"])
    time.settle()
    #expect(isCancelled.value == true)
  }

  @Test func eachServerThatFailsIsToldOfOnce() {
    log.listen { [messages] _, text in messages.update { ($0 ?? []) + [text] } }
    let sources = LanguageServers(surroundings(answersInitialize: false))
      .sources(for: ["x", "y"].map { LanguageServerSettings(command: [$0]) }, folders: [])
    let scheduler = CompletionScheduler(
      sources: sources, clock: time.engineClock, executor: time.executor, log: log)
    for number in 0..<10 {
      let typed = document("v" + String(repeating: "o", count: number))
      let query = CompletionQuery(document: typed, offset: typed.text.count)
      scheduler.request(PendingCompletion(query) { _ in })
      time.settle()
      for (name, server) in zip(["x", "y"], servers.all) { server.die("\(name) has ended.") }
      time.settle()
    }
    let told = (messages.value ?? []).filter { $0.contains("gave no completions") }
    #expect(Set(told).count == told.count && told.count >= 2, "\(told)")
    #expect(told.contains { $0.hasPrefix("Source \"x\"") } && told.contains { $0.contains("\"y\"") })
  }

  @Test func whatIsNotWantedAnyMoreIsCancelled() {
    let source = source([], LanguageServerSettings(name: "hung", command: ["x"]))
    let query = CompletionQuery(document: document("vo"), offset: 2)
    let task = Task(executorPreference: time.executor) { _ = try? await source.completions(for: query) }
    time.settle()
    task.cancel()
    time.settle()
    #expect(servers.all.last?.methods.last == "$/cancelRequest")
  }

  @Test func changedSettingsEndOneServerAndStartAnother() {
    let servers = LanguageServers(surroundings())
    /// As the server does: sources that are new are told of the documents.
    var known: [LanguageServerSource] = []
    func apply(_ names: [String], folders: [String] = []) {
      let sources = servers.sources(for: names.map { LanguageServerSettings(command: [$0]) }, folders: folders)
      for source in sources where !known.contains(where: { $0 === source }) { source.documentDidOpen(document("")) }
      known = sources
      time.settle()
    }
    func ended() -> [Bool] { self.servers.all.map { $0.methods.contains("exit") } }
    apply(["x", "y"])
    apply(["y", "z"])
    #expect(ended() == [true, false, false])
    let (old, generations) = (known, known.map(\.generation))
    apply(["y", "z"], folders: ["file:///w"])
    #expect(ended() == [true, true, true, false, false])
    // The same sources, so that they do not add up, whose older answers have aged and whose documents came along.
    #expect(zip(old, known).allSatisfy { $0 === $1 } && generations != known.map(\.generation))
    #expect(self.servers.all.allSatisfy { $0.methods.contains("textDocument/didOpen") })
    apply([], folders: ["file:///w"])
    #expect(ended() == [true, true, true, true, true] && known.isEmpty)
  }

  @Test func keepsTheContract() async {
    let source = source(
      ["isIncomplete": true, "items": [["label": "value"], ["label": "valour"]]], clock: EngineClock(),
      executor: BlockingExecutor(label: "contract"))
    let violations = await SourceContract(clock: .unhurried).violations(of: source)
    #expect(violations.isEmpty, "\(violations)")
  }
}
