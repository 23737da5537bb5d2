import CatchwordFiles
import Foundation
import TestSupport
import Testing

@testable import CatchwordShared

/// Words published into a folder, and read from it.
struct FolderPageStoreTests {
  private let folder: TemporaryFolder
  private let store: FolderPageStore
  private let namespace = SharedNamespace("acme/monorepo")!

  init() throws {
    folder = try TemporaryFolder()
    store = FolderPageStore(folder.url.path)
  }

  private var place: String { "\(folder.url.path)/acme/monorepo" }

  private func words(_ texts: [String]) -> PageTree {
    PageTree(texts.enumerated().map { SharedWord($1, weight: UInt8(clamping: 200 - $0)) })
  }

  private func ask(_ typed: String) throws -> [String]? {
    var reader = PageReader(store)
    return try reader.answer(to: SharedPrefix(typed), of: namespace, now: .zero)?.words.map(\.text)
  }

  @Test func whatIsPublishedIsRead() throws {
    #expect(try store.publication(of: namespace) == nil)
    let (publication, isNew) = try store.publish(
      words(["getUser", "getUsers", "Größe", "日本語"]), as: namespace, time: 7)
    #expect(try isNew && store.publication(of: namespace) == publication && publication.wordCount == 4)
    #expect(try ask("GETU") == ["getUser", "getUsers"] && ask("gro") == ["Größe"] && ask("日") == ["日本語"])
    #expect(try ask("g") == ["getUser", "getUsers", "Größe"] && ask("x") == [] && ask("wxyz") == [])
    // Another letter.
    let mended = try ask("getuserx")
    #expect(mended == ["getUsers"])
    // Those who share a machine may read it, as the folder lets them.
    let mode = try FileManager.default.attributesOfItem(atPath: "\(place)/@words")[.posixPermissions] as? Int
    #expect(mode == 0o644)
  }

  @Test func theSameAgainChangesNothing() throws {
    _ = try store.publish(words(["one", "two"]), as: namespace, time: 1)
    let before = try FileManager.default.subpathsOfDirectory(atPath: place).sorted()
    #expect(try store.publish(words(["one", "two"]), as: namespace, time: 2).isNew == false)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: place).sorted() == before)
    #expect(try store.publish(words(["two", "one"]), as: namespace, time: 3).isNew)
    #expect(try store.publish(words(["one"]), as: namespace, time: 3).isNew && ask("t") == [])
  }

  @Test func theSameWordsAreKnownByTheirHash() throws {
    let words = [SharedWord("one", weight: 3), SharedWord("two", weight: 2)]
    let source = PageDigest.hash(of: words, descriptions: ["one": "a number"])
    #expect(store.publication(madeOf: source, as: namespace) == nil)
    let tree = PageTree(words.reversed(), descriptions: ["one": "a number"])
    let (publication, _) = try store.publish(tree, as: namespace, time: 1)
    #expect(store.publication(madeOf: source, as: namespace) == publication)
    #expect(store.publication(madeOf: PageDigest.hash(of: words), as: namespace) == nil)
    // What is gone is put back.
    for file in ["/head", ""] {
      let present = try #require(try store.publication(of: namespace))
      try FileManager.default.removeItem(atPath: "\(place)/@\(present.id)\(file)")
      #expect(store.publication(madeOf: source, as: namespace) == nil)
      #expect(try store.publish(tree, as: namespace, time: 2).isNew)
      #expect(try store.publication(madeOf: source, as: namespace) != nil && ask("on") == ["one"])
    }
  }

