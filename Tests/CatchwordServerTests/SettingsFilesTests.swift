import CatchwordCompletion
import CatchwordRPC
import CatchwordSettings
import CatchwordTranscript
import Synchronization
import TestSupport
import Testing

@testable import CatchwordServer

/// Files of settings that are read while the server goes on.
struct SettingsFilesTests {
  private let time = VirtualTime()
  private let threads = Threads()
  private let user = Box<SettingsLayer>()
  /// True once the descriptions of all settings were asked for.
  private let hasSchema = Box<Bool>()
  private let peer: InProcessPeer

  /// Threads that do nothing until they are told to.
  private final class Threads: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    func start(_ work: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(work) } }

    /// Runs the thread that has waited longest; false when there is none.
    @discardableResult
    func run() -> Bool {
      guard let work = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
      work()
      return true
    }
  }

  private static let path = "/home/config.json"

  init() {
    var configuration = ServerConfiguration.scripted([["name": "scripted", "words": ["heron", "hermit"]]], time: time)
    configuration.userSettings = SettingsLayer(origin: .user(path: SettingsFilesTests.path))
    configuration.readUserSettings = { [user] in
      (user.value ?? SettingsLayer(origin: .user(path: SettingsFilesTests.path)), nil)
    }
    configuration.startThread = { [threads] in threads.start($0) }
    var parts = TestParts()
    parts.onSchema = { [hasSchema] in hasSchema.value = true }
    configuration.parts = parts
    peer = InProcessPeer(configuration, time: time)
  }

  // MARK: Talking

  private func send(_ messages: JSONValue...) {
    var bytes: ContiguousArray<UInt8> = []
    for message in messages {
      guard case .object(var fields) = message else { continue }
      fields["jsonrpc"] = "2.0"
      bytes += OutgoingMessage.frame(ContiguousArray(JSONValue.object(fields).json.utf8))
    }
    peer.send(bytes)
  }

  /// What has come, but for log messages.
  private func received() -> [JSONValue] {
    var messages: [JSONValue] = []
    while case .message(let message) = peer.receive(within: nil) {
      if message["method"] != "window/logMessage" { messages.append(message) }
    }
    return messages
  }

  private func labels(_ message: JSONValue?) -> [String] {
    (message?["result"]?["items"]?.arrayValue ?? []).compactMap { $0["label"]?.stringValue }
  }

  private static let initialize: JSONValue = ["id": 1, "method": "initialize", "params": ["capabilities": [:]]]
  private static let uri: JSONValue = ["uri": "file:///a.txt"]
  private static let open: JSONValue = [
    "method": "textDocument/didOpen",
    "params": ["textDocument": ["uri": "file:///a.txt", "languageId": "plaintext", "version": 1, "text": "he"]],
  ]
  private static let edit: JSONValue = [
    "method": "textDocument/didChange",
    "params": [
      "textDocument": ["uri": "file:///a.txt", "version": 2],
      "contentChanges": [
        ["range": ["start": ["line": 0, "character": 2], "end": ["line": 0, "character": 2]], "text": "r"]
      ],
    ],
  ]
  private static let unknown: JSONValue = ["id": "unknown", "method": "no/such"]
  private static let changed: JSONValue = [
    "method": "workspace/didChangeWatchedFiles",
    "params": ["changes": [["uri": .string("file://\(path)"), "type": 2]]],
  ]

  private static func completion(_ id: Int, character: Int = 2) -> JSONValue {
    [
      "id": .int(id), "method": "textDocument/completion",
      "params": ["textDocument": uri, "position": ["line": 0, "character": .int(character)]],
    ]
  }

  /// Initializes the server, whose settings are read at once.
  private func begin() {
    send(SettingsFilesTests.initialize)
    threads.run()
    time.settle()
    send(SettingsFilesTests.open)
    #expect(received().map { $0["id"] } == [1])
  }

  // MARK: Initializing

  @Test func theFirstListHasTheUsersSettingsAlsoWhenAllIsWrittenAtOnce() {
    user.value = SettingsLayer(["limit": 1], origin: .user(path: SettingsFilesTests.path))
    send(SettingsFilesTests.initialize, SettingsFilesTests.open, SettingsFilesTests.completion(2))
    #expect(received() == [])
    threads.run()
    time.settle()
    let answers = received()
    #expect(answers.map { $0["id"] } == [1, 2])
    #expect(labels(answers.last).count == 1)
  }

  /// To make them is much of what a start is.
  @Test func withoutAnySettingsTheirDescriptionsAreNotAskedFor() {
    begin()
    send(SettingsFilesTests.completion(2))
    #expect(received().map { labels($0).count } == [2])
    #expect(hasSchema.value == nil)
    user.value = SettingsLayer(["limit": 1], origin: .user(path: SettingsFilesTests.path))
    send(SettingsFilesTests.changed, SettingsFilesTests.completion(3))
    threads.run()
    time.settle()
    #expect(received().map { labels($0).count } == [1])
    #expect(hasSchema.value == true)
  }

  @Test func aHomeThatDoesNotAnswerDoesNotKeepTheServerFromBeginning() {
    user.value = SettingsLayer(["limit": 1], origin: .user(path: SettingsFilesTests.path))
    send(SettingsFilesTests.initialize, SettingsFilesTests.open, SettingsFilesTests.completion(2))
    time.advance(by: Server.settingsPatience - .milliseconds(1))
    #expect(received() == [])
    time.advance(by: .milliseconds(1))
    let answers = received()
    #expect(answers.map { $0["id"] } == [1, 2])
    #expect(labels(answers.last).count == 2)
    // Once it has been read, it counts.
    threads.run()
    time.settle()
    send(SettingsFilesTests.completion(3))
    #expect(received().map { labels($0).count } == [1])
  }

  @Test func aCancellationIsKnownWhatever() {
    send(SettingsFilesTests.initialize, SettingsFilesTests.open, SettingsFilesTests.completion(2))
    send(["method": "$/cancelRequest", "params": ["id": 2]])
    threads.run()
    time.settle()
    #expect(received().map { $0["error"]?["code"] } == [nil, -32800])
  }

  @Test(arguments: [true, false])
  func theEndOfTheInputIsTheEndAlsoWhileSettingsAreRead(isRead: Bool) {
    send(SettingsFilesTests.initialize, ["id": 2, "method": "shutdown"], ["method": "exit"])
    peer.closeInput()
    if isRead { threads.run() } else { time.advance(by: Server.settingsPatience) }
    time.settle()
    #expect(received().map { $0["id"] } == [1, 2])
    #expect(peer.exitCode() == 0)
  }

  // MARK: Following

  @Test func aListBehindAChangeOfTheFileHasItsSettings() {
    begin()
    user.value = SettingsLayer(["limit": 1], origin: .user(path: SettingsFilesTests.path))
    send(SettingsFilesTests.changed, SettingsFilesTests.completion(2))
    #expect(received() == [])
    threads.run()
    time.settle()
    #expect(received().map { labels($0).count } == [1])
  }

  /// Nothing but completions waits, and those no longer than until the next edit.
  @Test func whileAFileIsReadEverythingElseGoesOn() {
    begin()
    send(SettingsFilesTests.changed, SettingsFilesTests.completion(2), SettingsFilesTests.completion(3))
    send(SettingsFilesTests.unknown)
    #expect(received().map { $0["id"] } == ["unknown"])
    send(["method": "$/cancelRequest", "params": ["id": 2]])
    #expect(received().map { $0["error"]?["code"] } == [-32800])
    send(SettingsFilesTests.edit)
    #expect(received().map { $0["id"] } == [3])
    send(SettingsFilesTests.completion(4, character: 3))
    time.advance(by: Server.settingsPatience)
    #expect(received().map { labels($0).sorted() } == [["hermit", "heron"]])
    // Nobody waits for it again.
    send(SettingsFilesTests.changed, SettingsFilesTests.completion(5, character: 3))
    #expect(received().map { $0["id"] } == [5])
  }

  @Test func whatIsWrittenLastCounts() {
    begin()
    user.value = SettingsLayer(["limit": 1], origin: .user(path: SettingsFilesTests.path))
    send(SettingsFilesTests.changed)
    user.value = SettingsLayer(["limit": 2], origin: .user(path: SettingsFilesTests.path))
    send(SettingsFilesTests.changed)
    while threads.run() {}
    time.settle()
    send(SettingsFilesTests.completion(2))
    #expect(received().map { labels($0).count } == [2])
  }

  // MARK: Reading

  @Test func aFileThatChangesWhileItIsReadIsReadAgain() {
    let (threads, files) = (Threads(), Box<SettingsFiles>())
    let count = Mutex(0)
    let reader = SettingsFiles(
      reader: { place in
        let number = count.withLock {
          $0 += 1
          return $0
        }
        if number == 1 { files.value?.read([place]) }
        return SettingsFiles.Reading(problem: "\(number)")
      }, startThread: { threads.start($0) }, whenRead: {})
    files.value = reader
    reader.read([.user])
    reader.read([.user])
    #expect(reader.isReading)
    while threads.run() {}
    #expect(count.withLock { $0 } == 2)
    #expect(reader.take().readings == [.user: SettingsFiles.Reading(problem: "2")])
    #expect(!reader.isReading && reader.take().readings.isEmpty)
  }

  @Test func aFolderThatDoesNotAnswerKeepsNoOtherWaiting() {
    let threads = Threads()
    let reader = SettingsFiles(
      reader: { _ in SettingsFiles.Reading() }, startThread: { threads.start($0) }, whenRead: {})
    let places = (0..<40).map { SettingsFiles.Place.project(folder: "/\($0)") }
    reader.read(places)
    #expect(reader.take().unread.count == 40)
    // The other threads never run: one is enough for all.
    threads.run()
    #expect(reader.take().readings.count == 40)
  }
}
