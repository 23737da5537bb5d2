import CatchwordCompletion
import CatchwordRPC
import CatchwordTranscript
import Synchronization
import TestSupport
import Testing

@testable import CatchwordServer

/// Bans hold from when they are read, as far as that costs little.
struct PendingBansTests {
  /// What was published, and how often.
  private final class Published: Sendable {
    private let state = Mutex<(learned: LearnedWords, count: Int)>((LearnedWords(), 0))

    func take(_ learned: LearnedWords) { state.withLock { $0 = (learned, $0.count + 1) } }

    var count: Int { state.withLock { $0.count } }

    func isBanned(_ word: String) -> Bool { state.withLock { $0.learned.isBanned(word, languageID: "c") } }
  }

  private let published = Published()
  private let bans: PendingBans

  init() { bans = PendingBans { [published] in published.take($0) } }

  @Test func onlySoManyHoldInAdvance() {
    let numbers = (0..<2000).map { bans.begin(true, "word\($0)", languageID: nil) }
    #expect(numbers.count { $0 != nil } == PendingBans.maximumPending)
    #expect(numbers.prefix(PendingBans.maximumPending).allSatisfy { $0 != nil })
    #expect(published.isBanned("word0") && !published.isBanned("word1999"))
    for number in numbers { number.map(bans.end) }
    #expect(published.count == 2 * PendingBans.maximumPending)
    #expect(bans.begin(true, "word1999", languageID: nil) != nil && published.isBanned("word1999"))
  }

  /// Bans and their ends of a few words, read and written down in turns, and what has to hold after each step.
  @Test func nothingIsOvertakenByWhatWasReadBeforeIt() {
    var random = SeededRandom()
    var learned = LearnedWords()
    var waiting: [(isBanned: Bool, word: String, languageID: String?, number: Int?)] = []
    for _ in 0..<5000 {
      if waiting.isEmpty || (waiting.count < 100 && Bool.random(using: &random)) {
        let (isBanned, word) = (Bool.random(using: &random), "word\(random.below(5))")
        let languageID = Bool.random(using: &random) ? nil : "c"
        waiting.append((isBanned, word, languageID, bans.begin(isBanned, word, languageID: languageID)))
      } else {
        let change = waiting.removeFirst()
        learned.setBanned(change.isBanned, change.word, languageID: change.languageID)
        bans.memoryDidChange(learned)
        change.number.map(bans.end)
      }
      var expected = learned
      for change in waiting where change.number != nil {
        expected.setBanned(change.isBanned, change.word, languageID: change.languageID)
      }
      for word in 0..<5 {
        #expect(published.isBanned("word\(word)") == expected.isBanned("word\(word)", languageID: "c"))
      }
    }
  }

  /// A memory that writes nothing down before it is let go.
  private final class HeldMemory: WordMemory {
    private let gate = AsyncStream<Void>.makeStream()
    private let state = Mutex<(learned: LearnedWords, listener: (@Sendable (LearnedWords) -> Void)?, count: Int)>(
      (LearnedWords(), nil, 0))

    /// How many changes are written down.
    var count: Int { state.withLock { $0.count } }

    func release() { gate.continuation.finish() }

    func whenChanged(_ listener: @escaping @Sendable (LearnedWords) -> Void) {
      state.withLock { $0.listener = listener }
    }

    func note(_ acceptance: Acceptance) {}
    func refresh() {}
    func forget(_ word: String?) async throws -> Int { 0 }

    func setBanned(_ isBanned: Bool, _ word: String, languageID: String?) async throws {
      for await _ in gate.stream {}
      let (learned, listener) = state.withLock { state in
        state.learned.setBanned(isBanned, word, languageID: languageID)
        state.count += 1
        return (state.learned, state.listener)
      }
      listener?(learned)
    }
  }

  @Test func aCompletionWaitsForNoneOfVeryManyBans() {
    let (time, memory) = (VirtualTime(), HeldMemory())
    var configuration = ServerConfiguration.scripted([["name": "s", "words": ["holland", "hollow"]]], time: time)
    configuration.memory = memory
    let peer = InProcessPeer(configuration, time: time)
    let document: JSONValue = ["uri": "a", "languageId": "c", "version": 0, "text": "ho"]
    send(
      [
        ["id": 0, "method": "initialize", "params": ["capabilities": ["workspace": ["executeCommand": [:]]]]],
        ["method": "textDocument/didOpen", "params": ["textDocument": document]],
      ], to: peer)
    func command(_ id: Int, _ name: String, _ word: String) -> JSONValue {
      let params: JSONValue = ["command": .string("catchword.\(name)"), "arguments": [.string(word)]]
      return ["id": .int(id), "method": "workspace/executeCommand", "params": params]
    }
    let place: JSONValue = ["textDocument": ["uri": "a"], "position": ["line": 0, "character": 2]]
    // In one write, so that none of them is written down when the next one is read.
    var messages = [command(1, "ban", "hollow")]
    for id in 2...2000 { messages.append(command(id, "unban", "word\(id)")) }
    messages.append(command(2001, "ban", "holland"))
    messages.append(["id": 2002, "method": "textDocument/completion", "params": place])
    send(messages, to: peer)
    peer.wait(.seconds(1))
    var answers = answers(of: peer)
    #expect(memory.count == 0)
    // What was read first holds already; what was read after many others does when it is answered.
    #expect(labels(answers[2002]) == ["holland"])
    #expect((1...2001).allSatisfy { answers[$0] == nil })
    memory.release()
    peer.wait(.seconds(1))
    answers = self.answers(of: peer)
    #expect(memory.count == 2001)
    #expect((1...2001).allSatisfy { answers[$0]?["error"] == nil && answers[$0]?["result"] == .null })
  }

  @Test func whatDidNotHoldInAdvanceHoldsWhenItIsWrittenDown() {
    for number in 0..<PendingBans.maximumPending { _ = bans.begin(true, "word\(number)", languageID: nil) }
    #expect(bans.begin(true, "late", languageID: nil) == nil && !published.isBanned("late"))
    var learned = LearnedWords()
    learned.setBanned(true, "late", languageID: nil)
    bans.memoryDidChange(learned)
    #expect(published.isBanned("late") && published.isBanned("word0"))
  }

  // MARK: Talking

  private func send(_ messages: [JSONValue], to peer: InProcessPeer) {
    let frames = messages.map { message in
      var fields = message.objectValue ?? [:]
      fields["jsonrpc"] = "2.0"
      return OutgoingMessage.frame(ContiguousArray(JSONValue.object(fields).json.utf8))
    }
    peer.send(ContiguousArray(frames.joined()))
  }

  private func answers(of peer: InProcessPeer) -> [Int: JSONValue] {
    var answers: [Int: JSONValue] = [:]
    while case .message(let message) = peer.receive(within: nil) {
      if let id = message["id"]?.intValue { answers[id] = message }
    }
    return answers
  }

  private func labels(_ answer: JSONValue?) -> [String] {
    answer?["result"]?["items"]?.arrayValue?.compactMap { $0["label"]?.stringValue } ?? []
  }
}
