import TestSupport
import Testing

@testable import CatchwordShared

/// Pages of which some are changed, against those that are made of all words.
struct PageRevisionTests {
  private typealias Pages = [SharedBucket: [[UInt8]: [UInt8]]]

  private func pages(of buckets: PageBuckets) -> Pages {
    Pages(
      uniqueKeysWithValues: buckets.all.map { bucket in
        (bucket.place, Dictionary(uniqueKeysWithValues: bucket.pages.map { ($0.name, $0.page) }))
      })
  }

  /// Words of few parts, so that some beginnings have very many.
  private func randomWord(_ parts: [String], _ random: inout SeededRandom) -> String {
    (0..<1 + random.below(5)).map { _ in parts[random.below(parts.count)] }.joined(
      separator: random.below(4) == 0 ? "_" : "")
  }

  /// Each change of some words gives the pages that all words would, or none.
  @Test(arguments: 0..<16) func theyAreThoseOfAllWords(round: Int) throws {
    var random = SeededRandom()
    let letters = Array(["etaoin", "abAB_é", "абвгё", "日本語学", "aeЖ語", "ae\u{301}o\u{308}"][random.below(6)])
    let parts = (0..<[8, 30, 200][random.below(3)]).map { _ in
      String((0..<1 + random.below(3)).map { _ in letters[random.below(letters.count)] })
    }
    let heaviest = [4, 20, 256][random.below(3)]
    var words: [String: UInt8] = [:]
    for _ in 0..<[30, 900, 6000, 20_000][random.below(4)] {
      words[randomWord(parts, &random)] = UInt8(random.below(heaviest))
    }
    var (made, refused) = (0, 0)
    func all() -> [SharedWord] { words.map { SharedWord($0, weight: $1) } }
    let innerWords = [50, 500, 1 << 19][random.below(3)]
    var tree = PageTree(all())
    tree.innerWords = innerWords
    var before = PageBuckets(tree)
    var publication = Publication(tree, digest: before.digest, time: 1)
    for _ in 0..<12 {
      let old = words
      for _ in 0..<1 + random.below([1, 6, 40][random.below(3)]) {
        let known = random.below(3) > 0 ? words.randomElement(using: &random)?.key : nil
        let word = known ?? randomWord(parts, &random)
        words[word] = random.below(4) == 0 ? nil : UInt8(random.below(heaviest))
      }
      let texts = Set(old.keys).union(words.keys).filter { old[$0] != words[$0] }
      let changes = WordChanges(texts.map { .init($0, from: old[$0], to: words[$0]) }) { least, isWanted in
        all().filter { $0.weight >= least && isWanted($0) }
      }
      tree = PageTree(all())
      tree.innerWords = innerWords
      let after = PageBuckets(tree)
      var stored = pages(of: before)
      var revision = PageRevision(publication) { place in
        let pages = stored[place] ?? [:]
        return (pages, PageBuckets.Bucket(place, pages).digest)
      }
      revision.innerWords = innerWords
      do {
        let (buckets, revised) = try revision.make(changes, time: 2)
        made += 1
        for bucket in buckets.all {
          let pages = Dictionary(uniqueKeysWithValues: bucket.pages.map { ($0.name, $0.page) })
          stored[bucket.place] = pages.isEmpty ? nil : pages
        }
        let wanted = pages(of: after).filter { !$0.value.isEmpty }
        #expect(stored.filter { !$0.value.isEmpty } == wanted)
        for (place, pages) in wanted where stored[place] != pages {
          let names = Set(pages.keys).union((stored[place] ?? [:]).keys).filter { stored[place]?[$0] != pages[$0] }
          Issue.record("\(place) \(names.map { String(decoding: $0, as: UTF8.self) })")
        }
        #expect(revised.digest == after.digest && revised.source == tree.source && revised.wordCount == tree.count)
        #expect(revised.weights == tree.weights && revised.heaviest == tree.weights.heaviest)
      } catch is PageRevision.NeedsAll {
        refused += 1
      }
      (before, publication) = (after, Publication(tree, digest: after.digest, time: 1))
    }
    print("made \(made), refused \(refused), words \(words.count)")
  }
}
