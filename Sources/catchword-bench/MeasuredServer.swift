import CatchwordRPC

/// The recorded behaviour of another server, which shows how common the results of a table are.
///
/// These are records, not judgements: they were made by hand, by writing the same inputs to the programs' standard
/// input on a two-core Linux machine in 2026. To measure one of them again, name it as the command.
struct MeasuredServer {
  let name: String
  /// The observations by the name of the case; a case that was not measured is missing.
  let cells: [String: String]

  /// The records in `measured-servers.json`, and the sentence that says where they come from.
  static func read() throws -> (all: [MeasuredServer], provenance: String) {
    let file = try BenchFile.read("measured-servers.json")
    let all = (file["servers"]?.arrayValue ?? []).map { server in
      MeasuredServer(
        name: server["name"]?.stringValue ?? "",
        cells: (server["cells"]?.objectValue ?? [:]).compactMapValues(\.stringValue))
    }
    return (all, file["provenance"]?.stringValue ?? "")
  }
}
