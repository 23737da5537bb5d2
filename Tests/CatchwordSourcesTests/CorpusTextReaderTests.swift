import Foundation
import TestSupport
import Testing

@testable import CatchwordSources

/// What of a file a model learns from.
struct CorpusTextReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ name: String, _ settings: WorkspaceSettings = WorkspaceSettings()) -> CorpusTextReader.Outcome {
    CorpusTextReader(settings: settings).read("\(folder.url.path)/\(name)")
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: folder.url.appendingPathComponent(name))
  }

  private func text(_ text: String) -> CorpusTextReader.Outcome { .text(ContiguousArray(text.utf8)) }

  @Test func isItsText() throws {
    for content in ["one\ntwo\n", "no end of line", "été\r\n東京\r\n", "\n"] {
      try folder.write(content, to: "a.txt")
      #expect(read("a.txt") == text(content))
    }
  }

  @Test func leavesOutLinesThatAreTooLong() throws {
    var settings = WorkspaceSettings()
    settings.maximumLineLength = 16
    let long = String(repeating: "x", count: 40)
    for (content, expected) in [
      ("one\n\(long)\ntwo\n", "one\ntwo\n"), ("\(long)\ntwo", "two"), ("one\n\(long)", "one\n"), (long, ""),
      ("1234567890123456\n1\n", "1234567890123456\n1\n"), ("12345678901234567\n1\n", "1\n"),
    ] {
      try folder.write(content, to: "a.txt")
      #expect(read("a.txt", settings) == text(expected), "\(content)")
    }
  }

  @Test func leavesOutLinesThatAreNotUTF8() throws {
    let good = String(repeating: "a good line of text\n", count: 5)
    try write(Array(good.utf8) + [0x6E, 0xE9, 0x65, 0x0A] + Array(good.utf8) + [0xFF], to: "latin.txt")
    #expect(read("latin.txt") == text(good + good))
    try write([0xE9, 0xE8, 0x0A, 0x61], to: "other.txt")
    #expect(read("other.txt") == .skipped)
  }

  @Test func leavesOutWhatIsNoTextOrTooLarge() throws {
    try folder.write("one\0two", to: "binary")
    try folder.write("", to: "empty")
    try folder.write("12345", to: "large")
    var settings = WorkspaceSettings()
    settings.maximumFileSize = 4
    #expect(read("binary") == .skipped)
    #expect(read("empty") == .skipped)
    #expect(read("large", settings) == .skipped)
    #expect(read("large") == text("12345"))
  }

  @Test func whatIsNoFileIsNotWaitedFor() throws {
    try folder.write("one", to: "a.txt")
    #expect(mkfifo("\(folder.url.path)/pipe", 0o600) == 0)
    try folder.link("link", to: "a.txt")
    try folder.link("loop", to: "loop")
    for name in ["pipe", "link", "loop", "missing", "missing/a.txt", "a.txt/b", ""] {
      #expect(read(name) == .unreadable, "\(name)")
    }
  }

  @Test(.enabled(if: getuid() != 0, "nothing is forbidden to root"))
  func whatMayNotBeReadIsNot() throws {
    try folder.write("one", to: "a.txt")
    #expect(chmod("\(folder.url.path)/a.txt", 0) == 0)
    #expect(read("a.txt") == .unreadable)
  }
}
