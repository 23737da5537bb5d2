/// A place where few words can be changed without writing all of them.
package protocol RevisablePageStore: PageStore {
  /// Publishes changes of words.
  ///
  /// - Parameters:
  ///   - source: The hash of the words that have changed, of `PageDigest`.
  ///   - time: The time, in seconds since 1970.
  ///   - rate: The maximum number of bytes that are written a second, on average; nil for no maximum.
  ///   - progress: Called with the number of buckets that are written, and of those that are to be.
  /// - Returns: What is published now; nil when nothing was written, as all words are to be published: others are there, or not
  ///   all of their pages, or the changes need more than what is there.
  /// - Throws: `PageStoreError`.
  func publish(
    _ changes: WordChanges, of source: UInt64, as namespace: SharedNamespace, time: Int, rate: Int?,
    _ progress: (Int, Int) -> Void
  ) throws -> Publication?
}
