/// The memory of a process over time.
struct SoakMemory {
  /// Samples in bytes, at regular intervals.
  private(set) var samples: [Int] = []

  /// The duration below which growth is not judged, because the process is still warming up.
  static let shortestRun = Duration.seconds(60)

  /// The result of comparing the samples.
  enum Verdict: Equatable {
    case flat(from: Int, to: Int)
    case grows(from: Int, to: Int)
    /// There are too few samples to compare.
    case unknown
  }

  mutating func sample(_ processID: Int32) -> Int? {
    let bytes = Kernel.residentBytes(of: processID)
    if let bytes { samples.append(bytes) }
    return bytes
  }

  /// Compares the medians of the second and the last quarter; the first quarter is for warming up.
  var verdict: Verdict {
    let quarter = samples.count / 4
    guard quarter > 0 else { return .unknown }
    let from = SoakMemory.median(samples[quarter..<2 * quarter])
    let to = SoakMemory.median(samples[(samples.count - quarter)...])
    return Double(to) <= Double(from) * 1.05 + 2e6 ? .flat(from: from, to: to) : .grows(from: from, to: to)
  }

  private static func median(_ samples: ArraySlice<Int>) -> Int {
    samples.sorted()[samples.count / 2]
  }
}
