import CatchwordFiles
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CatchwordSources

/// What is known of a sorted tags file from one key to the next.
struct TagSearchTests {
  private static func file(_ names: some Sequence<String>) -> [UInt8] {
    let key = { (name: String) in Array(name.utf8) }
    let lines = names.sorted { key($0).lexicographicallyPrecedes(key($1)) }.map { "\($0)\tsome/folder/file.c\t1\n" }
    return Array(lines.joined().utf8)
  }

  private static func describe(_ found: [TagSearch.Found]) -> [String] {
    found.map { "\(String(decoding: $0.line, as: UTF8.self)) \($0.quality) \($0.others)" }
  }

  /// While a word is typed, or taken back, its lines are read, and nothing is looked for.
  @Test func aKeyMoreLooksForNothingAgain() {
    let bytes = TagSearchTests.file((0..<60_000).map { "name\(100_000 + $0)" })
    let reads = Mutex(0)
    let search = {
      let counted = TagBytes(count: bytes.count) { offset, count in
        reads.withLock { $0 += 1 }
        return Array(bytes[min(offset, bytes.count)..<min(bytes.count, offset + count)])
      }
      return TagSearch(bytes: counted, isFolded: false, first: 0)
    }
    let known = search().search("name", limit: 100).known
    #expect(reads.withLock { $0 } > 50)
    for typed in ["name", "nam", "na", "n"] {
      reads.withLock { $0 = 0 }
      let found = search().search(typed, limit: 100, known: known)
      #expect(found.isCut && found.tags.count == 100)
      #expect(reads.withLock { $0 } <= TagSearch.maximumScanned / (64 << 10) + 1, "\(typed)")
    }
  }

  /// Whatever is typed and taken back, what is found is what a lookup finds that knows nothing.
  @Test(arguments: [false, true]) func whatIsKnownChangesNoAnswer(isFolded: Bool) {
    var random = SeededRandom()
    let letters = Array("aAbBeé_1")
    let names = (0..<20_000).map { _ in
      String((0..<(1 + random.below(7))).map { _ in letters[random.below(letters.count)] })
    }
    let bytes = TagSearchTests.file(isFolded ? names.map { $0.uppercased() } : names)
    let search = { (share: Int) in
      TagSearch(bytes: TagBytes(bytes), isFolded: isFolded, first: 0, maximumScanned: share)
    }
    var known = TagRanges()
    var typed = ""
    for _ in 0..<300 {
      if random.below(3) == 0 { typed = String(typed.dropLast(1 + random.below(3))) }
      typed.append(letters[random.below(letters.count)])
      let share = 1 << (9 + random.below(9))
      let limit = 1 + random.below(20)
      let found = search(share).search(typed, limit: limit, known: known)
      let fresh = search(share).search(typed, limit: limit)
      #expect(TagSearchTests.describe(found.tags) == TagSearchTests.describe(fresh.tags), "\(typed)")
      #expect(found.isCut == fresh.isCut)
      known = found.known
    }
  }

  /// What could not be read is not known: the next key looks for it again.
  @Test func whatFailsIsLookedForAgain() {
    let bytes = TagSearchTests.file((0..<60_000).map { "name\(100_000 + $0)" })
    let isBroken = Mutex(true)
    let search = {
      let some = TagBytes(count: bytes.count) { offset, count in
        if isBroken.withLock({ $0 }) { return nil }
        return Array(bytes[min(offset, bytes.count)..<min(bytes.count, offset + count)])
      }
      return TagSearch(bytes: some, isFolded: false, first: 0)
    }
    let broken = search().search("name1", limit: 10)
    #expect(broken.tags.isEmpty)
    isBroken.withLock { $0 = false }
    #expect(search().search("name1", limit: 10, known: broken.known).tags.count == 10)
  }

  @Test func aFileThatIsWrittenBetweenTwoKeysIsReadAsItIs() throws {
    let folder = try TemporaryFolder()
    let reader = TagReader()
    let write = { (names: [String]) in
      let text = "!_TAG_FILE_SORTED\t1\t//\n" + String(decoding: TagSearchTests.file(names), as: UTF8.self)
      return FilePlace(path: try folder.write(text, to: "tags"))
    }
    var place = try write((0..<30_000).map { "name\($0)" })
    #expect(try reader.search(place, for: "na", limit: 10).tags.count == 10)
    place = try write(["aa", "nap", "name"] + (0..<100).map { "other\($0)" })
    #expect(try reader.search(place, for: "nap", limit: 10).tags.count == 1)
  }
}
