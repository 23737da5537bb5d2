import Foundation
import TestSupport
import TestTraits
import Testing

@Suite(.serialized, .blocking) struct TerminalTests {
  @Test func showsWhatAProgramPrintsAndTypesIntoIt() throws {
    guard try requiredProgram("sh") != nil else { return }
    let folder = try TemporaryFolder()
    let terminal = try Terminal(["sh", "-c", "read x; echo got:$x; read y"], home: folder.url)
    terminal.type("it's 你好")
    terminal.press("Enter")
    try terminal.wait(for: "the echo") { $0.contains("got:it's 你好") }
    terminal.press("Enter")
    try terminal.waitForExit()
  }
}
