import CatchwordRPC

/// What the server may ask of the client: what it has declared that it answers, under ids of its own.
struct ServerRequestRules {
  private struct Request {
    let method: String
    let params: JSONValue
  }

  private var open: [JSONValue: Request] = [:]
  private var registered: [String: String] = [:]
  private var tokens: Set<JSONValue> = []

  /// Checks a request and notes it.
  mutating func check(
    _ method: String, _ params: JSONValue, key: JSONValue, client: JSONValue, server: JSONValue
  ) throws(Violation) {
    if open.updateValue(Request(method: method, params: params), forKey: key) != nil {
      throw Violation(path: [".id"], problem: "is in use already")
    }
    switch method {
    case "workspace/configuration": try require(client["workspace"]?["configuration"], method)
    case "window/workDoneProgress/create":
      try require(client["window"]?["workDoneProgress"], method)
      if let token = params["token"], !tokens.insert(token).inserted {
        throw Violation(path: [".params.token"], problem: "was used before")
      }
    case "client/registerCapability":
      for registration in params["registrations"]?.arrayValue ?? [] {
        try register(registration, client: client, server: server)
      }
    case "client/unregisterCapability":
      for registration in params["unregisterations"]?.arrayValue ?? [] { try unregister(registration) }
    default: break
    }
  }

  private mutating func register(_ value: JSONValue, client: JSONValue, server: JSONValue) throws(Violation) {
    let method = value["method"]?.stringValue ?? ""
    let path = method.split(separator: "/").map(String.init)
    let capability = path.reduce(client) { $0[$1] ?? .null }
    try require(capability["dynamicRegistration"], "registration for \(method)")
    if registered.updateValue(method, forKey: value["id"]?.stringValue ?? "") != nil {
      throw Violation(path: [".params.registrations"], problem: "has an id that is in use already")
    }
    let options = value["registerOptions"] ?? .null
    if method == "textDocument/completion", options["documentSelector"] == .null, server["completionProvider"] != nil {
      throw Violation(problem: "registers completion for all documents, which initialize did already")
    }
    let patterns = options["watchers"]?.arrayValue?.compactMap { $0["globPattern"] } ?? []
    if patterns.contains(where: { $0.objectValue != nil }) {
      try require(capability["relativePatternSupport"], "a relative pattern")
    }
  }

  private mutating func unregister(_ value: JSONValue) throws(Violation) {
    let method = value["method"]?.stringValue
    if method == nil || registered.removeValue(forKey: value["id"]?.stringValue ?? "") != method {
      throw Violation(path: [".params.unregisterations"], problem: "names what is not registered")
    }
  }

  /// Checks that a request which the server cancels is open.
  func checkCancellation(of key: JSONValue?) throws(Violation) {
    if key.flatMap({ open[$0] }) == nil { throw Violation(path: [".params.id"], problem: "is no open request's") }
  }

  /// Notes an answer of the client.
  ///
  /// - Returns: The progress token that exists now, if one does.
  mutating func clientAnswered(_ message: JSONValue, key: JSONValue) -> JSONValue? {
    guard let request = open.removeValue(forKey: key), message["error"] == nil else { return nil }
    return request.method == "window/workDoneProgress/create" ? request.params["token"] : nil
  }

  private func require(_ capability: JSONValue?, _ what: String) throws(Violation) {
    if capability != true { throw Violation(problem: "is \(what), which the client has not declared") }
  }
}
