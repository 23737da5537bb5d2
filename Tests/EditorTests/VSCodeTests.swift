import Foundation
import TestSupport
import TestTraits
import Testing

/// The client for VS Code under Node, with the real server, and what `VSCode/vscode.js` has of VS Code's programming interface.
///
/// VS Code itself is not run: it cannot be installed everywhere, and not at all without a screen.
@Suite(.serialized, .blocking) struct VSCodeTests {
  @Test(arguments: ["foreign", "frames", "server", "typing", "words"])
  func passesItsOwnTests(_ name: String) throws {
    guard let node = try requiredProgram("node") else { return }
    let home = try TemporaryFolder()
    let file = Repository.root.appendingPathComponent("Tests/EditorTests/VSCode/\(name).test.js").path
    let script = """
      export CATCHWORD_PROGRAM="$1" CATCHWORD_SEED="$2" PATH="\(VSCodeTests.searchPath)"
      exec "$0" --test "$3"
      """
    let seed = ProcessInfo.processInfo.environment["CATCHWORD_SEED"] ?? "\(UInt32.random(in: 1...UInt32.max))"
    let outcome = try Program.run(
      "/bin/sh", ["-c", script, node, Repository.executable("catchword").path, seed, file], home: home)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains(/\n# pass [1-9]/), "\(outcome.output)")
  }

  private static let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
}
