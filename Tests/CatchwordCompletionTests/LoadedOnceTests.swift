import CatchwordCompletion
import Synchronization
import TestSupport
import Testing

/// Loading once, in virtual time: each load takes a second.
struct LoadedOnceTests {
  private struct Failure: Error {}

  private let time = VirtualTime()
  private let log = Log()

  /// Loads the number of the load, or fails as often as is said.
  private func number(failing failures: Int = 0) -> LoadedOnce<Int> {
    let loads = Box<Int>()
    return LoadedOnce(clock: time.engineClock, executor: time.executor) { [time, log] in
      let number = (loads.value ?? 0) + 1
      loads.value = number
      log.add("load \(number)")
      do { try await time.clock.sleep(for: .seconds(1)) } catch {
        log.add("load \(number) is cancelled")
        throw error
      }
      if number <= failures { throw Failure() }
      return number
    }
  }

  /// Asks, and notes what comes of it.
  @discardableResult
  private func ask(_ name: String, _ value: LoadedOnce<Int>) -> Task<Void, Never> {
    let task = Task(executorPreference: time.executor) { [log] in
      do { log.add("\(name): \(try await value.value)") } catch { log.add("\(name): \(type(of: error))") }
    }
    time.settle()
    return task
  }

  @Test func allWhoAskWaitForOneLoad() {
    let value = number()
    #expect(value.loadState.isLoading == false)
    for name in ["a", "b", "c"] { ask(name, value) }
    #expect(value.loadState.isLoading)
    time.advance(by: .seconds(1))
    ask("d", value)
    #expect(log.entries.sorted() == ["a: 1", "b: 1", "c: 1", "d: 1", "load 1"])
    #expect(value.loadState.value != nil)
  }

  @Test func oneWhoIsCancelledStopsWaitingAndTheLoadGoesOn() {
    let value = number()
    let first = ask("a", value)
    ask("b", value)
    first.cancel()
    time.settle()
    #expect(log.entries == ["load 1", "a: CancellationError"])
    time.advance(by: .seconds(1))
    #expect(log.entries == ["load 1", "a: CancellationError", "b: 1"])
  }

  /// A load that failed is tried again after one second, two, four, and so on to sixty.
  @Test func failuresAreTriedAgainAfterPausesThatGrow() {
    let value = number(failing: 9)
    var pauses: [Int] = []
    value.begin()
    for load in 1...9 {
      time.advance(by: .seconds(1))
      #expect(value.loadState.error is Failure)
      var pause = 0
      while log.entries.count == load, pause < 100 {
        time.advance(by: .seconds(1))
        pause += 1
        value.begin()
        time.settle()
      }
      pauses.append(pause)
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60])
  }

  @Test func anErrorIsThrownAtOnceUntilThePauseIsOver() {
    let value = number(failing: 1)
    ask("a", value)
    time.advance(by: .seconds(1))
    ask("b", value)
    #expect(log.entries == ["load 1", "a: Failure", "b: Failure"])
    #expect(value.loadState.error is Failure)
    time.advance(by: .seconds(1))
    ask("c", value)
    time.advance(by: .seconds(1))
    #expect(log.entries.suffix(2) == ["load 2", "c: 2"])
  }

  @Test func whatIsDiscardedIsLoadedAnew() {
    let value = number()
    ask("a", value)
    // Who waits, waits for the new load.
    value.discard()
    time.settle()
    #expect(log.entries.sorted() == ["load 1", "load 1 is cancelled", "load 2"])
    time.advance(by: .seconds(1))
    #expect(log.entries.last == "a: 2")
    value.discard()
    ask("b", value)
    time.advance(by: .seconds(1))
    #expect(log.entries.last == "b: 3")
  }

  @Test func aValueThatNobodyHoldsIsNotLoadedFurther() {
    var value: LoadedOnce<Int>? = number()
    value?.begin()
    time.settle()
    value = nil
    time.settle()
    #expect(log.entries == ["load 1", "load 1 is cancelled"])
  }

  /// A load that ends as if it were cancelled, though nobody cancelled it, is a failure: it is not begun over and over.
  @Test func aLoadThatGivesUpByItselfHasFailed() {
    let count = Box<Int>()
    let value = LoadedOnce<Int>(clock: time.engineClock, executor: time.executor) {
      count.value = (count.value ?? 0) + 1
      throw CancellationError()
    }
    ask("a", value)
    #expect(log.entries == ["a: SourceError"])
    #expect(value.loadState.error as? SourceError == .loadCancelled)
    #expect(count.value == 1)
  }
}
