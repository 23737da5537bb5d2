import CatchwordCompletion
import Synchronization
import TestSupport
import Testing

/// The task rule in itself, in virtual time.
struct TaskSlotTests {
  private let time = VirtualTime()
  private let log = Log()

  private func set(
    _ slot: TaskSlot<String>, _ id: String, takes duration: Duration = .zero, delay: Duration = .zero
  ) -> Bool {
    let started = slot.task(id: id, executorPreference: time.executor, delay: delay, clock: time.clock) {
      [log, time] in
      log.add("\(id) begins")
      do {
        try await time.clock.sleep(for: duration)
        log.add("\(id) ends")
      } catch {
        log.add("\(id) is cancelled")
      }
    }
    time.settle()
    return started
  }

  @Test func anEqualIDDoesNothing() {
    let slot = TaskSlot<String>()
    #expect(set(slot, "a", takes: .seconds(1)))
    #expect(!set(slot, "a", takes: .seconds(1)))
    time.advance(by: .seconds(1))
    // Not even when the task has ended.
    #expect(!set(slot, "a"))
    #expect(log.entries == ["a begins", "a ends"])
  }

  @Test func anotherIDCancelsAndRestarts() {
    let slot = TaskSlot<String>()
    _ = set(slot, "a", takes: .seconds(1))
    #expect(set(slot, "b", takes: .seconds(1)))
    time.advance(by: .seconds(1))
    #expect(
      log.entries == ["a begins", "a is cancelled", "b begins", "b ends"]
        || log.entries == ["a begins", "b begins", "a is cancelled", "b ends"])
  }

  @Test func aCancelledDelayNeverStartsTheAction() {
    let slot = TaskSlot<String>()
    _ = set(slot, "a", delay: .milliseconds(100))
    time.advance(by: .milliseconds(99))
    _ = set(slot, "b", delay: .milliseconds(100))
    time.advance(by: .milliseconds(99))
    #expect(log.entries == [])
    time.advance(by: .milliseconds(1))
    #expect(log.entries == ["b begins", "b ends"])
  }

  @Test func theOwnersEndCancels() {
    var slot: TaskSlot<String>? = TaskSlot()
    _ = set(slot!, "a", takes: .seconds(1))
    slot = nil
    time.settle()
    #expect(log.entries == ["a begins", "a is cancelled"])
  }

  @Test func theOwnersEndCancelsADelay() {
    var slot: TaskSlot<String>? = TaskSlot()
    _ = set(slot!, "a", delay: .seconds(1))
    slot = nil
    time.advance(by: .seconds(2))
    #expect(log.entries == [])
  }

  @Test func aCancellationHandlerMayUseTheSlot() {
    let slot = TaskSlot<String>()
    slot.task(id: "a", executorPreference: time.executor) { [time, log] in
      await withTaskCancellationHandler {
        try? await time.clock.sleep(for: .seconds(1))
      } onCancel: {
        log.add("cancelled in favour of \(slot.id ?? "nothing")")
      }
    }
    time.settle()
    _ = set(slot, "b")
    slot.cancel()
    #expect(log.entries.first == "cancelled in favour of b")
  }

  @Test func cancelForgetsTheID() {
    let slot = TaskSlot<String>()
    _ = set(slot, "a", takes: .seconds(1))
    #expect(slot.id == "a")
    slot.cancel()
    time.settle()
    #expect(slot.id == nil)
    #expect(set(slot, "a"))
    #expect(log.entries == ["a begins", "a is cancelled", "a begins", "a ends"])
  }

  @Test func aTaskCancelledBeforeItRunsNeverStarts() {
    let slot = TaskSlot<String>()
    slot.task(id: "a", executorPreference: time.executor) { [log] in log.add("a begins") }
    slot.cancel()
    time.settle()
    #expect(log.entries == [])
  }

  @Test func aSlotForOneTaskNeedsNoID() {
    let slot = TaskSlot<OnlyTask>()
    let start = { [time, log] (name: String) in
      slot.task(executorPreference: time.executor, delay: .seconds(1), clock: time.clock) { log.add(name) }
    }
    #expect(start("a"))
    #expect(!start("b"))
    time.advance(by: .seconds(1))
    #expect(!start("c"))
    slot.cancel()
    #expect(start("d"))
    time.advance(by: .seconds(1))
    #expect(log.entries == ["a", "d"])
  }

  /// A value that is not `Sendable` may be handed to the action, as to that of a `Task`.
  @Test func theActionMayTakeWhatIsNotSendable() async {
    final class Note { var text = "" }
    let slot = TaskSlot<Int>()
    let seen = Box<String>()
    let note = Note()
    note.text = "handed over"
    slot.task(id: 1) { seen.value = note.text }
    await slot.wait()
    #expect(seen.value == "handed over")
  }

  @Test func namesAndPrioritiesAreThoseAskedFor() async {
    let slot = TaskSlot<Int>()
    let seen = Box<[String]>()
    slot.task(id: 1, name: "indexing", priority: .utility) {
      seen.value = [Task.name ?? "", "\(Task.basePriority == .utility)"]
    }
    await slot.wait()
    #expect(seen.value == ["indexing", "true"])
    slot.task(id: 2) { seen.value = [Task.name ?? ""] }
    await slot.wait()
    #expect(seen.value?[0].contains("TaskSlotTests.swift:") == true)
  }

  @Test func itRunsOnThePreferredExecutor() {
    let slot = TaskSlot<Int>()
    let ran = Box<Bool>()
    slot.task(id: 1, executorPreference: time.executor) { ran.value = true }
    #expect(ran.value == nil)
    time.settle()
    #expect(ran.value == true)
  }
}

/// What happened, in order.
final class Log: Sendable {
  private let storage = Mutex<[String]>([])

  var entries: [String] { storage.withLock { $0 } }

  func add(_ entry: String) { storage.withLock { $0.append(entry) } }
}
