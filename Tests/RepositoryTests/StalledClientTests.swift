import CatchwordRPC
import Dispatch
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import CatchwordTranscript

/// A client that writes and writes, and reads only when it has written everything.
@Suite(.blocking) struct StalledClientTests {
  /// Fewer for a server that a sanitizer makes slow.
  private static let requests = (SlowClock.isSanitized ? 100_000 : 25_000) / SlowClock.slowdown / SlowClock.slowdown

  /// A hundred thousand requests outstanding: answered once each, in little memory, which is given back.
  @Test func answersEachRequestOnceInBoundedMemory() async throws {
    let home = try TemporaryFolder()
    let command = [Repository.executable("catchword").path]
    let variables = Program.environment(home: home)
    let outcome = try await withCheckedThrowingContinuation { continuation in
      // A dialogue blocks, so it gets a thread of its own.
      DispatchQueue(label: "stalled").async {
        continuation.resume(with: Result { try StalledClientTests.play(command, variables) })
      }
    }
    #expect(outcome.answers.count == StalledClientTests.requests + 2)
    #expect(outcome.answers.allSatisfy { $0.value == 1 })
    #if os(Linux)
      // A sanitizer keeps what is freed.
      guard !SlowClock.isSanitized else { return }
      // Whole lists would have needed more than 300 MB.
      #expect(outcome.peak - outcome.before < 150_000, "kilobytes at most, beyond those at the start")
      #expect(outcome.after - outcome.before < 60_000, "kilobytes afterwards, beyond those at the start")
    #endif
  }

  fileprivate struct Outcome: Sendable {
    var answers: [Int: Int] = [:]
    var before = 0
    var peak = 0
    var after = 0
  }

  /// The server ended, or was ended because it was too slow, before everything was answered.
  fileprivate struct ServerEnded: Error {}

  private static func play(_ command: [String], _ environment: [String: String]) throws -> Outcome {
    let server = try ChildProcess(command, environment: environment)
    // Nothing below is bounded but by the server's end.
    let bound = DispatchWorkItem { [id = server.id] in kill(id, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: bound)
    defer {
      bound.cancel()
      server.kill()
    }
    var outcome = Outcome()
    var decoder = FrameDecoder()
    let words = (0..<200).map { "word\($0)" }.joined(separator: " ")
    send("initialize", ["capabilities": [:]], id: 0, to: server)
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": "a", "languageId": "c", "version": 1, "text": .string("w\n" + words)]], to: server)
    while outcome.answers[0] == nil { try outcome.read(&decoder, from: server) }
    outcome.before = memory(of: server, "VmRSS")
    for id in 1...requests {
      send("textDocument/completion", ["textDocument": ["uri": "a"], "position": position(id % 2)], id: id, to: server)
    }
    while outcome.answers.count <= requests { try outcome.read(&decoder, from: server) }
    send("nothing", [:], id: requests + 1, to: server)
    while outcome.answers.count <= requests + 1 { try outcome.read(&decoder, from: server) }
    outcome.peak = memory(of: server, "VmHWM")
    outcome.after = memory(of: server, "VmRSS")
    server.closeInput()
    return outcome
  }

  private static func position(_ column: Int) -> JSONValue { ["line": 0, "character": .int(column)] }

  private static func send(_ method: String, _ params: JSONValue, id: Int, to server: ChildProcess) {
    server.write(OutgoingMessage.frame(OutgoingMessage.request(method, params, id: .int(id))))
  }

  private static func notify(_ method: String, _ params: JSONValue, to server: ChildProcess) {
    server.write(OutgoingMessage.frame(OutgoingMessage.notification(method, params)))
  }

  /// A line of `/proc/ID/status`, in kilobytes; 0 where there is none.
  private static func memory(of server: ChildProcess, _ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(server.id)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}

extension StalledClientTests.Outcome {
  /// Takes what has come; an id that is answered twice counts twice.
  mutating func read(_ decoder: inout FrameDecoder, from server: ChildProcess) throws {
    guard let bytes = ChildProcess.read(server.output) else {
      throw StalledClientTests.ServerEnded()
    }
    decoder.append(bytes)
    while let event = decoder.next() {
      guard case .body(let body) = event, let message = try? JSONValue(parsing: body) else { continue }
      if let id = message["id"]?.intValue { answers[id, default: 0] += 1 }
    }
  }
}
