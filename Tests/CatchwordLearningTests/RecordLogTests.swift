import CatchwordFiles
import Foundation
import TestSupport
import Testing

@testable import CatchwordLearning

/// A file to which several append, and that survives what ends them.
struct RecordLogTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var log: RecordLog { RecordLog(path: folder.url.appendingPathComponent("state/log").path) }

  private func append(_ records: [String], to log: RecordLog) throws {
    var records = records
    try log.append(&records)
    #expect(records.isEmpty)
  }

  private func records(_ log: RecordLog) throws -> [String] { try log.read(from: nil)?.records ?? [] }

  @Test func whatIsAppendedIsRead() throws {
    #expect(try records(log) == [])
    try append(["one", "zwei\tüber", ""], to: log)
    let first = try #require(try log.read(from: nil))
    #expect(first.records == ["one", "zwei\tüber", ""] && first.isWhole)
    #expect(try log.read(from: first.position) == nil)
    try append(["three"], to: log)
    let second = try #require(try log.read(from: first.position))
    #expect(second.records == ["three"] && !second.isWhole)
    // Replaced, it is read whole.
    try log.rewrite(of: ["one", "two", "three"]) { $0.filter { $0 != "one" } }
    let third = try #require(try log.read(from: second.position))
    #expect(third.records == ["zwei\tüber", "", "three"] && third.isWhole)
    try FileManager.default.removeItem(atPath: log.path)
    let none = try #require(try log.read(from: third.position))
    #expect(none.records == [] && none.isWhole && none.position == nil)
  }

  /// A newer program beside this one may write what this one does not know.
  @Test func recordsOfOtherKindsAreKept() throws {
    try append(["later\t1", "one\ta", "later", "one\tb", "later\t2"], to: log)
    try log.rewrite(of: ["one"]) { records in
      #expect(records == ["one\ta", "one\tb"])
      return ["one\tab"]
    }
    #expect(try records(log) == ["later\t1", "later", "later\t2", "one\tab"])
    try log.rewrite(of: ["one"], keepsOthers: { $0 != "later" }) { $0 }
    #expect(try records(log) == ["later\t1", "later\t2", "one\tab"])
    // Not without end.
    for number in 0..<200 { try append(["later\t\(number) " + String(repeating: "x", count: 3_000)], to: log) }
    try log.rewrite(of: ["one"]) { $0 }
    let kept = try records(log)
    #expect((50..<100).contains(kept.count) && kept.last == "one\tab" && kept[kept.count - 2].hasPrefix("later\t199 "))
  }

  @Test func nobodyElseReadsIt() throws {
    try append(["one"], to: log)
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(log.path) == 0o600)
    #expect(try mode(folder.url.appendingPathComponent("state").path) == 0o700)
    #expect(chmod(log.path, 0o644) == 0)
    try append(["two"], to: log)
    #expect(try mode(log.path) == 0o600)
    try log.rewrite(of: []) { $0 }
    #expect(try mode(log.path) == 0o600)
  }

  /// Killed at any moment of writing, or of rewriting.
  @Test func cutAnywhereItLosesWhatIsCutAndNoMore() throws {
    let all = (0..<20).map { "record \($0) é" }
    let whole = all.map { RecordLog.encoded($0) }
    let bytes = whole.flatMap { $0 }
    try append(["x"], to: log)
    for end in 0...bytes.count {
      try Data(bytes[..<end]).write(to: URL(fileURLWithPath: log.path))
      var kept = 0
      var length = 0
      // Without the last line feed a record is not known to be whole.
      while kept < all.count, length + whole[kept].count <= end {
        length += whole[kept].count
        kept += 1
      }
      #expect(try records(log) == Array(all[..<kept]))
      let position = try log.read(from: nil)?.position
      try append(["after"], to: log)
      // The record whose line feed was cut off is whole all the same, once another line begins.
      let isComplete = kept < all.count && end == length + whole[kept].count - 1
      let expected = Array(all[..<(kept + (isComplete ? 1 : 0))]) + ["after"]
      #expect(try records(log) == expected)
      #expect(try log.read(from: position)?.records.suffix(1) == ["after"])
      if end % 37 == 0 {
        try Data("half a file".utf8).write(to: URL(fileURLWithPath: log.path + ".new"))
        try log.rewrite(of: []) { $0 }
        #expect(try records(log) == expected)
        #expect(!FileManager.default.fileExists(atPath: log.path + ".new"))
      }
    }
  }

  @Test func whatIsDamagedIsLeftOut() throws {
    var random = SeededRandom()
    let all = (0..<20).map { "record \($0)" }
    try append(all, to: log)
    let good = try Data(contentsOf: URL(fileURLWithPath: log.path))
    for _ in 0..<300 {
      var bytes = good
      for _ in 0..<(1 + random.below(4)) { bytes[random.below(bytes.count)] ^= UInt8(1 + random.below(255)) }
      try bytes.write(to: URL(fileURLWithPath: log.path))
      let found = try records(log)
      #expect(found.allSatisfy(all.contains) && found.count >= all.count - 8)
    }
    try Data((0..<10_000).map { _ in UInt8(random.below(256)) }).write(to: URL(fileURLWithPath: log.path))
    #expect(try records(log) == [])
  }

  /// Many at once, some of which make the file anew all the time.
  @Test(.timeLimit(.minutes(10)))
  func severalAtOnceLoseNothing() async throws {
    let log = log
    // Each on a thread of its own, so that they really meet.
    func thread(_ name: String) -> BlockingExecutor { BlockingExecutor(label: name) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<6 {
        group.addTask(executorPreference: thread("writer \(writer)")) {
          for number in 0..<200 {
            var records = ["w\t\(writer) \(number)"]
            try log.append(&records)
          }
        }
      }
      for rewriter in 0..<2 {
        group.addTask(executorPreference: thread("rewriter \(rewriter)")) {
          for _ in 0..<60 { try log.rewrite(of: ["w"]) { $0.shuffled() } }
        }
      }
      group.addTask(executorPreference: thread("reader")) {
        var position: RecordLog.Position?
        for _ in 0..<200 {
          if let reading = try log.read(from: position) { position = reading.position }
        }
      }
      try await group.waitForAll()
    }
    let found = try records(log)
    #expect(found.count == 1200)
    #expect(Set(found) == Set((0..<6).flatMap { writer in (0..<200).map { "w\t\(writer) \($0)" } }))
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["folder", "pipe", "link", "loop"])
  func whatIsNoFileIsRefusedAtOnce(kind: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.url.appendingPathComponent("state").path, withIntermediateDirectories: true)
    switch kind {
    case "folder": try FileManager.default.createDirectory(atPath: log.path, withIntermediateDirectories: false)
    case "pipe": #expect(mkfifo(log.path, 0o600) == 0)
    case "link":
      try folder.write("mine", to: "other")
      #expect(symlink(folder.url.appendingPathComponent("other").path, log.path) == 0)
    default: #expect(symlink(log.path, log.path) == 0)
    }
    var records = ["one"]
    #expect(throws: LogFile.Failure.self) { try log.append(&records) }
    #expect(records == ["one"])
    #expect(throws: LogFile.Failure.self) { try log.read(from: nil) }
    #expect(throws: LogFile.Failure.self) { try log.rewrite(of: []) { $0 } }
    if kind == "link" { #expect(folder.read("other") == "mine") }
  }

  @Test func itStopsGrowing() throws {
    // Of what is longer than may be only the end is read; and a record that is too long is left out.
    try append(["first"], to: log)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: log.path))
    try handle.truncate(atOffset: UInt64(RecordLog.maximumLength) + 100)
    try handle.close()
    try append([String(repeating: "x", count: 5000), "last"], to: log)
    #expect(try records(log) == ["last"])
  }
}
