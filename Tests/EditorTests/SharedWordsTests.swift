import Foundation
import TestSupport
import TestTraits
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Words of a team, on a server, in the menu of a real editor.
@Suite(.serialized, .blocking) struct SharedWordsTests {
  @Test func vimOffersWhatATeamHasPublished() throws {
    let place = try TemporaryFolder()
    guard let server = try RedisServer(place.url) else { return }
    let settings = #"{"shared": {"acme": {"server": "\#(server.address)", "namespaces": ["acme/app"]}}}"#
    try place.write(settings, to: "config/catchword/config.json")
    try place.write("kestrelCount\nkestrelFlight\t7\n", to: "birds.txt")
    let published = try Program.run("catchword", ["publish", "birds.txt", "--to", "acme:acme/app"], home: place)
    #expect(published.code == 0, "\(published)")
    guard let vim = try Vim("first\n", files: [".config/catchword/config.json": settings]) else { return }
    vim.type("Gokestr")
    try vim.wait(for: "the menu") { $0.contains("kestrelFlight acme") && $0.contains("kestrelCount  acme") }
    // The server goes away, and the menu stays.
    server.kill()
    vim.type("elF")
    try vim.wait(for: "the same menu, narrowed") { $0.contains("kestrelFlight acme") && !$0.contains("kestrelCount") }
    vim.press("C-n", "C-y")
    #expect(try vim.text() == "first\nkestrelFlight\n")
  }

  /// A line of the article that is typed, and what it prints.
  private struct Step {
    let command: String
    var output = ""
  }

  private func steps(_ home: String) throws -> [Step] {
    let article = try Repository.article("SharedWords")
    let block = try #require(article.split(separator: "\nTen lines").last?.split(separator: "\n\n").dropFirst().first)
    var steps: [Step] = []
    for line in block.split(separator: "\n") {
      let text = line.dropFirst(4).replacing("/home/me", with: home)
      if text.hasPrefix("$ ") {
        steps.append(Step(command: String(text.dropFirst(2))))
      } else {
        steps[steps.count - 1].output += text + "\n"
      }
    }
    return steps
  }

  /// The words of this repository, by what the article says to type.
  @Test func theTenLinesOfTheArticleShowThem() throws {
    guard try requiredPrograms(["redis-server"]) != nil else { return }
    let place = try TemporaryFolder()
    let (home, file) = (place.url.path, ".config/catchword/config.json")
    let steps = try steps(home)
    #expect(steps.count == 6 && steps.map(\.output).joined().split(separator: "\n").count == 4)
    let settings = try #require(steps.first { $0.command.hasPrefix("cat ") }).output
    try place.write(settings, to: file)
    let programs = Repository.executable("catchword").deletingLastPathComponent().path
    defer {
      if let id = place.read("words/pid").flatMap({ pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) {
        kill(id, SIGKILL)
      }
    }
    for step in steps {
      let script = "unset XDG_CONFIG_HOME; export PATH='\(programs)':/usr/bin:/bin; \(step.command)"
      let outcome = try Program.run("/bin/sh", ["-c", script], home: place, directory: Repository.root)
      #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
      // The numbers are of another day.
      let printed = [outcome.output, step.output].map { $0.replacing(#/[0-9]+(\.[0-9])?/#, with: "0") }
      #expect(printed[0] == printed[1], "\(step.command)")
    }
    guard let vim = try Vim("first\n", files: [file: settings]) else { return }
    vim.type("GoRedisPageSt")
    try vim.wait(for: "the menu") { $0.contains("RedisPageStore acme") }
    vim.press("C-n", "C-y")
    #expect(try vim.text() == "first\nRedisPageStore\n")
  }
}
