import CatchwordRPC

/// What is said of a list that would be another one by now: only to who wants to know, only of the newest list of the
/// document, and once.
struct FollowedListRules {
  private struct Answered {
    let version: JSONValue
    let position: JSONValue
  }

  private var versions: [String: JSONValue] = [:]
  private var answered: [String: Answered] = [:]

  /// Notes what makes the last list of a document old.
  mutating func clientSent(_ method: String?, _ params: JSONValue) {
    guard let uri = params["textDocument"]?["uri"]?.stringValue else { return }
    switch method {
    case "textDocument/didOpen", "textDocument/didChange":
      versions[uri] = params["textDocument"]?["version"]
      answered[uri] = nil
    case "textDocument/didClose", "textDocument/completion": answered[uri] = nil
    default: break
    }
  }

  /// Notes a list.
  mutating func answered(_ params: JSONValue) {
    guard let uri = params["textDocument"]?["uri"]?.stringValue, let version = versions[uri] else { return }
    answered[uri] = Answered(version: version, position: params["position"] ?? .null)
  }

  /// Checks the notification.
  mutating func check(_ params: JSONValue, client: JSONValue) throws(Violation) {
    guard client["experimental"]?["catchword"]?["completionsChanged"] == true else {
      throw Violation(problem: "is sent to a client that has not declared it")
    }
    guard let uri = params["textDocument"]?["uri"]?.stringValue, let list = answered.removeValue(forKey: uri) else {
      throw Violation(problem: "is about no list that the client has")
    }
    if params["textDocument"]?["version"] != list.version || params["position"] != list.position {
      throw Violation(problem: "is about another place than the list was")
    }
  }
}