  /// What one word loses, another one gains.
  @Test func wordsThatChangeTheirWeightsAreOthers() throws {
    var random = SeededRandom()
    for _ in 0..<300 {
      var texts: Set<String> = []
      while texts.count < 6 {
        texts.insert(String((0..<1 + random.below(3)).map { _ in ["a", "b", "c"][random.below(3)] }))
      }
      let words = texts.map { SharedWord($0, weight: UInt8(90 + random.below(4))) }
      let weights = words.map(\.weight).shuffled(using: &random)
      let others = zip(words, weights).map { SharedWord($0.text, weight: $1) }
      let areSame = others == words
      #expect((PageDigest.hash(of: words) == PageDigest.hash(of: others)) == areSame, "\(words) \(others)")
      #expect((PageBuckets(PageTree(words)).digest == PageBuckets(PageTree(others)).digest) == areSame)
    }
    let words = [SharedWord("get", weight: 90), SharedWord("set", weight: 91)]
    let others = [SharedWord("get", weight: 91), SharedWord("set", weight: 90)]
    _ = try store.publish(PageTree(words), as: namespace, time: 1)
    #expect(store.publication(madeOf: PageDigest.hash(of: others), as: namespace) == nil)
    #expect(try store.publish(PageTree(others), as: namespace, time: 2).isNew)
  }

  /// A reader has the old words or the new ones, at whatever moment it reads.
  @Test func whoReadsTheOldDescriptionHasTheOldWords() throws {
    _ = try store.publish(words(["oldest", "old"]), as: namespace, time: 1)
    let old = try #require(try store.publication(of: namespace))
    _ = try store.publish(words(["newest"]), as: namespace, time: 2)
    let pages = try store.pages(PageQuestion(SharedPrefix("old")).inHead, in: .head, of: old, namespace)
    let words = try #require(pages.compactMap { $0 }.first.flatMap { SharedPage.decoded($0) })
    #expect(try words.map(\.text) == ["old", "oldest"] && ask("new") == ["newest"] && ask("old") == [])
  }

