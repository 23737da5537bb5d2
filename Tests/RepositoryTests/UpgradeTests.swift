import Foundation
import TestSupport
import TestTraits
import Testing

/// A program meets what another version of it has left: what 0.1.0 has written is used, and what only a newer one knows is left
/// alone. The files are as they were written then.
@Suite(.blocking) struct UpgradeTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    try home.write("helpless helmet helium\n\nhel", to: "project/a.txt")
    try home.write("needlework\n", to: "project/b.txt")
    try FileManager.default.createDirectory(atPath: home.url.path + "/project/.git", withIntermediateDirectories: false)
  }

  private func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.run("catchword", arguments, home: home)
  }

  private func words(_ place: String = "project/a.txt:3:4") throws -> [String] {
    try run("complete", place, "--source", "words").output.split(separator: "\n").map {
      String($0.prefix { $0 != " " && $0 != "\t" })
    }
  }

  @Test func learnedAndBannedWordsAreThoseOfAnyVersion() throws {
    #expect(try words() == ["helpless", "helium", "helmet"])
    try home.write(
      """

      5e62bb40ed0e5702 sum\t4102444800.0\t3394.0\tplaintext\thelmet

      16a01a2401ac92a1 one\t1795806393.4697905\tplaintext\thelmet

      8812e8275aa07a80 later\t3\tplaintext\theron

      """, to: ".local/state/catchword/accepted")
    try home.write(
      """

      9bf5847287c91d72 ban\t\thelpless

      5f365b337f8cabdf later\t\thelm

      """, to: ".local/state/catchword/banned")
    #expect(try words() == ["helmet", "helium"])
    #expect(try run("bans").output == "helpless\n")
    // Both files are made shorter, and keep what is not known here.
    for number in 0..<2_000 where number % 400 == 0 {
      let outcome = try run("ban", "word\(number)")
      #expect(outcome.code == 0, "\(outcome)")
    }
    #expect(try run("forget", "helmet").code == 0)
    #expect(home.read(".local/state/catchword/accepted")?.contains("later\t3\tplaintext\theron") == true)
    #expect(home.read(".local/state/catchword/accepted")?.contains("helmet") == false)
    #expect(home.read(".local/state/catchword/banned")?.contains("later\t\thelm\n") == true)
    #expect(try words() == ["helium", "helmet"])
  }

  @Test func settingsThatAreNotKnownYetAreNamedAndTheOthersCount() throws {
    try home.write(
      #"{"later": {"than": "this"}, "ban": {"words": ["helium"]}, "menu": {"newer": 1}}"#,
      to: "config/catchword/config.json")
    #expect(try words() == ["helpless", "helmet"])
    let check = try run("check")
    #expect(check.output.contains("later") && check.output.contains("newer"), "\(check)")
    #expect(home.read("config/catchword/config.json")?.contains("later") == true)
  }

  /// Each version has an index of its own, so that two programs do not make the other's anew again and again.
  @Test func theIndexesOfAnotherVersionAreLeftAlone() throws {
    let cache = home.url.path + "/.cache/catchword/workspace"
    #expect(try run("index", "project").code == 0)
    let own = try FileManager.default.contentsOfDirectory(atPath: cache)
    try #require(own.count == 1)
    let parts = own[0].split(separator: ".")
    let newer = "\(parts[0]).99.1.words"
    try home.write("what a newer program has written", to: ".cache/catchword/workspace/\(newer)")
    try home.write("needlepoint\n", to: "project/c.txt")
    #expect(try run("index", "project").code == 0)
    #expect(home.read(".cache/catchword/workspace/\(newer)") == "what a newer program has written")
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache).sorted() == [own[0], newer].sorted())
    #expect(try run("complete", "project/c.txt:1:4", "--source", "workspace").output.contains("needlework"))
    // Who forgets a folder means all that is kept of it.
    #expect(try run("forget", "--folder", "project").code == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache) == [])
  }
}
