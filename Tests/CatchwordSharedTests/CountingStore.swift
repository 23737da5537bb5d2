import Synchronization

@testable import CatchwordShared

/// A place in memory that counts what it is asked.
final class CountingStore: PageStore {
  private struct State {
    var publication: Publication?
    var pages: [String: [UInt8]] = [:]
    var questions = 0
    var heads = 0
    var asked: [String] = []
  }

  private let state = Mutex(State())
  private let hasHead: Bool
  let descriptionAge: Duration
  let isAway = Mutex(false)
  /// What tells for each question whether it is answered at once; nil where none is.
  let isPrompt = Mutex<(@Sendable () -> Bool)?>(nil)

  /// - Parameter descriptionAge: The time for which a description serves; nil for ten seconds where there is a head.
  init(hasHead: Bool, descriptionAge: Duration? = nil) {
    (self.hasHead, self.descriptionAge) = (hasHead, descriptionAge ?? (hasHead ? .seconds(10) : .zero))
  }

  var questions: Int { state.withLock { $0.questions } }
  var heads: Int { state.withLock { $0.heads } }
  /// The prefixes for which a bucket was asked.
  var asked: [String] { state.withLock { $0.asked } }

  private func key(_ name: PageName, _ bucketCount: Int) -> String {
    "\(name.prefix.bucket(of: bucketCount).name) \(name.text)"
  }

  private func answer<Value>(_ body: (inout State) -> Value) throws -> Value {
    if isAway.withLock({ $0 }) { throw PageStoreError("it is away", isAway: true) }
    return state.withLock { state in
      state.questions += 1
      return body(&state)
    }
  }

  func publication(of namespace: SharedNamespace) throws -> Publication? { try answer { $0.publication } }

  func pages(
    _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> [[UInt8]?] {
    try answer { state in
      if bucket != .head, let name = names.first { state.asked.append(name.prefix.text) }
      return names.map { state.pages["\(bucket.name) \($0.text)"] }
    }
  }

  func promptPages(
    _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
  ) throws -> [[UInt8]?]? {
    guard isPrompt.withLock({ $0 })?() == true else { return nil }
    return try pages(names, in: bucket, of: publication, namespace)
  }

  func head(of publication: Publication, _ namespace: SharedNamespace) throws -> [[UInt8]: [UInt8]]? {
    guard hasHead else { return nil }
    return try answer { state in
      state.heads += 1
      let head = state.pages.filter { $0.key.hasPrefix("head ") }
      return Dictionary(uniqueKeysWithValues: head.map { (Array($0.key.dropFirst(5).utf8), $0.value) })
    }
  }

  /// Makes a page one that cannot be read.
  func spoil(_ name: PageName) {
    state.withLock { state in
      for key in state.pages.keys where key.hasSuffix(" \(name.text)") { state.pages[key] = [0xFF] }
    }
  }

  func publish(
    _ tree: PageTree, as namespace: SharedNamespace, time: Int, rate: Int?, _ progress: (Int, Int) -> Void
  ) throws -> (Publication, isNew: Bool) {
    var pages: [String: [UInt8]] = [:]
    tree.forEachPage { name, page in pages[key(name, tree.bucketCount)] = page }
    let publication = Publication(tree, digest: 0, time: time)
    state.withLock { ($0.pages, $0.publication) = (pages, publication) }
    return (publication, true)
  }

  func forEachPage(
    of publication: Publication, _ namespace: SharedNamespace, _ body: (_ name: [UInt8], _ page: [UInt8]) -> Void
  ) throws {}

  func remove(_ namespace: SharedNamespace) throws -> Bool {
    state.withLock { $0.publication = nil }
    return true
  }
}
