import Foundation
import TestSupport
import TestTraits
import Testing

/// The gate itself, `.ci/run`: it fails where it should.
@Suite(.blocking) struct GateTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private static func gate() throws -> String {
    try String(contentsOf: Repository.root.appendingPathComponent(".ci/run"), encoding: .utf8)
  }

  /// Runs lines of a script behind what the gate has under some names, and with a clock that goes on by each wait.
  private func run(_ names: [String], _ script: String) throws -> (code: Int32, output: String, errors: String) {
    let parts = names.map { $0 == "trap" ? "/^trap /p" : "/^\($0)() {/,/^}/p" }
    let text = """
      set -euo pipefail
      work='\(home.url.path)/work' CATCHWORD_SEED=1
      mkdir "$work"
      export CATCHWORD_GATE_TEST="$work"
      sleep() { SECONDS=$((SECONDS + 1)); }
      eval "$(sed -n '\(parts.joined(separator: ";"))' '\(Repository.root.path)/.ci/run')"
      \(script)
      """
    let (output, errors) = (try home.write("", to: "output"), try home.write("", to: "errors"))
    let program = try ChildProgram(
      "/usr/bin/env", ["bash", "-c", text], folder: home.url, output: .file(output), errors: .file(errors))
    return (try program.wait(), home.read("output") ?? "", home.read("errors") ?? "")
  }

  /// A test that is called otherwise is not left out, or run alone, any more: no filter of the gate may be without one.
  @Test func itsFiltersNameTestsThatThereAre() throws {
    let patterns = try Self.gate().matches(of: /--(?:filter|skip) '([^']*)'/).map { String($0.output.1) }
    #expect(patterns.count >= 8)
    let names = try Self.names()
    for pattern in patterns.flatMap(Self.alternatives) {
      let regex = try Regex(pattern)
      #expect(names.contains { $0.contains(regex) }, "no test has a name like \(pattern)")
    }
  }

  @Test func itsBuildsLeaveOutTargetsThatThereAre() throws {
    let lists = try Self.gate().matches(of: /_leaves_out="([^"]*)"/).map { $0.output.1.split(separator: " ") }
    #expect(lists.count == 3)
    let folders = ["Sources", "Tests"].map { Repository.root.appendingPathComponent($0).path }
    let targets = Set(try folders.flatMap { try FileManager.default.contentsOfDirectory(atPath: $0) })
    for target in lists.joined() { #expect(targets.contains(String(target)), "there is no \(target)") }
  }

  /// A pattern for each of the names between which the group in a pattern leaves the choice.
  private static func alternatives(_ pattern: String) -> [String] {
    guard let start = pattern.firstIndex(of: "("), let end = pattern.lastIndex(of: ")"), start < end else {
      return [pattern]
    }
    return pattern[pattern.index(after: start)..<end].split(separator: "|").map {
      "\(pattern[..<start])\($0)\(pattern[pattern.index(after: end)...])"
    }
  }

  /// The names of the tests as filters see them: `RepositoryTests.GateTests/itsFiltersNameTestsThatThereAre`. Of a file with
  /// several types each test is told of each.
  private static func names() throws -> [String] {
    let folder = Repository.root.appendingPathComponent("Tests")
    let paths = FileManager.default.subpaths(atPath: folder.path)?.filter { $0.hasSuffix(".swift") } ?? []
    return try paths.flatMap { path in
      let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      guard text.contains("@Test") else { return [String]() }
      let types = text.matches(of: /\b(?:struct|class|extension) (\w+)/).map(\.output.1)
      let tests = text.matches(of: /(?m)^ *(?:@Test.*)?\bfunc (\w+)/).map(\.output.1)
      let target = path.prefix { $0 != "/" }
      return types.flatMap { type in tests.map { "\(target).\(type)/\($0)" } }
    }
  }

  @Test(
    arguments: [
      ("✔ Test run with 3 tests in 1 suite passed after 0.1 seconds.", 0),
      ("✔ Test lost() passed after 0.1 seconds.", 0),
      ("✔ Test run with 0 tests in 0 suites passed after 0.001 seconds.", 1),
      ("Build complete!", 1),
    ] as [(String, Int32)])
  func testsThatMatchNothingAreAFailure(log: String, code: Int32) throws {
    let outcome = try run(["run_tests", "has_tested", "unended"], "sleep() { :; }; run_tests 60 echo '\(log)'")
    #expect(outcome.code == code, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("NOTHING TESTED") == (code == 1))
  }

  @Test(arguments: [
    "WARNING: ThreadSanitizer: data race (pid=1)", "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1",
  ])
  func whatASanitizerFindsIsAFailure(found: String) throws {
    let log = "✔ Test run with 3 tests in 1 suite passed after 0.1 seconds."
    let outcome = try run(
      ["run_tests", "has_tested", "unended"], "sleep() { :; }; run_tests 60 echo '\(found)\n\(log)'")
    #expect(outcome.code == 1, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains(found))
  }

  /// What is run at once is done to its end, however the others end; the first failure of each ends it.
  @Test(arguments: [("true", 0), ("false", 1), ("exit 7", 1)] as [(String, Int32)])
  func whatIsRunAtOnceFailsWhereOneDoes(first: String, code: Int32) throws {
    let outcome = try run(["at_once"], "at_once '\(first); printf g%s oes-on' 'printf o%s ther'")
    #expect(outcome.code == code, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("goes-on") == (code == 0))
    #expect(outcome.output.contains("other"))
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/environ")),
    arguments: [
      ("exit 0", 0), ("exit 3", 3), ("tail -f /dev/null > /dev/null & exit 0", 1),
      ("tail -f /dev/null > /dev/null & exit 3", 3),
    ] as [(String, Int32)])
  func whatIsLeftBehindIsAFailure(script: String, code: Int32) throws {
    let outcome = try run(["trap", "ours", "end_leftovers"], script)
    #expect(outcome.code == code, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("Left behind, and ended:") == script.contains("tail"))
  }
}