  @Test func whatAKilledPublisherLeftIsNoPublicationAndIsRemoved() throws {
    _ = try store.publish(words(["kept"]), as: namespace, time: 1)
    let (dead, young, foreign) = ("\(place)/@deadbeef", "\(place)/@cafe", "\(place)/beef")
    for path in [dead, young, foreign] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data("half".utf8).write(to: URL(fileURLWithPath: "\(path)/head"))
    }
    for path in [dead, foreign] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date().addingTimeInterval(-3600)], ofItemAtPath: path)
    }
    #expect(try ask("k") == ["kept"])
    _ = try store.publish(words(["kept", "more"]), as: namespace, time: Int(Date().timeIntervalSince1970))
    let left = try FileManager.default.contentsOfDirectory(atPath: place)
    #expect(!left.contains("@deadbeef") && left.contains("@cafe") && left.contains("beef"))
    #expect(try store.remove(namespace) && ask("k") == nil && !store.remove(namespace))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["beef"])
  }

  /// Names of namespaces that look like what a publisher makes.
  @Test(arguments: ["feed", "words", "words/x", "cafe/babe", "1", "deadbeef"])
  func namespacesBelowAnotherStay(name: String) throws {
    let below = try #require(SharedNamespace("acme/monorepo/\(name)"))
    _ = try store.publish(words(["below"]), as: below, time: 1)
    #expect(try !store.remove(namespace))
    _ = try store.publish(words(["above"]), as: namespace, time: 1)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: "\(folder.url.path)/\(below.text)")
    _ = try store.publish(words(["above", "other"]), as: namespace, time: Int(Date().timeIntervalSince1970))
    #expect(try store.remove(namespace) && ask("ab") == nil)
    var reader = PageReader(store)
    #expect(try reader.answer(to: SharedPrefix("be"), of: below, now: .zero)?.words.map(\.text) == ["below"])
  }

  @Test func whatIsReplacedStaysForAWhileHoweverOldItIs() throws {
    let start = Int(Date().timeIntervalSince1970)
    _ = try store.publish(words(["first"]), as: namespace, time: start)
    let first = try #require(try store.publication(of: namespace))
    let long = start + 24 * 3600
    _ = try store.publish(words(["second"]), as: namespace, time: long)
    _ = try store.publish(words(["third"]), as: namespace, time: long + 1)
    func page(of publication: Publication) throws -> [UInt8]? {
      try store.pages(PageQuestion(SharedPrefix("fi")).inHead, in: .head, of: publication, namespace).compactMap(\.self)
        .first
    }
    #expect(try page(of: first) != nil)
    _ = try store.publish(words(["fourth"]), as: namespace, time: long + 3600)
    // That it is gone is not the same as that it has no such word.
    #expect(throws: PageStoreError.self) { try page(of: first) }
    #expect(try ask("fo") == ["fourth"])
  }

  @Test(arguments: 0..<60) func whatIsDamagedOffersNothingWrong(round: Int) throws {
    var random = SeededRandom()
    let texts = (0..<200).map { "word\($0 * 7919 % 1000)" }
    _ = try store.publish(words(texts), as: namespace, time: 1)
    let files = try FileManager.default.subpathsOfDirectory(atPath: place).map { "\(place)/\($0)" }.filter {
      FileSystem.kind(of: $0) == .file
    }.sorted()
    let path = files[random.below(files.count)]
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    switch random.below(4) {
    case 0: bytes = bytes.prefix(random.below(bytes.count))
    case 1: bytes = Data()
    case 2: bytes += Data((0..<100).map { _ in UInt8(random.below(256)) })
    default: for _ in 0..<1 + random.below(50) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
    }
    try FileManager.default.removeItem(atPath: path)
    try bytes.write(to: URL(fileURLWithPath: path))
    for typed in ["w", "wo", "wor", "word", "word1", "word12", "x"] {
      // An error is well; a word that begins otherwise is not.
      let found = (try? ask(typed)) ?? []
      #expect(found.allSatisfy { $0.lowercased().hasPrefix(typed) })
    }
    // Publishing again mends it.
    _ = try store.remove(namespace)
    let (publication, _) = try store.publish(words(texts), as: namespace, time: 2)
    let pages = try store.pages([PageName(.whole, SharedPrefix("w"))], in: .head, of: publication, namespace)
    let found = try #require(pages[0].flatMap { SharedPage.decoded($0) })
    #expect(Set(found.map(\.text)) == Set(texts))
  }

  @Test func whatIsOfAnotherVersionIsRefusedWithTheRemedy() throws {
    _ = try store.publish(words(["one"]), as: namespace, time: 1)
    let path = "\(place)/@words"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    for (old, new, message) in [
      ("format 1", "format 2", "they are of format 2, and this program knows 1: the older one must be updated"),
      ("format 1", "format \u{1B}[2J", "they are of format another kind, and this program knows 1"),
      ("folding 1", "folding 9", "they are sorted by rules of version 9"),
      ("buckets 64", "buckets 63", "is damaged"), ("buckets 64", "buckets 99999999", "is damaged"),
      ("id ", "id ../../", "is damaged"), ("words 1", "words many", "is damaged"),
    ] {
      #expect(text.contains(old))
      try FileManager.default.removeItem(atPath: path)
      try Data(text.replacing(old, with: new).utf8).write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: Publication.Refusal.self) { try store.publication(of: namespace) }
      #expect(error.map { "\($0)".contains(message) } == true, "\(new): \(error.map { "\($0)" } ?? "")")
    }
  }

  @Test func aNamespaceLeadsNowhereElse() {
    for text in [
      "", "/", "/a", "a/", "a//b", "..", "a/../b", "a/.b", ".", "a b", "a\u{0}", "ä", "a:b",
      String(repeating: "a", count: 201),
    ] {
      #expect(SharedNamespace(text) == nil, "\(text)")
    }
    for text in ["a", "acme/monorepo", "a-b_c.d/1"] { #expect(SharedNamespace(text)?.text == text) }
  }

  @Test func aFolderThatIsNotThereIsAnError() throws {
    let gone = FolderPageStore("\(folder.url.path)/not/there")
    #expect(throws: PageStoreError.self) { try gone.publication(of: namespace) }
    let file = try folder.write("text", to: "file")
    #expect(throws: PageStoreError.self) { try FolderPageStore(file).publish(words(["one"]), as: namespace, time: 1) }
  }
}
