package import Foundation
import TestSupport

/// A server that speaks the protocol of Redis, in a folder of its own: the one of the system, or another that is named in
/// CATCHWORD_REDIS_SERVER. It has a socket in the folder and no port, so that many run at a time.
package final class RedisServer {
  /// The failure to start a server.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// The folder with the socket.
  package let folder: URL
  /// The address of the socket.
  package var address: String { "unix:\(socket)" }
  /// The path of the socket.
  package var socket: String { "\(folder.path)/redis.sock" }
  private let program: String
  private let arguments: [String]
  private var child: ChildProgram?

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - folder: The folder for its socket.
  ///   - arguments: Further settings.
  /// - Returns: Nil when no server is installed, and the test is to be skipped.
  /// - Throws: In continuous integration, where nothing may be skipped.
  package init?(_ folder: URL, _ arguments: [String] = []) throws {
    let given = ProcessInfo.processInfo.environment["CATCHWORD_REDIS_SERVER"]
    guard let program = try given ?? requiredPrograms(["redis-server"]) else { return nil }
    (self.folder, self.program, self.arguments) = (folder, program, arguments)
    try start()
  }

  /// Starts a server that has a port of this machine, too.
  ///
  /// - Parameter arguments: Further settings for a port.
  /// - Returns: Nil when no server is installed, and the test is to be skipped.
  /// - Throws: In continuous integration, where nothing may be skipped; when no port is free.
  package static func atSomePort(
    _ folder: URL, _ arguments: (_ port: Int) -> [String]
  ) throws -> (server: RedisServer, port: Int)? {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let port = Int.random(in: 20_000...30_000, using: &random)
      do {
        return try RedisServer(folder, arguments(port)).map { ($0, port) }
      } catch is Failure {
        // Somebody else has the port.
        continue
      }
    }
    throw Failure(description: "no port is free")
  }

  /// Starts it anew, with nothing in it, and waits until it takes questions.
  package func start() throws {
    let child = try ChildProgram(
      program,
      ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", "--dir", folder.path] + arguments,
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path], folder: folder, output: .pipe, errors: .output)
    var said = ""
    // "Ready" is the word of Valkey and of Redis from version 7, "ready" that of older ones.
    while !said.contains("eady to accept connections") {
      let more = try child.read()
      guard !more.isEmpty else { throw Failure(description: "\(program) has not started: \(said)") }
      said += String(decoding: more, as: UTF8.self)
    }
    self.child = child
  }

  /// The id of the server's process; nil when it does not run.
  package var id: pid_t? { child?.id }

  /// Ends it at once, as a machine that fails does.
  package func kill() {
    child?.end()
    child = nil
  }
}
