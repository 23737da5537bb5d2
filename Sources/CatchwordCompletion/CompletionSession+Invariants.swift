extension CompletionSession {
  /// Stops a debug build if the state is not as it must be; called at the end of each input.
  ///
  /// - Complexity: O(sources + requests).
  func checkInvariants() {
    #if DEBUG
      if let task {
        assert(!task.waiters.isEmpty, "a task without requests")
        assert(task.missing.isSubset(of: task.sources))
        assert(task.missing.allSatisfy { lookups[$0] != nil }, "a task waits for a source that is not asked")
        assert(anchor != nil)
      }
      if anchor == nil { assert(answers.isEmpty && lookups.isEmpty, "answers, or lookups, that belong to no word") }
      assert(followed == nil || followed?.completion === newest, "a list is followed although something newer has come")
      let numbers = lookups.values.map(\.number) + compositions.keys
      assert(Set(numbers).count == numbers.count, "a number that two things have")
      let owned = compositions.values.filter(\.ownsWaiters).flatMap(\.waiters) + (task?.waiters ?? [])
      assert(Set(owned.map(ObjectIdentifier.init)).count == owned.count, "a request that is to be answered twice")
    #endif
  }
}
