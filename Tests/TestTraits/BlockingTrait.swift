import CatchwordFiles
import TestSupport
public import Testing

/// Runs a suite's tests on threads of their own, a few of all such suites' at once.
///
/// A test that drives a program waits for it on its thread. Swift has as many threads for tasks as there are cores, so two
/// such tests would keep all others from running, and those would wait in vain for what is done on these threads, too.
///
/// Programs keep their times beside a few others, as on a user's machine: not beside all the programs of all tests.
public struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
  private static let threads = BlockingThreads(width: 64, givesWay: false)
  private static let limit = ConcurrencyLimit(6)

  public var isRecursive: Bool { true }

  /// Runs a test.
  @concurrent public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await BlockingTrait.limit.run {
      try await withTaskExecutorPreference(BlockingTrait.threads) { try await function() }
    }
  }
}

extension Trait where Self == BlockingTrait {
  /// For suites whose tests wait on their thread.
  public static var blocking: Self { Self() }
}
