import CatchwordRPC
import Foundation

/// Measurements of new processes.
extension Latency {
  private static let starts = 25

  /// Measures the time from the start of a process to its answer to `initialize`, and its memory then; beside `cat`,
  /// which echoes the request: no program that reads and writes takes less.
  func measureStart(list count: Int?, _ rows: [String]) throws {
    let options: JSONValue = try count.map { try settings(list: $0) } ?? [:]
    var (ours, floor) = ([Duration](), [Duration]())
    var (memory, floorMemory) = ([Duration](), [Duration]())
    for _ in 0..<Latency.starts {
      let server = try startServer()
      ours.append(try server.initialize(options))
      if let bytes = server.pipe.residentBytes { memory.append(.nanoseconds(bytes)) }
      try server.end()
      let cat = try startCat(options)
      floor.append(cat.time)
      if let bytes = cat.residentBytes { floorMemory.append(.nanoseconds(bytes)) }
    }
    var row = LatencyRow(rows[0], ours: ours, floor: floor)
    row.isSeldom = true
    add(row)
    guard rows.count > 1, !memory.isEmpty, !floorMemory.isEmpty else { return }
    add(LatencyRow(rows[1], ours: memory, floor: floorMemory, unit: "MB"))
  }

  private func startCat(_ options: JSONValue) throws -> (time: Duration, residentBytes: Int?) {
    let cat = try PipeClient(["cat"], environment: OwnFolder.environment(folder))
    let body = OutgoingMessage.request("initialize", PipedServer.initialize(options), id: .int(1))
    try cat.send(OutgoingMessage.frame(body))
    guard let arrival = try cat.receive(within: self.options.timeout) else {
      throw PipeClient.Failure.silent(self.options.timeout)
    }
    let bytes = cat.residentBytes
    _ = cat.end(within: .seconds(5))
    return (arrival.time - cat.started, bytes)
  }
}
