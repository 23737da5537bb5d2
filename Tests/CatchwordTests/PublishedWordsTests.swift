import Catchword
import CatchwordTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// A source over published words, and a place for them, made with the library alone.
struct PublishedWordsTests {
  private let namespace = SharedNamespace("acme/app")!

  @Test func whatIsPrintedIsWhatIsCompiled() throws {
    func read(_ path: String) throws -> String {
      try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
    }
    let article = try read("Sources/Catchword/Catchword.docc/WritingASource.md")
    let compiled = try read("Tests/CatchwordTests/PublishedWordsExample.swift")
    let first = try #require(compiled.range(of: "/// Offers"))
    #expect(article.contains("\n```swift\nimport Catchword\n\n\(compiled[first.lowerBound...])```\n"))
  }

  @Test func aFolderIsAPlace() async throws {
    let folder = try TemporaryFolder()
    let store = FolderPageStore(folder.url.path)
    let tree = PageTree((0..<3000).map { SharedWord("word\($0)", weight: UInt8(clamping: 255 - $0)) })
    #expect(try store.publish(tree, as: namespace, time: 1).isNew)
    try await expect(["word7", "word70", "word71"], for: "word7|", from: store)
  }

  @Test func aPlaceOfOnesOwnNeedsThreeMethods() async throws {
    let store = PlainStore()
    let tree = PageTree((0..<3000).map { SharedWord("word\($0)", weight: UInt8(clamping: 255 - $0)) })
    store.put(tree)
    try await expect(["word7", "word70", "word71"], for: "word7|", from: store)
    let publication = try #require(try store.publication(of: namespace))
    #expect(try store.isWhole(publication, namespace))
    #expect(throws: PageStoreError.self) { try store.publish(tree, as: namespace, time: 2) }
    #expect(throws: PageStoreError.self) { try store.remove(namespace) }
  }

  private func expect(_ words: [String], for text: String, from store: any PageStore) async throws {
    let client = InProcessClient(ServerConfiguration(sources: [TeamWords(store, namespace)]))
    #expect(Array(await client.completions(in: text).prefix(3)) == words)
    await client.end()
    let violations = await SourceContract().violations(of: TeamWords(store, namespace))
    #expect(violations.isEmpty, "\(violations)")
  }

  /// A place in memory, which is filled otherwise than by publishing.
  private final class PlainStore: PageStore {
    private let state = Mutex<(publication: Publication?, pages: [SharedBucket: [String: [UInt8]]])>((nil, [:]))

    func put(_ tree: PageTree) {
      var pages: [SharedBucket: [String: [UInt8]]] = [:]
      var digest: UInt64 = 0
      tree.forEachPage { name, page in
        pages[name.prefix.bucket(of: tree.bucketCount), default: [:]][name.text] = page
        digest &+= PageDigest.hash(of: name, page)
      }
      state.withLock { [pages, digest] in $0 = (Publication(tree, digest: digest, time: 1), pages) }
    }

    func publication(of namespace: SharedNamespace) throws -> Publication? { state.withLock(\.publication) }

    func pages(
      _ names: [PageName], in bucket: SharedBucket, of publication: Publication, _ namespace: SharedNamespace
    ) throws -> [[UInt8]?] {
      state.withLock { state in names.map { state.pages[bucket]?[$0.text] } }
    }

    func forEachPage(
      of publication: Publication, _ namespace: SharedNamespace, _ body: (_ name: [UInt8], _ page: [UInt8]) -> Void
    ) throws {
      state.withLock { state in
        for pages in state.pages.values { for (name, page) in pages { body(Array(name.utf8), page) } }
      }
    }
  }
}
