import Foundation
import TestSupport
import Testing

@testable import CatchwordFiles

/// What hostile rules cost: their memory is bounded, and what is done for them is counted.
struct IgnoreCostTests {
  /// Lines as long as may be, of which each byte is a token.
  private static let longLines = (0..<32).map { _ in String(repeating: "?", count: 4095) }.joined(separator: "\n")

  /// Of more rules than fit, those of some folders do not count: nothing in these is found, and it is told.
  @Test func theRulesOfAWalkTakeOnlySoMuchMemory() throws {
    let folder = try TemporaryFolder()
    for number in 0..<40 {
      try folder.write(IgnoreCostTests.longLines, to: "f\(number)/.gitignore")
      // As long as the inner folder is not listed, the rules are needed.
      try folder.write("word", to: "f\(number)/in/a.txt")
    }
    let root = try #require(FileSystem.canonical(folder.url.path))
    let limit = 4 << 20
    let budget = IgnoreBudget(steps: FileWalker.maximumSteps, maximumHeldBytes: limit)
    var walker = FileWalker(root: root, selection: FileSelection(), shared: budget)
    var (found, most) = (0, 0)
    while walker.next() != nil {
      found += 1
      most = max(most, budget.heldBytes)
    }
    #expect(found > 0 && found < 40)
    #expect(most > limit / 2 && most <= limit)
    #expect(walker.leftOut.ruleFiles.first?.hasSuffix("/.gitignore:1") == true && !walker.leftOut.isSpent)
    #expect(budget.heldBytes == 0)
  }

  /// What arrays have grown into differs with what the memory was used for before.
  @Test func aPatternTakesWhatItsTokensTake() {
    for count in [100, 2500, 4095] {
      let rules = IgnoreRules(Array(String(repeating: "?", count: count).utf8))
      let least = count * MemoryLayout<IgnoreGlob.Token>.stride
      #expect((least..<least + 512).contains(rules.byteCount), "\(count): \(rules.byteCount)")
    }
  }

  /// What is listed needs its rules no more, so that their number does not matter.
  @Test func rulesGoOnceTheirFoldersAreListed() throws {
    let folder = try TemporaryFolder()
    for number in 0..<50 {
      try folder.write("*.o\n", to: "f\(number)/.gitignore")
      try folder.write("word", to: "f\(number)/a.txt")
    }
    let root = try #require(FileSystem.canonical(folder.url.path))
    let budget = IgnoreBudget(maximumHeldBytes: 2 * IgnoreRules(Array("*.o\n".utf8)).byteCount)
    var walker = FileWalker(root: root, selection: FileSelection(), shared: budget)
    var found = 0
    while walker.next() != nil { found += 1 }
    #expect(found == 50 && walker.leftOut == FileWalker.LeftOut() && budget.heldBytes == 0)
  }

  /// Projects of many packages are not hurt.
  @Test func theRulesOfThreeThousandFoldersFit() {
    let rules = IgnoreRules(Array((0..<20).map { "/out/generated-\($0)/*.o" }.joined(separator: "\n").utf8))
    #expect(3000 * rules.byteCount < IgnoreBudget.maximumHeldBytes)
  }

  @Test func aTokenIsSmall() { #expect(MemoryLayout<IgnoreGlob.Token>.stride <= 4) }

  /// Of several in a row each would go on to all that follow it.
  @Test func severalFoldersInARowAreAsGoodAsOne() {
    let many = IgnoreGlob(Array((String(repeating: "**/", count: 1364) + "x").utf8), isPath: true)
    let one = IgnoreGlob(Array("**/x".utf8), isPath: true)
    #expect(many.byteCount == one.byteCount)
    for path in ["x", "a/x", "a/b/x", "ax", "x/a", "/x"] {
      var (path, manySteps, oneSteps) = (path, 0, 0)
      let isMatch = path.withUTF8 { many.matches($0, steps: &manySteps) }
      #expect(isMatch == path.withUTF8 { one.matches($0, steps: &oneSteps) }, "\(path)")
      #expect(manySteps == oneSteps, "\(path)")
    }
  }

  @Test(arguments: ["", "*"]) func theBytesThatAreComparedAreCounted(star: String) {
    let bytes = String(repeating: "a", count: 4000)
    let glob = IgnoreGlob(Array((star + bytes).utf8), isPath: false)
    for (text, expected) in [(bytes, 500), (bytes + bytes, 500), (String(bytes.dropLast(8)) + "bbbbbbbb", 499)] {
      var (text, steps) = (text, 0)
      _ = text.withUTF8 { glob.matches($0, steps: &steps) }
      #expect(steps >= expected && steps < 510, "\(text.utf8.count): \(steps)")
    }
  }

  /// The steps of reading rules are their bytes, so that each may be looked at a few times only.
  @Test func aSetIsReadInOneGo() throws {
    let bytes = CountedBytes(Array(("[" + String(repeating: "[:", count: 2040) + "x]").utf8))
    var index = 0
    let parsed = ByteSet(parsing: bytes, at: &index)
    let set = try #require(parsed)
    #expect(index == bytes.endIndex)
    #expect((UInt8.min...UInt8.max).filter { set.contains($0) } == Array(":[x".utf8))
    #expect(bytes.reads.value ?? 0 <= 16 * bytes.endIndex)
  }

  @Test func aRangeOfASetHasBothItsEnds() throws {
    let ends: [UInt8] = [1, 63, 64, 100, 127, 128, 191, 192, 255]
    for low in ends {
      for high in ends {
        var index = 0
        let bytes: ContiguousArray<UInt8> = [UInt8(ascii: "["), low, UInt8(ascii: "-"), high, UInt8(ascii: "]")]
        let parsed = ByteSet(parsing: bytes, at: &index)
        let set = try #require(parsed)
        let expected = (UInt8.min...UInt8.max).filter { ($0 >= low && $0 <= high) || $0 == low }
        #expect((UInt8.min...UInt8.max).filter { set.contains($0) } == expected, "\(low) \(high)")
      }
    }
  }
}

/// Bytes that count how often one of them is looked at.
private struct CountedBytes: RandomAccessCollection {
  private let bytes: [UInt8]
  let reads = Box<Int>()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var startIndex: Int { 0 }
  var endIndex: Int { bytes.count }

  subscript(place: Int) -> UInt8 {
    reads.update { ($0 ?? 0) + 1 }
    return bytes[place]
  }
}
