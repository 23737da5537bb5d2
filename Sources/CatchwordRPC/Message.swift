/// An incoming JSON-RPC message: its envelope is decoded, its parameters are not yet.
public enum Message: Sendable {
  /// A request, to be answered exactly once.
  case request(id: RequestID, method: String, params: Params)
  /// A notification, never to be answered.
  case notification(method: String, params: Params)
  /// A response to a request of the server; a nil result is an error.
  case response(id: RequestID?, result: Params?)
  /// An invalid message; `id` is nil when it could not be read.
  case invalid(id: RequestID?, ResponseError)
  /// An invalid message with an id and no method: a careless response, if a request with that id is open.
  case unclear(id: RequestID, ResponseError)

  /// The parameters of a message: a range of its body, decoded by the handler that knows the type.
  public struct Params: Sendable {
    @usableFromInline let body: ContiguousArray<UInt8>
    @usableFromInline let range: Range<Int>?

    /// Decodes the parameters; absent ones read as an empty object.
    ///
    /// - Throws: `JSONError` when they have another shape.
    @inlinable
    public func decode<Value>(_ decode: (inout JSONReader) throws(JSONError) -> Value) throws(JSONError) -> Value {
      guard let range else {
        var reader = JSONReader(ContiguousArray("{}".utf8))
        return try decode(&reader)
      }
      var reader = JSONReader(skipped: range, of: body)
      return try decode(&reader)
    }

    /// Decodes the parameters as a value of unknown shape.
    ///
    /// - Throws: `JSONError` when they are not valid JSON.
    public func value() throws(JSONError) -> JSONValue {
      try decode { (reader: inout JSONReader) throws(JSONError) in try reader.readValue() }
    }
  }

  /// True for an invalid message.
  public var isRefused: Bool {
    switch self {
    case .request, .notification, .response: false
    case .invalid, .unclear: true
    }
  }

  /// Decodes the envelope of a message, and checks that the whole body is JSON.
  ///
  /// - Complexity: O(*n*).
  public init(_ body: ContiguousArray<UInt8>) {
    var envelope = Envelope()
    do {
      try envelope.read(body)
      self = envelope.message(body)
    } catch  where error.isSyntaxError {
      self = .invalid(id: nil, ResponseError(.parseError, "The message is not JSON: \(error)."))
    } catch {
      self = .invalid(id: envelope.id, ResponseError(.invalidRequest, "The message is not JSON-RPC: \(error)."))
    }
  }
}

private struct Envelope {
  var id: RequestID?
  var isIDInvalid = false
  var isVersion2 = false
  var method: String?
  var hasMethod = false
  var params: Range<Int>?
  var result: Range<Int>?
  var isResponse = false

  mutating func read(_ body: ContiguousArray<UInt8>) throws(JSONError) {
    var reader = JSONReader(body)
    if try reader.peek() != .object {
      try reader.skipValue()
      try reader.finish()
      throw JSONError(.typeMismatch(expected: "one object (batches are not part of LSP)"), at: 0)
    }
    try reader.readObject { (name, reader) throws(JSONError) in
      try readField(name, from: &reader)
    }
    try reader.finish()
  }

  private mutating func readField(_ name: JSONName, from reader: inout JSONReader) throws(JSONError) {
    switch name {
    case "jsonrpc" where try reader.peek() == .string: isVersion2 = try reader.readString() == "2.0"
    case "method":
      hasMethod = true
      if try reader.peek() == .string { method = try reader.readString() }
    case "params":
      let start = reader.offset
      try reader.skipValue()
      params = start..<reader.offset
    case "result":
      let start = reader.offset
      try reader.skipValue()
      result = start..<reader.offset
      isResponse = true
    case "error": isResponse = true
    case "id":
      var probe = reader
      try reader.skipValue()
      if let value = try? RequestID(from: &probe) { id = value } else { isIDInvalid = true }
    default: break
    }
  }

  func message(_ body: ContiguousArray<UInt8>) -> Message {
    guard isVersion2 else { return refused("The message has no \"jsonrpc\": \"2.0\".") }
    guard let method else {
      if isResponse { return .response(id: id, result: result.map { Message.Params(body: body, range: $0) }) }
      return refused("The message has neither a method nor a result.")
    }
    if isIDInvalid {
      return .invalid(id: nil, ResponseError(.invalidRequest, "The id must be an integer or a string."))
    }
    let params = Message.Params(body: body, range: params)
    if let id { return .request(id: id, method: method, params: params) }
    return .notification(method: method, params: params)
  }

  private func refused(_ reason: String) -> Message {
    let error = ResponseError(.invalidRequest, reason)
    guard !hasMethod, let id else { return .invalid(id: id, error) }
    return .unclear(id: id, error)
  }
}
