import CatchwordCompletion
import CatchwordFiles
import CatchwordPrediction
import CatchwordProxy
import CatchwordRPC
import CatchwordServer
import CatchwordSettings
import CatchwordSources
import Dispatch
import Foundation
import TestSupport
import Testing

/// The receive loop waits for nobody: whatever stands still, the next message is handled.
///
/// Each row has something stall that never goes on while the test runs. That a message is answered all the same proves
/// that it did not wait; no time is measured.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct StallTests {
  /// What may stall.
  enum Part: String, CaseIterable, CustomTestStringConvertible {
    case modelForList, modelForGhostText, feeder, list, userSettings, projectSettings, languageServer, program

    var testDescription: String { rawValue }
  }

  private let folder: TemporaryFolder
  private let stall = Stall()

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Part.allCases)
  func nothingThatStallsHoldsUpTheNextMessage(_ part: Part) async throws {
    defer { stall.end() }
    let client = StallClient()
    let begin = try prepare(part, client)
    try await client.begin(folder: folder.url.path)
    try await begin()
    // An edit, and what comes behind it in order: had the edit waited, so would this.
    client.edit("x")
    #expect(try await client.answer(to: "no/such")["error"]?["code"] == -32601)
    // A request that is cancelled at once: in the same write, or the answer may be there first.
    let id = client.requestAndCancel("textDocument/completion", StallClient.place)
    #expect(try await client.answer(id)["error"]?["code"] == -32800)
    // Closing and opening, files that have changed, settings.
    client.notify("textDocument/didClose", ["textDocument": ["uri": StallClient.uri]])
    client.open("other text")
    client.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": .string("file://\(folder.url.path)/changed.txt"), "type": 2]]])
    client.notify("workspace/didChangeConfiguration", ["settings": ["limit": 7]])
    client.edit("y")
    #expect(try await client.answer(to: "no/such")["error"]?["code"] == -32601)
    // The end.
    client.notify("exit", nil)
    #expect(await client.end() == 1)
  }

  // MARK: What stalls

  /// Has a part stall when the closure that is returned has been called.
  private func prepare(_ part: Part, _ client: StallClient) throws -> () async throws -> Void {
    let (stall, path) = (stall, folder.url.path)
    switch part {
    case .modelForList, .modelForGhostText:
      client.configure { configuration in
        configuration.model = LanguageModel(isLearned: Self.isLearned(stall))
      }
      let method = part == .modelForList ? "textDocument/completion" : "textDocument/inlineCompletion"
      return {
        client.edit("\nstall ")
        client.request(method, StallClient.place)
        await stall.begun()
      }
    case .feeder:
      let (model, files) = (LanguageModel(isLearned: Self.isLearned(stall)), DeterministicExecutor())
      let feed = PredictionFeed(model, executor: files)
      let workspace = WorkspaceSource(executor: files, feed: feed)
      try folder.write("text", to: "changed.txt")
      client.configure { configuration in
        configuration.model = model
        configuration.parts = TestParts(observers: [feed]) { _, folders in
          workspace.apply(WorkspaceSettings(), folders: folders)
          workspace.prepare()
          feed.apply(PredictionSettings(), workspace: WorkspaceSettings(), folders: folders)
          return []
        } onChange: {
          workspace.filesDidChange($0)
        }
      }
      return { [folder] in
        files.drain()
        try folder.write("stall", to: "changed.txt")
        workspace.filesDidChange(["\(path)/changed.txt"])
        Self.onThread { files.drain() }
        await stall.begun()
      }
    case .list:
      let access = FileAccess(
        read: { _, _ in stall.begin() }, stamp: { _ in FileAccess.Stamp(modified: 1, size: 1) })
      let lists = BuiltInSources(only: ["lists"], files: access, blockingExecutor: Threads())
      client.configure { configuration in
        configuration.sources += lists.all
        configuration.parts = TestParts(lists)
        configuration.userSettings = SettingsLayer(["lists": ["/mount/list.txt"]], origin: .user(path: "/u"))
      }
      return {
        client.request("textDocument/completion", StallClient.place)
        await stall.begun()
      }
    case .userSettings:
      let reads = Box<Int>()
      client.configure { configuration in
        configuration.userSettings = SettingsLayer(origin: .user(path: "\(path)/changed.txt"))
        configuration.readUserSettings = {
          reads.update { ($0 ?? 0) + 1 }
          if reads.value ?? 0 > 1 { stall.begin() }
          return (SettingsLayer(), nil)
        }
      }
      return {
        client.notify(
          "workspace/didChangeWatchedFiles", ["changes": [["uri": .string("file://\(path)/changed.txt"), "type": 2]]])
        await stall.begun()
      }
    case .projectSettings:
      client.configure { configuration in
        configuration.projectSettings = { folders in
          if folders == ["/mount"] { stall.begin() }
          return ([], [])
        }
      }
      return {
        let mount: JSONValue = ["uri": "file:///mount", "name": "mount"]
        client.notify("workspace/didChangeWorkspaceFolders", ["event": ["added": [mount], "removed": []]])
        await stall.begun()
      }
    case .languageServer:
      let servers = LanguageServers(processID: 1, log: EventLog())
      client.configure { configuration in
        configuration.parts = TestParts(schema: BuiltInSources.schema + [LanguageServerSettings.schema]) {
          servers.apply($0, folders: $1)
        }
        configuration.userSettings = SettingsLayer(
          ["servers": ["deaf": ["command": ["/bin/sleep", "60"], "languages": ["plaintext"]]]],
          origin: .user(path: "/u"))
      }
      // It reads nothing, so more than a pipe holds waits to be written to it.
      return { for _ in 0..<64 { client.edit(String(repeating: "long words ", count: 1000)) } }
    case .program:
      let sources = BuiltInSources(only: nil, model: nil)
      client.configure { configuration in
        configuration.parts = TestParts(sources)
        configuration.userSettings = SettingsLayer(
          ["commands": ["deaf": ["command": ["/bin/sleep", "60"]]]], origin: .user(path: "/u"))
      }
      return { client.request("textDocument/completion", StallClient.place) }
    }
  }

  private static func isLearned(_ stall: Stall) -> @Sendable (String) -> Bool {
    { word in
      if word == "stall" { stall.begin() }
      return true
    }
  }

  private static func onThread(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "test").async(execute: work)
  }
}

