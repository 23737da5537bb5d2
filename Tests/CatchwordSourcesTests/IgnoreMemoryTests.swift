import CatchwordCompletion
import CatchwordFiles
import Foundation
import TestSupport
import Testing

@testable import CatchwordSources

/// What a walk knows of the walk before it: a hostile project's rules cost once, not at every look.
struct IgnoreMemoryTests {
  private let folder: TemporaryFolder
  private let root: String
  private let memory = IgnoreMemory()
  private static let wildcards = (0..<2000).map { "*a*\($0)*b*c?d*" }.joined(separator: "\n")

  init() throws {
    folder = try TemporaryFolder()
    root = try #require(FileSystem.canonical(folder.url.path))
  }

  private func walk(_ memory: IgnoreMemory?, maximumSteps: Int = FileWalker.maximumSteps) -> [String] {
    var walker = FileWalker(
      root: root, selection: WorkspaceSettings().selection, memory: memory, maximumSteps: maximumSteps)
    var paths: [String] = []
    while let path = walker.next() { paths.append(path) }
    // Who asks once more, as the index does, gets to know nothing new.
    #expect(walker.next() == nil)
    return paths
  }

  private func writeHostileProject(depth: Int) throws {
    var path = "project/"
    for level in 0..<depth {
      try folder.write(IgnoreMemoryTests.wildcards, to: "\(path).gitignore")
      for file in 0..<5 { try folder.write("word", to: "\(path)a1234567890-\(file)-bcd.txt") }
      path += "f\(level)/"
    }
  }

  @Test(arguments: [1, 5]) func anotherWalkComparesNothingAgain(depth: Int) throws {
    try writeHostileProject(depth: depth)
    let first = walk(memory)
    #expect(first.count > 0 && memory.steps > 100_000)
    // What is read of rules counts as well.
    #expect(walk(memory) == first && memory.steps == 0)
    // A new name is compared, and the others are not.
    let before = memory.steps
    try folder.write("word", to: "project/new.txt")
    #expect(walk(memory).count == first.count + 1)
    #expect(memory.steps > before && memory.steps < 200_000)
  }

  @Test func ofRulesThatTakeTooLongLittleIsComparedInAnotherWalk() throws {
    for file in 0..<40 { try folder.write("word", to: "a1234567890-\(file)-bcd.txt") }
    try folder.write(IgnoreMemoryTests.wildcards, to: ".gitignore")
    let steps = 1_000_000
    let first = walk(memory, maximumSteps: steps)
    let all = walk(nil)
    #expect(first.count < all.count)
    // What did not count for want of time comes little by little.
    let second = Set(walk(memory, maximumSteps: steps))
    #expect(second.isSuperset(of: first) && second.count > first.count)
    #expect(memory.steps < 2 * steps)
    for _ in 0..<20 where memory.steps > 0 { _ = walk(memory, maximumSteps: steps) }
    #expect(walk(memory) == all && memory.steps == 0)
  }

  /// New files that another walk has no time for come with the next; nobody is told that they do not count.
  @Test func newFilesComeLittleByLittle() throws {
    try folder.write(IgnoreMemoryTests.wildcards, to: ".gitignore")
    try folder.write("word", to: "a1234567890-0-bcd.txt")
    #expect(walk(memory).count == 1)
    for file in 1..<100 { try folder.write("word", to: "a1234567890-\(file)-bcd.txt") }
    var walker = FileWalker(root: root, selection: WorkspaceSettings().selection, memory: memory)
    var count = 0
    while walker.next() != nil { count += 1 }
    #expect(count > 1 && count < 100 && walker.leftOut == FileWalker.LeftOut())
    for _ in 0..<100 where memory.steps > 0 { _ = walk(memory) }
    #expect(walk(memory).count == 100 && memory.steps == 0)
  }

  /// Where other rules apply there is time for all of them.
  @Test func otherRulesAreComparedAtOnce() throws {
    for file in 0..<40 { try folder.write("word", to: "a1234567890-\(file)-bcd.txt") }
    try folder.write(IgnoreMemoryTests.wildcards, to: ".gitignore")
    #expect(walk(memory).count == walk(nil).count)
    try folder.write("*1-bcd.txt\n\(IgnoreMemoryTests.wildcards)", to: ".gitignore")
    let fresh = walk(nil)
    #expect(fresh.count < 40 && walk(memory) == fresh)
    #expect(memory.steps > FileWalker.maximumFurtherSteps)
    try FileManager.default.removeItem(atPath: "\(root)/.gitignore")
    #expect(walk(memory).count == 40)
  }

  /// Whatever becomes of files, folders and rules, a walk that remembers finds what one finds that does not.
  @Test func findsWhatAWalkWithoutItFinds() throws {
    var random = SeededRandom()
    let names = ["a", "b", "ab.o", "c.o", "D/a", "D/b", "D/E/a", "D/E/c.o", "F/b"]
    let rules = ["*.o", "a", "!a", "/b", "D/", "E/*", "**/b", "!*.o", "?", ""]
    let places = [".gitignore", "D/.gitignore", "D/E/.gitignore", ".git/info/exclude"]
    for step in 0..<300 {
      let isRule = random.below(2) == 0
      let path = isRule ? places[random.below(places.count)] : names[random.below(names.count)]
      if random.below(3) == 0 {
        try? FileManager.default.removeItem(atPath: "\(root)/\(path)")
      } else {
        let text = (0..<random.below(4)).map { _ in rules[random.below(rules.count)] }.joined(separator: "\n")
        try folder.write(isRule ? text : "word", to: path)
        // Two writes can be in one tick of the file system's clock.
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: Double(1_000_000 + step))], ofItemAtPath: "\(root)/\(path)")
      }
      #expect(walk(memory) == walk(nil), "step \(step), \(path)")
    }
  }

  /// The look at all files that comes after a while, by the ways that a server has.
  @Test func aLookAtAllFilesComparesNothingAgain() throws {
    try writeHostileProject(depth: 3)
    let time = VirtualTime()
    let environment = WorkspaceEnvironment(
      clock: time.engineClock, executor: time.executor, cache: nil, home: nil, stamp: { FileSystem.stamp(of: $0) },
      log: EventLog())
    let path = "\(root)/project"
    let words = WorkspaceRoot(WorkspaceRoot.Place(path: path), settings: WorkspaceSettings(), environment: environment)
    words.wake()
    time.settle()
    let steps = { time.run { await words.memory.steps } }
    let first = try #require(try steps()?.get())
    #expect(first > 100_000)
    time.advance(by: .seconds(20))
    words.wake()
    time.settle()
    let second = try #require(try steps()?.get())
    #expect(second == 0, "\(first)")
  }
}
