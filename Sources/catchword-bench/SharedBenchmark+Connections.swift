import CatchwordRPC
import CatchwordShared

/// Many people have connections to one server.
extension SharedBenchmark {
  /// The number of questions a second of many who type, and for how many seconds they do.
  private static let (questionRate, questionSeconds) = (15_000, 4)

  /// Asks on one of many connections after the other, at fixed times, beside `PING` in the same way. As people do, nobody waits
  /// for what others have asked; what the server is late with makes those behind it late, too.
  func manyConnections(_ count: Int, _ publication: Publication) throws -> LatencyRow {
    var wires = try (0..<count).map { _ in try Wire(address) }
    var random = SoakRandom(seed: 5)
    let store = RedisPageStore([address])
    let commands = (0..<1000).compactMap { _ -> [String]? in
      let question = PageQuestion(SharedPrefix(String(word(&random).prefix(4))))
      guard !question.inBucket.isEmpty else { return nil }
      let bucket = question.prefix.bucket(of: publication.bucketCount)
      return ["HMGET", store.key(of: bucket, publication.bucketCount, SharedBenchmark.namespace)]
        + (question.inBucket + question.inner).map(\.text)
    }
    // The server has only just got them.
    for index in wires.indices { _ = try wires[index].ask("PING", size: 7) }
    let sizes = try commands.map { try wires[0].ask($0).count }
    /// Sends commands whose answers have the sizes that go with them, one after the other.
    func times(_ commands: [(bytes: [UInt8], size: Int)]) throws -> [Duration] {
      let total = SharedBenchmark.questionRate * SharedBenchmark.questionSeconds
      var times: [Duration] = []
      // Those that have not been answered, in the order in which they were sent.
      var waiting: [(wire: Int, due: ContinuousClock.Instant, left: Int)] = []
      var isWaiting = [Bool](repeating: false, count: count)
      var (sent, answer) = (0, [UInt8]())
      let begin = ContinuousClock.now
      while times.count < total {
        let due = begin + .nanoseconds(sent * 1_000_000_000 / SharedBenchmark.questionRate)
        if sent < total, .now >= due {
          var wire = random.number(below: count)
          while isWaiting[wire] { wire = random.number(below: count) }
          let command = commands[sent % commands.count]
          try wires[wire].channel.write(command.bytes, until: due + .seconds(5))
          (isWaiting[wire], sent) = (true, sent + 1)
          waiting.append((wire, due, command.size))
        }
        // The server takes what has come in nearly this order.
        for index in waiting.indices.prefix(8).reversed() {
          let (wire, due, left) = waiting[index]
          answer.removeAll(keepingCapacity: true)
          // Where nothing has come by now, it may still.
          guard (try? wires[wire].channel.read(into: &answer, until: .now)) != nil else { continue }
          waiting[index].left = left - answer.count
          guard answer.count >= left else { continue }
          times.append(.now - due)
          isWaiting[wire] = false
          waiting.remove(at: index)
        }
        if let first = waiting.first, .now > first.due + .seconds(5) { throw PageStoreError.late("the server") }
      }
      return times
    }
    let floor = try times([(Wire.bytes(of: ["PING"]), 7)])
    let ours = try times(zip(commands.map(Wire.bytes), sizes).map { (bytes: $0, size: $1) })
    var row = LatencyRow("a question on one of \(grouped(count)) connections", ours: ours, floor: floor)
    row.remark = "\(grouped(SharedBenchmark.questionRate)) a second, beside PING"
    return row
  }
}
