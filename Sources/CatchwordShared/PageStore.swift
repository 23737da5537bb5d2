/// A place where pages are published, and read from by many.
///
/// Its methods may block for as long as the place does not answer: call them on an executor of their own. One that is filled
/// otherwise needs neither `publish` nor `remove`, and the others have a default, too, but for `publication`, `pages` and
/// `forEachPage`.
public protocol PageStore: Sendable {
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

  /// Returns the same where that takes no longer than a millisecond; nil where it may. To ask for the pages then costs the
  /// place no second question. It is not called from a thread that may wait.
  ///
  /// - Throws: `PageStoreError`.
  func promptPages(
    _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> [[UInt8]?]?

  /// Returns all pages of the shortest prefixes, by their names as they are stored, where a question is worth them; nil where
  /// each of them is asked for.
  ///
  /// - Throws: `PageStoreError`.
  func head(of publication: Publication, _ namespace: SharedNamespace) throws -> [[UInt8]: [UInt8]]?

  /// Passes on all pages, with their names as they are stored.
  ///
  /// - Throws: `PageStoreError`.
  func forEachPage(
    of publication: Publication, _ namespace: SharedNamespace, _ body: (_ name: [UInt8], _ page: [UInt8]) -> Void
  ) throws

  /// Ends what is open between questions; the next one opens it anew.
  func rest()

  /// The time for which a description may serve before it is read again.
  var descriptionAge: Duration { get }

  /// Publishes all pages of some words. Each question is answered from the old ones or from the new ones.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds since 1970.
  ///   - rate: The maximum number of bytes that are written a second, on average; nil for no maximum.
  ///   - progress: Called with the number of buckets that are written, and of those that are to be.
  /// - Returns: What is published, and whether it is new: nothing is written when nothing has changed.
  /// - Throws: `PageStoreError`.
  func publish(
    _ tree: PageTree, as namespace: SharedNamespace, time: Int, rate: Int?, _ progress: (Int, Int) -> Void
  ) throws -> (Publication, isNew: Bool)

  /// Returns what is published, if it was made of the same words and all of it is there: then they need not be published.
  ///
  /// - Parameter source: The hash of the words, of `PageDigest`.
  /// - Throws: `PageStoreError`.
  func publication(madeOf source: UInt64, as namespace: SharedNamespace) throws -> Publication?

  /// Removes what is published under a namespace.
  ///
  /// - Returns: False when nothing was.
  /// - Throws: `PageStoreError`.
  func remove(_ namespace: SharedNamespace) throws -> Bool
}

/// A place that cannot be read or written.
public struct PageStoreError: Error, Equatable, CustomStringConvertible {
  /// What happened, and where.
  public let description: String
  /// True when the place as a whole gives no answers now, and may do so later.
  public let isAway: Bool
  /// True when a connection has ended that worked before.
  public let isClosed: Bool
  /// True when nothing can be added because there is no room.
  let isFull: Bool

  /// Creates an error.
  public init(_ description: String, isAway: Bool = false, isClosed: Bool = false) {
    self.init(description, isAway: isAway, isClosed: isClosed, isFull: false)
  }

  init(_ description: String, isAway: Bool = false, isClosed: Bool = false, isFull: Bool) {
    (self.description, self.isAway, self.isClosed) = (description, isAway || isClosed, isClosed)
    self.isFull = isFull
  }

  /// What was waited for has not come by its deadline.
  public static func late(_ place: String = "the server") -> PageStoreError {
    PageStoreError("\(place) does not answer in time: it is busy or hangs, or the way there is slow", isAway: true)
  }
  /// Nothing is published under a namespace.
  public static let nothing = PageStoreError("nothing is published under that name")
  /// A place that is filled otherwise.
  fileprivate static let readOnly = PageStoreError("words cannot be published to this place")
  /// A page is not what was published; to publish the same again would change nothing.
  static let damaged = PageStoreError("a page is damaged: unpublish the words, and publish them again")
}

extension PageStore {
  /// Nothing is known at once.
  public func promptPages(
    _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> [[UInt8]?]? { nil }

  /// Each page is asked for.
  public func head(of publication: Publication, _ namespace: SharedNamespace) throws -> [[UInt8]: [UInt8]]? { nil }

  /// It is read before each question.
  public var descriptionAge: Duration { .zero }

  /// Nothing is open.
  public func rest() {}

  /// Words are published to this place otherwise.
  ///
  /// - Throws: `PageStoreError`.
  public func publish(
    _ tree: PageTree, as namespace: SharedNamespace, time: Int, rate: Int?, _ progress: (Int, Int) -> Void
  ) throws -> (Publication, isNew: Bool) { throw PageStoreError.readOnly }

  /// What was published is not known.
  public func publication(madeOf source: UInt64, as namespace: SharedNamespace) throws -> Publication? { nil }

  /// Words are removed from this place otherwise.
  ///
  /// - Throws: `PageStoreError`.
  public func remove(_ namespace: SharedNamespace) throws -> Bool { throw PageStoreError.readOnly }

  /// Publishes all pages of some words as fast as it goes, without progress.
  ///
  /// - Throws: `PageStoreError`.
  public func publish(
    _ tree: PageTree, as namespace: SharedNamespace, time: Int
  ) throws -> (Publication, isNew: Bool) {
    try publish(tree, as: namespace, time: time, rate: nil) { _, _ in }
  }

  /// Returns true when all pages are as they were published.
  ///
  /// - Throws: `PageStoreError`.
  public func isWhole(_ publication: Publication, _ namespace: SharedNamespace) throws -> Bool {
    var digest: UInt64 = 0
    try forEachPage(of: publication, namespace) { name, page in digest &+= PageDigest.hash(of: name, page) }
    return digest == publication.digest
  }
}
