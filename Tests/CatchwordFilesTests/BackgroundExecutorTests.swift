import CatchwordFiles
import TestSupport
import Testing

/// A thread that gives way to others.
struct BackgroundExecutorTests {
  @Test func runsOneJobAfterAnother() async {
    let executor = BackgroundExecutor()
    let running = Box<Int>()
    let most = Box<Int>()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask(executorPreference: executor) {
          running.update { ($0 ?? 0) + 1 }
          most.update { max($0 ?? 0, running.value ?? 0) }
          running.update { ($0 ?? 0) - 1 }
        }
      }
    }
    #expect(most.value == 1 && running.value == 0)
  }
}
