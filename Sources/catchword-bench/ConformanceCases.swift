import CatchwordRPC

extension ConformanceCase {
  /// Every row, in the order of the table.
  static let all: [ConformanceCase] = life + bodies + frames + requests + endings + documents + ids

  private static let life = [
    ConformanceCase(
      name: "request before initialize", specification: "-32002", before: .started,
      input: .message(request("textDocument/completion", completion)), expectation: .error(-32002)),
    ConformanceCase(
      name: "exit before initialize", specification: "ends, rc 1", before: .started, input: .exit,
      expectation: .exitCode(1)),
    ConformanceCase(
      name: "second initialize", specification: "an error",
      input: .message(request("initialize", ["processId": nil, "rootUri": nil, "capabilities": [:]])),
      expectation: .anyError),
    ConformanceCase(
      name: "unknown request", specification: "-32601", input: .message(unknown(id: 1)), expectation: .error(-32601)),
    ConformanceCase(
      name: "unknown $/ request", specification: "-32601", input: .message(request("$/conformance")),
      expectation: .error(-32601)),
  ]

  private static let bodies = [
    ConformanceCase(
      name: "malformed JSON", specification: "-32700, id null",
      input: .body(#"{"jsonrpc": "2.0", "id": 1, "method": "conformance/unknown", "params": {]}"#),
      expectation: .errorWithID(-32700, nil)),
    ConformanceCase(
      name: "no jsonrpc", specification: "-32600",
      input: .body(#"{"id": 1, "method": "conformance/unknown", "params": {}}"#), expectation: .error(-32600)),
    ConformanceCase(
      name: "batch", specification: "-32600: not in LSP", input: .message([unknown(id: 1), unknown(id: 2)]),
      expectation: .error(-32600)),
  ]

  private static let frames = [
    ConformanceCase(
      name: "no Content-Length", specification: "error or resync",
      input: .bytes("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{\"jsonrpc\": \"2.0\"}\r\n"),
      expectation: .survival),
    ConformanceCase(
      name: "garbage header", specification: "error or resync", input: .bytes("%%% this is no header\r\n\r\n"),
      expectation: .survival),
    ConformanceCase(
      name: "Content-Length: 99999999999999999999999", specification: "refuse",
      input: .bytes("Content-Length: 99999999999999999999999\r\n\r\n"), expectation: .survival),
    ConformanceCase(
      name: "Content-Length: -5", specification: "refuse", input: .bytes("Content-Length: -5\r\n\r\n"),
      expectation: .survival),
    ConformanceCase(
      name: "content-length in lower case", specification: "read: case is free",
      input: .header("content-length: #\r\n\r\n", unknown(id: 1)), expectation: .anyAnswer),
    ConformanceCase(
      name: "header with LF only", specification: "CRLF; survive LF",
      input: .header("Content-Length: #\n\n", unknown(id: 1)), expectation: .survival),
  ]

  private static let requests = [
    ConformanceCase(
      name: "bad params", specification: "-32602",
      input: .message(request("textDocument/completion", ["textDocument": 7, "position": "here"])),
      expectation: .error(-32602)),
    ConformanceCase(
      name: "request after shutdown", specification: "-32600", before: .shutDown,
      input: .message(request("textDocument/completion", completion)), expectation: .error(-32600)),
    ConformanceCase(
      name: "response to an unknown id", specification: "ignore",
      input: .unaskedMessage(["jsonrpc": "2.0", "id": 4711, "result": nil]), expectation: .silence),
  ]

  private static let endings = [
    ConformanceCase(name: "exit without shutdown", specification: "rc 1", input: .exit, expectation: .exitCode(1)),
    ConformanceCase(
      name: "end of input without shutdown", specification: "rc 1, as for exit", input: .endOfInput,
      expectation: .exitCode(1)),
    ConformanceCase(
      name: "the editor (processId) dies", specification: "ends", input: .editorDies, expectation: .end),
  ]

  private static let documents = [
    ConformanceCase(
      name: "didChange with a reversed range", specification: "refuse or put right", input: .edit(.reversed),
      expectation: .document),
    ConformanceCase(
      name: "didChange past the last line", specification: "clamp", input: .edit(.pastLastLine),
      expectation: .changedDocument),
    ConformanceCase(
      name: "completion, document not open", specification: "the server's choice", input: .unopenedDocument,
      expectation: .anyAnswer),
  ]

  private static let ids =
    [
      (#""s""#, "echo", JSONValue.string("s")), ("2^31", "echo or refuse", .number("2147483648")),
      ("2^53+1", "echo or refuse", .number("9007199254740993")), ("1.5", "refuse or echo", .number("1.5")),
      ("null", "refuse or echo", .null),
    ].map { name, specification, id in
      ConformanceCase(
        name: "id \(name)", specification: specification, input: .message(unknown(id: id)),
        expectation: .answerOrRefusal(id))
    }

  private static let completion: JSONValue = [
    "textDocument": ["uri": "file:///conformance"], "position": ["line": 0, "character": 0],
  ]

  private static func request(_ method: String, _ params: JSONValue = [:]) -> JSONValue {
    ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
  }

  /// Returns a request with a method that no server knows, which every server must therefore answer.
  private static func unknown(id: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "method": "conformance/unknown", "params": [:]]
  }
}
