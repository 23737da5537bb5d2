import Foundation
import TestSupport
import Testing

@testable import CatchwordProgram

/// `catchword help TOPIC`: the articles of the documentation.
struct TopicTests {
  private static let catalogue = Repository.root.appendingPathComponent("Sources/Catchword/Catchword.docc")
  /// Those for who changes the program, or writes a server with its library, and has the repository; for who has not chosen
  /// yet; and what is a file in each package.
  private static let others = [
    "AddingAMethod", "AddingASetting", "AddingAnEditor", "Architecture", "Catchword", "Changelog", "Comparison",
    "Invariants", "Measurements", "TaskRule", "WritingASource",
  ]

  @Test func theProgramHasTheArticlesForUsers() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: TopicTests.catalogue.path).filter {
      $0.hasSuffix(".md")
    }
    #expect(Topic.all.count + TopicTests.others.count == files.count)
    for file in files where !TopicTests.others.contains(String(file.dropLast(3))) {
      let source = try String(contentsOf: TopicTests.catalogue.appendingPathComponent(file), encoding: .utf8)
      let title = try #require(source.split(separator: "\n").first).dropFirst(2).replacing("`", with: "")
      let topic = try #require(Topic.all.first { $0.title == title }, "\(file)")
      #expect(topic.text.hasPrefix("# \(source.dropFirst(2).prefix { $0 != "\n" })"))
      // What only DocC reads is not there, and nothing else is missing.
      #expect(!topic.text.contains("<doc:") && !topic.text.contains("## Overview"), "\(file)")
      #expect(topic.text.count > source.count * 9 / 10, "\(file)")
    }
  }

  @Test func namesAreWordsWithHyphens() {
    #expect(Topic.named("far-texts") != nil && Topic.named("FarTexts")?.name == "far-texts")
    #expect(!Topic.all.contains { topic in CommandDefinition.commands.contains { $0.name == topic.name } })
  }

  @Test func refersToOthersAsTheyArePrinted() throws {
    let settings = try #require(Topic.named("settings"))
    #expect(settings.text.contains("'catchword help ") && !settings.text.contains("<doc:"))
    // One that is not in the program.
    #expect(Topic.named("troubleshooting")?.text.contains("Comparison.md") == true)
  }

  @Test func codeIsIndented() throws {
    let settings = try #require(Topic.named("settings"))
    #expect(settings.text.contains("\n\n    { \"limit\": 20, \"quiet\": true }\n\n"))
    #expect(!settings.text.contains("``"))
    #expect(Topic.named("neovim")?.text.contains("\n    require('catchword').setup {\n") == true)
  }

  @Test func isPrinted() throws {
    let home = try TemporaryFolder()
    let help = try Program.run("catchword", ["help"], home: home)
    for topic in Topic.all { #expect(help.output.contains("  \(topic.name)  "), "\(topic.name)") }
    let article = try Program.run("catchword", ["help", "ranking"], home: home)
    #expect(article.code == 0 && article.output == Topic.named("ranking")?.text, "\(article)")
  }
}
