import CatchwordRPC

/// Which progress tokens there are, and what may come on each.
struct ProgressRules {
  private enum Token {
    /// Not begun, at a percentage that only grows, or over.
    case workNotBegun, work(percentage: Int?), workOver
    /// Of a request; how many parts of its result have come.
    case parts(method: String, request: JSONValue, count: Int)
  }

  private var tokens: [JSONValue: Token] = [:]

  /// Notes the tokens in a request of the client.
  mutating func clientRequested(_ method: String, _ params: JSONValue, key: JSONValue) {
    if let token = params["workDoneToken"] { tokens[token] = .workNotBegun }
    if let token = params["partialResultToken"] { tokens[token] = .parts(method: method, request: key, count: 0) }
  }

  /// Notes a token that the client has made at the server's request.
  mutating func created(_ token: JSONValue) { tokens[token] = .workNotBegun }

  /// True when a token is that of work.
  func isWork(_ token: JSONValue?) -> Bool {
    switch token.flatMap({ tokens[$0] }) {
    case .workNotBegun, .work, .workOver: true
    default: false
    }
  }

  /// Notes that a request is answered: its tokens are void.
  mutating func answered(_ params: JSONValue, result: JSONValue?) throws(Violation) {
    if let token = params["workDoneToken"], case .work? = tokens.removeValue(forKey: token) {
      throw Violation(problem: "answers a request whose work has not ended")
    }
    guard let token = params["partialResultToken"], case .parts(_, _, let count)? = tokens.removeValue(forKey: token),
      count > 0, let result
    else { return }
    let items = result["items"]?.arrayValue ?? result.arrayValue ?? []
    if !items.isEmpty { throw Violation(problem: "has items after partial results") }
  }

  /// Checks a progress notification.
  ///
  /// - Returns: The method and the key of the request, when it is a part of a result.
  mutating func check(_ params: JSONValue) throws(Violation) -> (method: String, request: JSONValue)? {
    let value = params["value"] ?? .null
    guard let token = params["token"], let state = tokens[token] else {
      throw Violation(path: [".token"], problem: "is \((params["token"] ?? .null).json), which nobody has made")
    }
    if case .parts(let method, let request, let count) = state {
      if count > 0, value.objectValue != nil {
        throw Violation(path: [".value"], problem: "is a list, which may only come first")
      }
      tokens[token] = .parts(method: method, request: request, count: count + 1)
      return (method, request)
    }
    tokens[token] = try next(after: state, value)
    return nil
  }

  private func next(after state: Token, _ value: JSONValue) throws(Violation) -> Token {
    let percentage = value["percentage"]?.intValue
    switch (value["kind"]?.stringValue, state) {
    case ("begin", .workNotBegun): return .work(percentage: percentage)
    case ("report", .work(let last)):
      guard let percentage else { return state }
      guard let last else { throw Violation(path: [".value.percentage"], problem: "is there, but was not at first") }
      guard percentage >= last else { throw Violation(path: [".value.percentage"], problem: "has fallen") }
      return .work(percentage: percentage)
    case ("end", .work): return .workOver
    default: throw Violation(path: [".value.kind"], problem: "is \((value["kind"] ?? .null).json) out of turn")
    }
  }
}
