/// A place where pages are published, and read from by many.
///
/// Its methods may block for as long as the place does not answer: call them on an executor of their own.
package protocol PageStore: Sendable {
  /// Returns what is published under a namespace; nil when nothing is.
  ///
  /// - Throws: `Publication.Refusal`; `PageStoreError` when the place cannot be read.
  func publication(of namespace: SharedNamespace) throws -> Publication?

  /// Returns the pages of some names in a bucket, in their order; nil for one that is not there.
  ///
  /// - Throws: `PageStoreError`.
  func pages(
    _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> [[UInt8]?]

  /// Publishes all pages of some words. Readers see either all of the old ones or all of the new ones.
  ///
  /// - Parameter time: The time, in seconds since 1970.
  /// - Returns: What is published, and whether it is new: nothing is written when nothing has changed.
  /// - Throws: `PageStoreError`.
  func publish(_ tree: PageTree, as namespace: SharedNamespace, time: Int) throws -> (Publication, isNew: Bool)

  /// Removes what is published under a namespace.
  ///
  /// - Returns: False when nothing was.
  /// - Throws: `PageStoreError`.
  func remove(_ namespace: SharedNamespace) throws -> Bool
}

/// A place that cannot be read or written.
package struct PageStoreError: Error, Equatable, CustomStringConvertible {
  /// What happened, and where.
  package let description: String

  /// Creates an error.
  package init(_ description: String) { self.description = description }
}

extension PageStore {
  /// Answers a question.
  ///
  /// - Throws: `PageStoreError`, also when a page is damaged.
  package func answer(
    to question: PageQuestion, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> PageQuestion.Answer {
    let bucket = question.prefix.bucket(of: publication.bucketCount)
    for (bucket, names) in [(bucket, question.inBucket), (.head, question.inHead)] where !names.isEmpty {
      let pages = try pages(names, in: bucket, of: publication, namespace)
      for (name, page) in zip(names, pages) {
        guard let page else { continue }
        guard let words = SharedPage.decoded(page) else {
          throw PageStoreError("a page is damaged: publish them again")
        }
        return question.answer((name, words))
      }
    }
    return question.answer(nil)
  }
}
