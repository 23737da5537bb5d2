/// How much memory a process held over time.
struct SoakMemory {
  /// Samples in bytes, at even distances.
  private(set) var samples: [Int] = []

  /// Warming up takes its time, so that a shorter run says nothing about growth.
  static let shortestRun = Duration.seconds(60)

  /// What the samples say.
  enum Verdict: Equatable {
    case flat(from: Int, to: Int)
    case grows(from: Int, to: Int)
    /// There is nothing to compare.
    case unknown
  }

  mutating func sample(_ processID: Int32) -> Int? {
    let bytes = Kernel.residentBytes(of: processID)
    if let bytes { samples.append(bytes) }
    return bytes
  }

  /// Compares the second quarter with the last: the first is for warming up.
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
