import CatchwordCompletion
import Testing

struct LoadStateTests {
  private struct Failure: Error {}

  @Test func comesFromAResult() {
    #expect(LoadState<Int>(.success(5)).value == 5)
    #expect(LoadState<Int>(.failure(Failure())).error is Failure)
  }

  @Test func aCancelledLoadIsNoFailure() {
    let state = LoadState<Int>(.failure(CancellationError()))
    #expect(state.error == nil)
    #expect(state.value == nil)
    if case .idle = state { return }
    Issue.record("\(state) is not idle")
  }

  @Test func knowsWhetherItIsLoading() {
    #expect(LoadState<Int>.loading.isLoading)
    #expect(!LoadState<Int>.idle.isLoading)
    #expect(!LoadState.loaded(1).isLoading)
  }
}
