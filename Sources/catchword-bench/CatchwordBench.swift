import CatchwordRPC
import CatchwordTranscript
import Foundation

/// Measures this package, and tests any language server.
///
/// Without a command it prints the speed of the parts beside references measured in the same run; with `--check`, it
/// compares with the budgets: a row's minimum ratio, or under `latency` its maximum ratio to its floor.
@main
enum CatchwordBench {
  static func main() async throws {
    switch BenchInvocation.parse(Array(CommandLine.arguments.dropFirst())) {
    case .success(.help): StandardStream.output.write(BenchInvocation.usage)
    case .success(.speed(let checking)): try await speed(checking)
    case .success(.conformance(let options)): exit(await code { try ConformanceCommand.run(options) })
    case .success(.soak(let options)): exit(await code { try SoakCommand.run(options) })
    case .success(.latency(let options)): exit(await code { try LatencyCommand.run(options) })
    case .success(.workspace(let folder)):
      exit(
        await code {
          StandardStream.output.write(try WorkspaceBenchmarks.report(on: folder))
          return 0
        })
    case .success(.quality(let options)): exit(await code { try await QualityCommand.run(options) })
    case .success(.typing(let options)): exit(await code { try await TypingCommand.run(options) })
    case .success(.failover(let options)): exit(await code { try FailoverBenchmark.run(options) })
    case .success(.shared(let options)): exit(await code { try await SharedBenchmark.run(options) })
    case .success(.fit(let options)): exit(await code { try FitCommand.run(options) })
    case .success(.prediction(let folder)):
      StandardStream.output.write(try await PredictionBenchmarks.report(on: folder))
    case .success(.plain(let items, let bytes)):
      var plain = PlainServer(items: items, bytes: bytes)
      plain.run()
    case .failure(let error):
      StandardStream.error.write("catchword-bench: \(error.message)\n")
      exit(64)
    }
  }

  /// Returns the exit code of a command. An error is printed; it is 69 when the server cannot be started, else 1.
  private static func code(_ command: () async throws -> Int32) async -> Int32 {
    do {
      return try await command()
    } catch {
      StandardStream.error.write("catchword-bench: \(error).\n")
      return error is ChildProcess.LaunchError ? 69 : 1
    }
  }

  private static func speed(_ checking: Checking) async throws {
    let budgets = Budgets(try Budgets.read("speed"))
    let load = MachineLoad()
    var rows = [
      Benchmarks.decoding(), Benchmarks.decodingLarge(megabytes: 10), Benchmarks.encoding(), Benchmarks.words(),
    ]
    rows += TextBenchmarks.rows()
    rows.append(try Benchmarks.matching())
    rows += try IndexBenchmarks().rows()
    rows += try await WorkspaceBenchmarks.rows()
    rows += PredictionBenchmarks.rows()
    rows += try await SnippetBenchmarks.rows()
    rows += await PayloadBenchmark.rows()
    rows.append(await KeyBenchmark(words: 1000).run())
    rows.append(await KeyBenchmark(words: 100_000).run())
    StandardStream.output.write(SpeedTable.text(rows))
    let failures = checking.failures(load) { SpeedTable.misses(rows, budgets, $0) }
    guard checking != .off else { return }
    let verdict = failures.isEmpty ? ["All budgets are kept."] : failures
    StandardStream.output.write(verdict.joined(separator: "\n") + "\n")
    exit(failures.isEmpty ? 0 : 1)
  }
}
