/// The recorded behaviour of another server, which shows how common the results of a table are.
///
/// These are records, not judgements: they were made by hand, by writing the same inputs to the programs' standard
/// input on a two-core Linux machine in 2026. To measure one of them again, name it as the command.
struct MeasuredServer {
  let name: String
  /// The observations by the name of the case; a case that was not measured is missing.
  let cells: [String: String]

  static let provenance = """
    The columns on the right were recorded earlier: sourcekit-lsp of Swift 6.3.1, clangd 22.1.1, pygls 2.1.1, ty 0.0.104 and
    ruff 0.17.5, on Linux, 2026.
    """

  static let all = [sourcekit, clangd, pygls, ty]

  private static let sourcekit = MeasuredServer(
    name: "sourcekit-lsp 6.3.1",
    cells: [
      "request before initialize": "-32003",
      "exit before initialize": "rc 0",
      "second initialize": "accepts it",
      "unknown request": "-32601",
      "unknown $/ request": "-32601",
      "malformed JSON": "no reply, alive",
      "no jsonrpc": "no reply, alive",
      "batch": "no reply, alive",
      "no Content-Length": "crash",
      "garbage header": "crash",
      "Content-Length: 99999999999999999999999": "crash",
      "Content-Length: -5": "crash",
      "content-length in lower case": "never answers",
      "header with LF only": "hangs",
      "bad params": "-32602",
      "request after shutdown": "-32003 or served",
      "response to an unknown id": "alive",
      "exit without shutdown": "rc 0",
      "end of input without shutdown": "rc 0",
      "the editor (processId) dies": "stays",
      "didChange with a reversed range": "crash",
      "didChange past the last line": "works",
      "completion, document not open": "-32001",
      "id \"s\"": "echoes it",
      "id 2^31": "echoes it",
      "id 2^53+1": "echoes it",
      "id 1.5": "no reply",
      "id null": "no reply",
    ])

  private static let clangd = MeasuredServer(
    name: "clangd 22",
    cells: [
      "request before initialize": "-32002",
      "exit before initialize": "rc 1",
      "second initialize": "-32600",
      "unknown request": "-32601",
      "unknown $/ request": "-32601",
      "malformed JSON": "no reply, alive",
      "no jsonrpc": "process exits rc 1",
      "batch": "process exits",
      "no Content-Length": "alive",
      "garbage header": "alive",
      "Content-Length: 99999999999999999999999": "alive",
      "Content-Length: -5": "alive",
      "content-length in lower case": "never answers",
      "header with LF only": "answers",
      "bad params": "-32602",
      "request after shutdown": "served",
      "response to an unknown id": "alive",
      "exit without shutdown": "rc 1",
      "end of input without shutdown": "rc 1",
      "the editor (processId) dies": "stays",
      "didChange with a reversed range": "document lost",
      "didChange past the last line": "document lost",
      "completion, document not open": "-32602",
      "id \"s\"": "echoes it",
      "id 2^31": "echoes it",
      "id 2^53+1": "echoes it",
      "id 1.5": "echoes it",
      "id null": "echoes it",
    ])

  private static let pygls = MeasuredServer(
    name: "pygls 2.1.1",
    cells: [
      "request before initialize": "answers",
      "exit before initialize": "rc 0",
      "second initialize": "accepts it",
      "unknown request": "-32601",
      "unknown $/ request": "-32601",
      "malformed JSON": "no reply, alive",
      "no jsonrpc": "no reply, alive",
      "batch": "no reply, alive",
      "no Content-Length": "alive",
      "garbage header": "alive",
      "Content-Length: 99999999999999999999999": "process exits",
      "Content-Length: -5": "alive",
      "content-length in lower case": "never answers",
      "header with LF only": "hangs",
      "bad params": "no reply",
      "request after shutdown": "no reply",
      "response to an unknown id": "alive",
      "exit without shutdown": "rc 0",
      "end of input without shutdown": "rc 0",
      "the editor (processId) dies": "stays",
      "didChange with a reversed range": "change ignored",
      "didChange past the last line": "works",
      "completion, document not open": "answers",
      "id \"s\"": "echoes it",
      "id 2^31": "echoes it",
      "id 2^53+1": "echoes it",
      "id 1.5": "echoes it",
      "id null": "echoes it",
    ])

  private static let ty = MeasuredServer(
    name: "ty, ruff",
    cells: [
      "request before initialize": "-32002",
      "exit before initialize": "rc 2",
      "second initialize": "-32601",
      "unknown request": "-32601",
      "unknown $/ request": "-32601",
      "malformed JSON": "process exits",
      "no jsonrpc": "accepts it",
      "batch": "process exits",
      "no Content-Length": "process exits",
      "garbage header": "process exits",
      "Content-Length: 99999999999999999999999": "process exits",
      "Content-Length: -5": "process exits",
      "content-length in lower case": "answers",
      "header with LF only": "hangs",
      "bad params": "-32602",
      "request after shutdown": "-32600",
      "response to an unknown id": "alive",
      "exit without shutdown": "rc 2",
      "end of input without shutdown": "rc 2",
      "the editor (processId) dies": "stays",
      "didChange with a reversed range": "panic rc 101",
      "didChange past the last line": "works",
      "completion, document not open": "ty reads the file",
      "id \"s\"": "echoes it",
      "id 2^31": "no reply",
      "id 2^53+1": "no reply",
      "id 1.5": "no reply",
      "id null": "no reply",
    ])
}
