import CatchwordFiles
public import Testing

/// Runs a suite on threads of its own.
///
/// A test that drives a program waits for it on its thread. Swift has as many threads for tasks as there are cores, so two
/// such tests would keep all others from running, and those would wait in vain for what is done on these threads, too.
public struct BlockingTrait: SuiteTrait, TestScoping {
  private static let threads = BlockingThreads(width: 64, givesWay: false)

  /// Runs the suite.
  @concurrent public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(BlockingTrait.threads) { try await function() }
  }
}

extension Trait where Self == BlockingTrait {
  /// For suites whose tests wait on their thread.
  public static var blocking: Self { Self() }
}
