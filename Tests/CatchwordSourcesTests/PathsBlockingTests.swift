import CatchwordCompletion
import CatchwordFiles
import CatchwordText
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CatchwordSources

/// Folders that do not answer.
@Suite(.timeLimit(.minutes(10)))
struct PathsBlockingTests {
  private let gate = Gate()

  /// Folders below `/hung` do not answer until the gate is opened.
  private var folders: FolderAccess {
    FolderAccess(
      entries: { [gate] path, take in
        gate.note(path)
        if path.hasPrefix("/hung") { gate.wait() }
        for name in ["one", "two"] {
          var name = name
          _ = name.withUTF8 { take($0, .file) }
        }
      }, stamp: { _ in nil }, kind: { _ in .file })
  }

  private func query(_ line: String) -> CompletionQuery {
    let document = DocumentSnapshot(uri: "x", languageID: "plaintext", version: 1, text: Text(line))
    return CompletionQuery(document: document, offset: document.text.count)
  }

  @Test func aFolderThatHangsHoldsUpNoOther() async throws {
    // With more patience than the test has time: nothing here waits for a clock.
    let pool = BlockingPool(patience: .seconds(3600))
    let source = PathsSource(folders: folders, pool: pool, clock: EngineClock())
    let hung = Task { try await source.completions(for: query("\"/hung/")) }
    await gate.reached()
    for line in ["\"/other/", "\"/third/o", "\"/other/t"] {
      #expect(try await !source.completions(for: query(line)).candidates.isEmpty)
    }
    gate.open()
    #expect(try await hung.value.candidates.count == 2)
  }

  @Test func aLookupInAFolderThatHangsEndsWhenItIsCancelled() async throws {
    let pool = BlockingPool(patience: .seconds(3600))
    let source = PathsSource(folders: folders, pool: pool, clock: EngineClock())
    let hung = Task { try await source.completions(for: query("\"/hung/")) }
    await gate.reached()
    hung.cancel()
    await #expect(throws: CancellationError.self) { try await hung.value }
    gate.open()
  }

  @Test func aFolderThatHangsIsAskedOnceUntilItAnswers() async throws {
    let time = ManualClock()
    let messages = Mutex<[String]>([])
    let log = EventLog()
    log.listen { _, message in messages.withLock { $0.append(message) } }
    let clock = EngineClock(time)
    let pool = BlockingPool(clock: clock)
    let source = PathsSource(folders: folders, pool: pool, clock: clock, log: log)
    let first = Task { try await source.completions(for: query("\"/hung/")) }
    await gate.reached()
    try await Breather.wait(for: "a deadline") { time.nextDeadline != nil }
    time.advance(to: time.now.advanced(by: .seconds(2)))
    // Time is up: what is there, which is nothing, and it says that there may be more.
    let answer = try await first.value
    #expect(answer.candidates.isEmpty && answer.isIncomplete)
    for line in ["\"/hung/", "\"/hung/o", "\"/hung/below/"] {
      let answer = try await source.completions(for: query(line))
      #expect(answer.candidates.isEmpty && answer.isIncomplete, "\(line)")
    }
    #expect(gate.paths == ["/hung"])
    #expect(messages.withLock { $0 } == ["The folder /hung does not answer; what is in it is offered when it does."])
    #expect(try await source.completions(for: query("\"/other/")).candidates.count == 2)
    gate.open()
    try await Breather.wait(for: "the answer") {
      try await !source.completions(for: query("\"/hung/")).candidates.isEmpty
    }
  }

  @Test func threadsAreBoundedThoughEverythingHangs() async throws {
    let time = ManualClock()
    let working = Box<(now: Int, most: Int)>()
    let pool = BlockingPool(clock: EngineClock(time)) { work in DispatchQueue(label: "test").async { work() } }
    var tasks: [Task<Int, any Error>] = []
    for number in 0..<100 {
      tasks.append(
        Task {
          try await pool.run("\(number)", at: "/hung\(number)") { [gate] in
            // What is at work, since one thread may begin while another is about to end.
            working.update { old in
              let now = (old?.now ?? 0) + 1
              return (now, max(old?.most ?? 0, now))
            }
            gate.wait()
            working.update { old in old.map { ($0.now - 1, $0.most) } }
            return number
          }
        })
      guard number < BlockingPool.maximumThreads else { continue }
      await gate.reached()
      time.advance(to: time.now.advanced(by: .seconds(3)))
    }
    gate.open()
    for (number, task) in tasks.enumerated() { #expect(try await task.value == number) }
    #expect(working.value?.most == BlockingPool.maximumThreads)
  }

  @Test func anErrorIsThatOfWhoAsks() async throws {
    struct Broken: Error {}
    let pool = BlockingPool()
    await #expect(throws: Broken.self) { try await pool.run("x", at: "/x") { () throws -> Int in throw Broken() } }
    #expect(try await pool.run("x", at: "/x") { 1 } == 1)
  }
}

/// Holds threads until it is opened, and tells when one has come.
private final class Gate: Sendable {
  private let condition = NSCondition()
  private let isOpen = Mutex(false)
  private let seen = Mutex<[String]>([])
  private let arrivals: AsyncStream<Void>
  private let arrive: AsyncStream<Void>.Continuation

  init() { (arrivals, arrive) = AsyncStream.makeStream() }

  var paths: [String] { seen.withLock { $0 } }

  func note(_ path: String) { seen.withLock { $0.append(path) } }

  func wait() {
    arrive.yield()
    condition.lock()
    while !isOpen.withLock({ $0 }) { condition.wait() }
    condition.unlock()
  }

  func reached() async { for await _ in arrivals { return } }

  func open() {
    condition.lock()
    isOpen.withLock { $0 = true }
    condition.broadcast()
    condition.unlock()
  }
}
