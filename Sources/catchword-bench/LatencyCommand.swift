import CatchwordRPC

/// The options of `catchword-bench latency`.
struct LatencyOptions {
  let command: [String]
  /// The numbers of words of the documents in which keys are pressed.
  let words: [Int]
  /// The numbers of words of the lists; empty for a server without lists.
  let lists: [Int]
  /// The sizes of the large documents, in millions of bytes.
  let megabytes: [Int]
  /// The maximum time for an answer, and for getting ready.
  let timeout: Duration
  let seed: UInt64
  /// The maximum time in which a row may press keys.
  let time: Duration
  let checking: Checking
  let isJSON: Bool

  init(_ arguments: [String]) throws(BenchInvocation.Failure) {
    let sizes = "numbers with commas between them"
    let (values, command) = try BenchInvocation.options(
      arguments, of: "latency",
      known: [
        "--words": sizes, "--list": sizes, "--megabytes": sizes, "--time": "a number of seconds",
        "--timeout": "a number of seconds",
        "--seed": "a number",
      ], flags: ["--quick", "--check", "--strict", "--json"])
    let isQuick = values["--quick"] != nil
    self.command = command
    words = try BenchInvocation.numbers(
      values, "--words", in: 1...MadeUpWords.capacity, otherwise: [1000, 100_000] + (isQuick ? [] : [1_000_000]))
    lists = try BenchInvocation.numbers(
      values, "--list", in: 0...MadeUpWords.capacity,
      otherwise: [100_000, 1_000_000] + (isQuick ? [] : [10_000_000])
    ).filter { $0 > 0 }
    megabytes = try BenchInvocation.numbers(
      values, "--megabytes", in: 0...200, otherwise: [1, 10] + (isQuick ? [] : [100])
    ).filter { $0 > 0 }
    timeout = .seconds(try BenchInvocation.number(values, "--timeout", in: 0.01...3600, otherwise: 120.0))
    seed = try BenchInvocation.number(values, "--seed", in: 0...UInt64.max, otherwise: 1)
    time = .seconds(try BenchInvocation.number(values, "--time", in: 0.001...600, otherwise: isQuick ? 2.0 : 4.0))
    checking = Checking(values.keys)
    isJSON = values["--json"] != nil
  }
}

/// `catchword-bench latency`: the times of a server over its pipes, beside a plain server over pipes in the same run.
enum LatencyCommand {
  static func run(_ options: LatencyOptions) throws -> Int32 {
    let load = MachineLoad()
    let run = try OwnFolder.with { folder in
      let run = Latency(options, folder: folder)
      try run.measureAll()
      return run
    }
    let table = LatencyTable(rows: run.rows, budgets: Budgets(try Budgets.read("latency")))
    StandardStream.output.write(options.isJSON ? table.json + "\n" : table.text)
    if options.checking != .off, let others = load.others, load.excuse != nil {
      run.note(
        "other programs took \(readable(others)) cores, so the fastest quarters are judged, and of starts the fastest.")
    }
    for note in run.notes { StandardStream.error.write("note: \(note)\n") }
    return table.verdict(
      besides: run.problems, expected: options.steps().flatMap(\.rows), options.checking, load)
  }
}