/// Stands still from its beginning until the test lets it go.
private final class Stall: Sendable {
  private let beginning = AsyncStream<Void>.makeStream()
  private let gate = DispatchSemaphore(value: 0)

  /// Called by what stalls; returns when the test is over.
  func begin() {
    beginning.continuation.yield()
    gate.wait()
    gate.signal()
  }

  /// Waits until something stands still.
  func begun() async {
    for await _ in beginning.stream { return }
  }

  func end() { gate.signal() }
}

/// Runs each task on whichever thread is free, and blocks none that others need.
private final class Threads: TaskExecutor {
  private let queue = DispatchQueue(label: "test", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A client of a server in this process, over a pipe, as an editor has it.
private final class StallClient {
  static let uri: JSONValue = "file:///a.txt"
  static let place: JSONValue = [
    "textDocument": ["uri": uri], "position": ["line": 0, "character": 0], "context": ["triggerKind": 1],
  ]

  private var configuration = ServerConfiguration(sources: BuiltInSources(only: ["words"]).all)
  private var server: Task<Int32, Never>?
  private let output = MemorySink()
  private let pipe = Pipe()
  private var lastID = 0
  private var version = 1
  private var answers: [Int: JSONValue] = [:]

  func configure(_ change: (inout ServerConfiguration) -> Void) { change(&configuration) }

  func begin(folder: String) async throws {
    let input = InputQueue()
    // The loop's thread lasts as long as the process, and with it what it reads.
    let loop = ReceiveLoop(reading: dup(pipe.fileHandleForReading.fileDescriptor), into: input)
    configuration.executor = Threads()
    let server = Server(configuration, input: input, output: output)
    #expect(loop.start())
    self.server = Task(name: "server", executorPreference: loop) { await server.run() }
    let id = request(
      "initialize",
      [
        "processId": nil, "rootUri": .string("file://\(folder)"),
        "capabilities": ["textDocument": ["inlineCompletion": [:]], "workspace": ["workspaceFolders": true]],
      ])
    _ = try await answer(id)
    notify("initialized", [:])
    open("some text")
    _ = try await answer(to: "no/such")
  }

  // MARK: Talking

  func open(_ text: String) {
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": Self.uri, "languageId": "plaintext", "version": 1, "text": .string(text)]])
  }

  /// Writes a text at the beginning of the document.
  func edit(_ text: String) {
    version += 1
    let place: JSONValue = ["line": 0, "character": 0]
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": Self.uri, "version": .int(version)],
        "contentChanges": [["range": ["start": place, "end": place], "text": .string(text)]],
      ])
  }

  func notify(_ method: String, _ params: JSONValue?) { send(OutgoingMessage.notification(method, params ?? .null)) }

  @discardableResult
  func request(_ method: String, _ params: JSONValue) -> Int {
    lastID += 1
    send(OutgoingMessage.request(method, params, id: .int(lastID)))
    return lastID
  }

  func requestAndCancel(_ method: String, _ params: JSONValue) -> Int {
    lastID += 1
    let request = OutgoingMessage.frame(OutgoingMessage.request(method, params, id: .int(lastID)))
    let cancellation = OutgoingMessage.frame(
      OutgoingMessage.notification("$/cancelRequest", ["id": .int(lastID)] as JSONValue))
    pipe.fileHandleForWriting.write(Data(request + cancellation))
    return lastID
  }

  private func send(_ body: ContiguousArray<UInt8>) {
    pipe.fileHandleForWriting.write(Data(OutgoingMessage.frame(body)))
  }

  func answer(to method: String) async throws -> JSONValue { try await answer(request(method, [:])) }

  /// Waits for the answer to a request.
  func answer(_ id: Int) async throws -> JSONValue {
    if let known = answers[id] { return known }
    for await body in output.bodies {
      let message = try JSONValue(parsing: body)
      guard let other = message["id"]?.intValue, message["method"] == nil else { continue }
      if other == id { return message }
      answers[other] = message
    }
    throw CancellationError()
  }

  /// Waits until the server has ended.
  func end() async -> Int32? {
    let code = await server?.value
    try? pipe.fileHandleForWriting.close()
    return code
  }
}
