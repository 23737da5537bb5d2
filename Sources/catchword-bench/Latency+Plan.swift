/// A step of the measurement; the steps run in order.
///
/// The names of the rows follow from the options, before anything is measured, so that a missing row is noticed.
enum LatencyStep {
  /// A new process, with a list of `list` words or without one.
  case start(list: Int?)
  case keys(Latency.Words)
  case storm(Latency.Words, isCancelling: Bool)
  case cancellation(Latency.Words)
  case largeDocument(megabytes: Int)

  /// The name by which a failure of the server in this step is reported.
  var name: String {
    switch self {
    case .start(nil): "start"
    case .start: "start with a list"
    case .keys(let words): "keys among \(words.name)"
    case .storm: "\(Latency.keysAtOnce) keys at once"
    case .cancellation: "a cancelled search"
    case .largeDocument(let megabytes): "\(megabytes) MB"
    }
  }

  /// The names of the step's rows. Memory is a row only where the system tells it.
  var rows: [String] {
    switch self {
    case .start(let list):
      let suffix = list.map { " with a list of \(grouped($0)) words" } ?? ""
      return ["start\(suffix)"] + (Kernel.residentBytes() == nil ? [] : ["memory after the start\(suffix)"])
    case .keys(let words): return ["a key among \(words.name)"]
    case .storm(let words, let isCancelling):
      let cancelling = isCancelling ? ", each cancelling the last" : ""
      return ["\(Latency.keysAtOnce) keys at once\(cancelling) among \(words.name)"]
    case .cancellation(let words): return ["a cancelled search of \(words.name)"]
    case .largeDocument(let megabytes): return ["open \(megabytes) MB", "an edit in \(megabytes) MB"]
    }
  }
}

extension LatencyOptions {
  /// Returns all steps.
  ///
  /// - Parameter lists: The sizes, in words, of the lists that the server supports; nil for all that the options name.
  func steps(lists: [Int]? = nil) -> [LatencyStep] {
    let lists = (lists ?? self.lists).sorted()
    let crowd = Latency.Words.document(words.filter { $0 <= 100_000 }.max() ?? 1000)
    var steps: [LatencyStep] = [.start(list: nil)] + (lists.last.map { [.start(list: $0)] } ?? [])
    steps += (words.map(Latency.Words.document) + lists.map(Latency.Words.list)).map(LatencyStep.keys)
    steps += [false, true].map { .storm(crowd, isCancelling: $0) }
    steps.append(.cancellation(lists.last.map(Latency.Words.list) ?? crowd))
    return steps + megabytes.map(LatencyStep.largeDocument)
  }
}
