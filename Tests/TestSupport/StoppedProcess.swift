import Foundation

/// A process that stands still, until it is told to go on or this value is discarded.
///
/// A signal only begins to stop a process: its other threads go on until the thread that gets the signal has run, which
/// takes a while on a busy machine. So this waits until all of them stand still.
package final class StoppedProcess {
  /// The process went on.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let id: Int32

  /// - Throws: `Failure` when the process does not stop.
  package init(_ id: Int32) throws {
    self.id = id
    kill(id, SIGSTOP)
    let deadline = Date().addingTimeInterval(60)
    while !StoppedProcess.isStopped(id) {
      guard Date() < deadline else { throw Failure(description: "The process \(id) does not stop.") }
      usleep(1000)
    }
  }

  deinit { goOn() }

  /// Lets the process go on.
  package func goOn() { kill(id, SIGCONT) }

  private static func isStopped(_ id: Int32) -> Bool {
    #if os(Linux)
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
      return !threads.isEmpty
        && threads.allSatisfy { thread in
          // A number, a name in parentheses, which may have any characters, and the state.
          let status = (try? String(contentsOfFile: "/proc/\(id)/task/\(thread)/stat", encoding: .utf8)) ?? ""
          return status.split(separator: ")").last?.hasPrefix(" T ") ?? false
        }
    #else
      let ps = Process()
      let output = Pipe()
      ps.executableURL = URL(fileURLWithPath: "/bin/ps")
      ps.arguments = ["-o", "state=", "-p", "\(id)"]
      ps.standardOutput = output
      guard (try? ps.run()) != nil else { return false }
      return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).hasPrefix("T")
    #endif
  }
}
