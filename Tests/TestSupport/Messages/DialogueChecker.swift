package import CatchwordRPC

/// Listens to a dialogue, and notes whatever the server says that it must not: what has the wrong shape, what the client
/// has not declared, what comes out of turn.
package struct DialogueChecker {
  /// What the server did wrong, a sentence each; the first ten.
  package private(set) var violations: [String] = []
  /// How many messages of the server were checked.
  package private(set) var checked = 0

  private struct Request {
    let method: String
    let params: JSONValue
    let place: RequestedPlace?
  }

  private let contracts: [any MessageContract]
  private var open: [JSONValue: [Request]] = [:]
  private var documents: ReferenceDocuments?
  private var encoding = "utf-16"
  private var offersEncodings = false
  private var client = JSONValue.null
  private var serverCapabilities: JSONValue?
  private var trace = "off"
  private var progress = ProgressRules()
  private var requests = ServerRequestRules()
  private var lists = FollowedListRules()

  /// A checker by given descriptions of the messages.
  package init(contracts: [any MessageContract]) { self.contracts = contracts }

  /// A checker by our own schema, and by LSP's meta model where it is at hand.
  package init() {
    var contracts: [any MessageContract] = []
    var problems: [String] = []
    do { contracts.append(try MessageSchema.ours.get()) } catch { problems.append("the schema is unusable: \(error)") }
    do {
      if let model = try MetaModel.official?.get() { contracts.append(model) }
    } catch { problems.append("the meta model is unusable: \(error)") }
    self.init(contracts: contracts)
    violations = problems
  }

  // MARK: The client's messages

  /// Takes a message that the client sends.
  package mutating func clientSent(_ message: JSONValue) {
    guard message.objectValue != nil else { return }
    let method = message["method"]?.stringValue
    let params = message["params"] ?? .null
    if method == "initialize", documents == nil { begin(params) }
    let key = message["id"].flatMap(DialogueChecker.key)
    let isAnswer = method == nil && (message["result"] != nil || message["error"] != nil)
    if let key, isAnswer, message["jsonrpc"] == "2.0" {
      if let token = requests.clientAnswered(message, key: key) { progress.created(token) }
    } else if let key {
      open[key, default: []].append(Request(method: method ?? "", params: params, place: place(params)))
      progress.clientRequested(method ?? "", params, key: key)
    }
    lists.clientSent(method, params)
    if method == "$/setTrace" { trace = params["value"]?.stringValue ?? "off" }
    documents?.apply(message)
  }

  private mutating func begin(_ params: JSONValue) {
    client = params["capabilities"] ?? .null
    let offered = client["general"]?["positionEncodings"]?.arrayValue ?? []
    offersEncodings = !offered.isEmpty
    encoding = ["utf-8", "utf-32", "utf-16"].first { offered.contains(.string($0)) } ?? "utf-16"
    documents = ReferenceDocuments(encoding: encoding)
    trace = params["trace"]?.stringValue ?? "off"
  }

  private func place(_ params: JSONValue) -> RequestedPlace? {
    guard let uri = params["textDocument"]?["uri"]?.stringValue, let text = documents?.texts[uri] else { return nil }
    return RequestedPlace(params["position"], in: text, encoding: encoding)
  }

  /// Ids as they are compared: a number is the same however it is written.
  private static func key(_ id: JSONValue) -> JSONValue? {
    if id.stringValue != nil { return id }
    // Integers of whatever length; a fraction or an exponent makes no id.
    guard case .number(let text) = id, text.allSatisfy({ $0 == "-" || $0.isNumber }) else { return nil }
    return Int(text).map { .int($0) } ?? id
  }

  // MARK: The server's messages

  /// Takes a message that the server sends.
  package mutating func serverSent(_ message: JSONValue) {
    checked += 1
    do {
      if let method = message["method"]?.stringValue {
        try checkMessage(message, method)
      } else if message["error"] != nil {
        try checkError(message)
      } else {
        try checkResult(message)
      }
    } catch {
      note("\(error), in \(message.summary)")
    }
  }

  /// Takes bytes of the server that are no message.
  package mutating func serverSentGarbage(_ reason: String) { note("the server's output is no message: \(reason)") }

  private mutating func note(_ violation: String) {
    if violations.count < 10 { violations.append(violation) }
  }

  private func checkByContracts(_ violation: (any MessageContract) -> Violation?) throws(Violation) {
    for contract in contracts {
      if let found = violation(contract) {
        throw Violation(path: found.path, problem: "\(found.problem) (\(type(of: contract)))")
      }
    }
  }

  // MARK: Responses

  private mutating func checkError(_ message: JSONValue) throws(Violation) {
    let key = message["id"].flatMap(DialogueChecker.key)
    var method: String?
    if let key {
      // Of several requests with one id the later ones are refused.
      let isRefusal = message["error"]?["code"] == -32600
      guard let request = take(key, isLast: isRefusal) else { throw Violation(problem: "answers what nobody asked") }
      method = request.method
      try checkByContracts { $0.violation(inErrorResponse: message, of: method) }
      try progress.answered(request.params, result: nil)
    } else {
      try checkByContracts { $0.violation(inErrorResponse: message, of: nil) }
    }
  }

  private mutating func checkResult(_ message: JSONValue) throws(Violation) {
    guard let result = message["result"] else { throw Violation(problem: "is neither a message nor a response") }
    let names = Set(message.objectValue?.keys.map(\.self) ?? [])
    if message["jsonrpc"] != "2.0" || names != ["jsonrpc", "id", "result"] {
      throw Violation(problem: "has fields that a response must not have, or lacks one")
    }
    guard let key = message["id"].flatMap(DialogueChecker.key), let request = take(key, isLast: false) else {
      throw Violation(problem: "answers what nobody asked")
    }
    let own =
      request.method == "completionItem/resolve" ? DialogueChecker.added(to: request.params, in: result) : result
    try checkByContracts { $0.violation(inResult: own, of: request.method) }
    switch request.method {
    case "initialize": try checkInitialize(result)
    case "textDocument/completion":
      lists.answered(request.params)
      try rules.check(result, at: request.place)
      try PlainTextRules.check(list: result)
    case "completionItem/resolve":
      try rules.check(result, resolvedFrom: request.params)
      // What its client itself put in is its own.
      if let documentation = own["documentation"] { try PlainTextRules.check(item: ["documentation": documentation]) }
    case "textDocument/inlineCompletion": try InlineCompletionRules.check(result, request.params, at: request.place)
    default: break
    }
    try progress.answered(request.params, result: result)
  }

  private mutating func checkInitialize(_ result: JSONValue) throws(Violation) {
    serverCapabilities = result["capabilities"] ?? .null
    if result["capabilities"]?["inlineCompletionProvider"] != nil {
      try InlineCompletionRules.check(advertisedTo: client)
    }
    let announced = result["capabilities"]?["positionEncoding"]
    if announced != (offersEncodings ? .string(encoding) : nil) {
      throw Violation(path: [".capabilities.positionEncoding"], problem: "is \((announced ?? .null).json)")
    }
  }

  private mutating func take(_ key: JSONValue, isLast: Bool) -> Request? {
    guard var waiting = open[key], !waiting.isEmpty else { return nil }
    let request = waiting.remove(at: isLast ? waiting.count - 1 : 0)
    open[key] = waiting.isEmpty ? nil : waiting
    return request
  }

  /// An item without what its client itself put in, whatever it is.
  private static func added(to item: JSONValue, in resolved: JSONValue) -> JSONValue {
    guard let fields = resolved.objectValue else { return resolved }
    return .object(fields.filter { $0.key == "label" || item[$0.key] != $0.value })
  }

  private var rules: CompletionRules { CompletionRules(clientCapabilities: client) }

  // MARK: Requests and notifications

  private static let allowedEarly: Set = ["window/logMessage", "window/showMessage", "telemetry/event"]

  private mutating func checkMessage(_ message: JSONValue, _ method: String) throws(Violation) {
    let params = message["params"] ?? .null
    try checkByContracts { $0.violation(inMessage: message, method: method) }
    try PlainTextRules.check(method, params)
    let isProgress = method == "$/progress" && progress.isWork(params["token"])
    if serverCapabilities == nil, !DialogueChecker.allowedEarly.contains(method), !isProgress {
      throw Violation(problem: "comes before the reply to initialize")
    }
    if let key = message["id"].flatMap(DialogueChecker.key) {
      return try requests.check(method, params, key: key, client: client, server: serverCapabilities ?? .null)
    }
    switch method {
    case "$/logTrace":
      if trace != "messages" && trace != "verbose" { throw Violation(problem: "traces, although trace is \(trace)") }
      if params["verbose"] != nil && trace != "verbose" { throw Violation(problem: "has particulars nobody asked for") }
    case "$/cancelRequest": try requests.checkCancellation(of: params["id"].flatMap(DialogueChecker.key))
    case "$/progress": try checkProgress(params)
    case "$/catchword/completionsChanged": try lists.check(params, client: client)
    default: break
    }
  }

  private mutating func checkProgress(_ params: JSONValue) throws(Violation) {
    guard let part = try progress.check(params) else { return }
    let value = params["value"] ?? .null
    try checkByContracts { $0.violation(inPartialResult: value, of: part.method) }
    try PlainTextRules.check(list: value)
    if part.method == "textDocument/completion" { try rules.check(value, at: open[part.request]?.first?.place) }
  }
}
