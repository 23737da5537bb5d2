import CatchwordRPC

/// How often each request was answered.
struct AnswerCounts {
  private var byID: [RequestID: Int] = [:]
  private var withoutID = 0
  private var questions: Set<JSONValue> = []

  /// Counts a message of the server's, which is an answer with a result or an error, a notification, or a question.
  mutating func note(_ message: JSONValue) throws(Finding) {
    try Finding.unless(message["jsonrpc"] == "2.0", "\(message.json) is no JSON-RPC.")
    if message["method"] != nil {
      guard let id = message["id"] else { return }
      return try Finding.unless(questions.insert(id).inserted, "The server uses the id of \(message.json) twice.")
    }
    try Finding.unless(
      (message["result"] == nil) != (message["error"] == nil), "\(message.json) is not one result or error.")
    if let error = message["error"] {
      try Finding.unless(
        error["code"]?.intValue != ResponseError.Code.internalError.rawValue, "A bug of ours: \(message.json).")
    }
    switch message["id"] {
    case .null?: withoutID += 1
    case .string(let text)?: byID[.string(text), default: 0] += 1
    case .number(let text)?:
      byID[Int(text).map { .int($0) } ?? .digits(text), default: 0] += 1
    default: throw Finding("\(message.json) answers nothing.")
    }
  }

  /// Every request was answered once; those behind an `exit` at most once.
  func check(_ client: ExpectedClient) throws(Finding) {
    for id in Set(client.asked.keys).union(byID.keys) {
      let (least, most) = client.asked[id] ?? (0, 0)
      let count = byID[id, default: 0]
      try Finding.unless(
        (least...most).contains(count), "\(id) was asked \(least) to \(most) times and answered \(count) times.")
    }
    let (least, most) = client.unreadable
    try Finding.unless(
      (least...most).contains(withoutID),
      "There were \(least) to \(most) messages without an id to refuse, and \(withoutID) were refused.")
  }
}
