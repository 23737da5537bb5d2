/// Statistics of a duration that was measured many times.
struct Measurement {
  /// The number of measured times.
  let count: Int
  let least: Duration
  let p25: Duration
  let p50: Duration
  let p99: Duration

  /// Measures an action `count` times, after a tenth as many runs to warm up.
  ///
  /// - Parameter batch: The number of runs per reading of the clock, for actions hardly longer than such a reading.
  init(_ count: Int, batch: Int = 1, _ action: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    for _ in 0..<count / 10 { try action() }
    var times: [Duration] = []
    times.reserveCapacity(count / batch)
    for _ in 0..<count / batch { times.append(try clock.measure { for _ in 0..<batch { try action() } } / batch) }
    self.init(times)
  }

  /// Measures something of ours and a floor in turns, so that the machine's speed at the time, and its load by other
  /// programs, are the same for both.
  ///
  /// - Parameters:
  ///   - turns: The number of turns of each, after one to warm up.
  ///   - runs: The number of runs of ours in a turn, each of them measured by itself.
  ///   - batch: The number of runs of the floor in a turn, measured together: enough to take about as long as ours,
  ///     since a shorter measurement is interrupted by others less often.
  static func inTurns(
    _ turns: Int, runs: Int = 1, _ ours: () throws -> Void, batch: Int, floor: () throws -> Void
  ) rethrows -> (ours: Measurement, floor: Measurement) {
    let clock = ContinuousClock()
    var times: (ours: [Duration], floor: [Duration]) = ([], [])
    for turn in 0...turns {
      for _ in 0..<runs {
        let time = try clock.measure { try ours() }
        if turn > 0 { times.ours.append(time) }
      }
      let time = try clock.measure { for _ in 0..<batch { try floor() } } / batch
      if turn > 0 { times.floor.append(time) }
    }
    return (Measurement(times.ours), Measurement(times.floor))
  }

  init(_ times: [Duration]) {
    let sorted = times.sorted()
    count = times.count
    least = sorted[0]
    p25 = sorted[sorted.count / 4]
    p50 = sorted[sorted.count / 2]
    p99 = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
  }
}

/// One row of the table: something of ours, and a floor or a rival measured in the same run.
struct Row {
  let name: String
  let ours: Measurement
  let reference: Measurement
  let referenceName: String
  /// The unit of the figures.
  var unit = "µs"

  /// The speed as a multiple of the reference's; below 1 when slower.
  var ratio: Double { reference.p50.microseconds / max(ours.p50.microseconds, 0.001) }
}

extension Duration {
  var microseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
  }
}

/// Returns a number with as many digits as a reader needs.
func readable(_ value: Double) -> String {
  let digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 4
  let scale = [1.0, 10, 100, 1000, 10_000][digits]
  let rounded = (value * scale).rounded() / scale
  return digits == 0 ? String(Int(rounded)) : String(rounded)
}

/// Returns a number with a comma between groups of three digits.
func grouped(_ number: Int) -> String {
  number < 1000 ? String(number) : grouped(number / 1000) + "," + String(1000 + number % 1000).dropFirst()
}
