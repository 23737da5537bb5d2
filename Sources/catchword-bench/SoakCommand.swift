import CatchwordRPC
import Foundation

/// The options of `catchword-bench soak`.
struct SoakOptions {
  let command: [String]
  let minutes: Double
  /// The number of messages per second.
  let rate: Int
  let seed: UInt64
  let documents: Int

  init(_ arguments: [String]) throws(BenchInvocation.Failure) {
    let (values, command) = try BenchInvocation.options(
      arguments, of: "soak",
      known: [
        "--minutes": "a number of minutes", "--rate": "a number of messages a second", "--seed": "a number",
        "--documents": "a number of documents",
      ])
    self.command = command
    minutes = try BenchInvocation.number(values, "--minutes", in: 0.001...100_000, otherwise: 30)
    rate = try BenchInvocation.number(values, "--rate", in: 1...100_000, otherwise: 200)
    seed = try BenchInvocation.number(
      values, "--seed", in: 0...UInt64.max, otherwise: UInt64.random(in: 0...UInt64.max))
    documents = try BenchInvocation.number(values, "--documents", in: 1...1000, otherwise: 10)
  }
}

/// `catchword-bench soak`: a busy editor for a long time.
enum SoakCommand {
  static func run(_ options: SoakOptions) throws -> Int32 {
    let problems = try OwnFolder.with { folder in try Soak(options, folder: folder).run() }
    let verdict = problems.isEmpty ? ["The soak ends well."] : problems.map { "FAILED: \($0)" }
    StandardStream.output.write(verdict.joined(separator: "\n") + "\n")
    return problems.isEmpty ? 0 : 1
  }
}
