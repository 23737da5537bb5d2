import Foundation
import TestSupport
import Testing

/// The server as a process: how it ends, and what it leaves behind.
struct ProcessTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func server(_ arguments: [String] = []) throws -> (process: Process, input: Pipe, output: Pipe) {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = Repository.executable("catchword")
    process.arguments = arguments
    process.environment = Program.environment(home: home)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    return (process, input, output)
  }

  @Test func endsSoonAfterTheProcessThatItServes() throws {
    let editor = Process()
    editor.executableURL = URL(fileURLWithPath: "/bin/cat")
    let editorInput = Pipe()
    editor.standardInput = editorInput
    editor.standardOutput = FileHandle.nullDevice
    try editor.run()
    let server = try server(["--clientProcessId", String(editor.processIdentifier)])
    #expect(server.process.isRunning)
    try editorInput.fileHandleForWriting.close()
    editor.waitUntilExit()
    // Its input is still open; only the death of the editor can end it.
    server.process.waitUntilExit()
    #expect(server.process.terminationStatus == 1)
    try server.input.fileHandleForWriting.close()
  }

  @Test func endsAtOnceWhenItsInputEnds() throws {
    let server = try server()
    try server.input.fileHandleForWriting.close()
    server.process.waitUntilExit()
    #expect(server.process.terminationStatus == 1)
    #expect(server.output.fileHandleForReading.readDataToEndOfFile().isEmpty)
  }

  @Test func endsWhenNobodyReadsItsAnswers() throws {
    let server = try server()
    try server.output.fileHandleForReading.close()
    let body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}"
    let frame = Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    // The second write finds the pipe broken even if the first did not.
    for _ in 0..<2 { try? server.input.fileHandleForWriting.write(contentsOf: frame) }
    server.process.waitUntilExit()
    #expect(server.process.terminationReason == .exit)
    try server.input.fileHandleForWriting.close()
  }

  #if os(Linux)
    @Test func hasNoChildrenThatCouldOutliveIt() throws {
      let server = try server()
      let id = server.process.processIdentifier
      let body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}"
      try server.input.fileHandleForWriting.write(
        contentsOf: Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
      _ = server.output.fileHandleForReading.availableData
      let children = try String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)
      #expect(children == "")
      kill(id, SIGKILL)
      server.process.waitUntilExit()
      #expect(server.process.terminationReason == .uncaughtSignal)
    }
  #endif
}
