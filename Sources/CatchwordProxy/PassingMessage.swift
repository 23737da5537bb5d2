import CatchwordRPC

/// A message on its way from one side to the other: its envelope is parsed, and its payload is passed on unchanged.
///
/// More than LSP allows is accepted, because the proxy must not refuse what the client and the server both understand.
struct PassingMessage: Sendable {
  /// The kind of a message.
  enum Kind: Equatable, Sendable {
    case request(RequestID, method: String)
    case notification(method: String)
    /// A response, possibly with neither a result nor an error. Without an id, it is an error about a message that
    /// could not be read.
    case response(RequestID?)
    /// Not a message, with the reason.
    case invalid(String)
  }

  let body: ContiguousArray<UInt8>
  let kind: Kind
  /// The range of the parameters in the body.
  let params: Range<Int>?
  /// The range of the result in the body; nil in an error.
  let result: Range<Int>?
  /// The range of the error in the body.
  let error: Range<Int>?
  /// The ranges of the id in the body; more than one when a careless sender repeats it.
  private let ids: [Range<Int>]

  /// Reads the envelope and checks that the whole body is JSON.
  ///
  /// - Complexity: O(*n*).
  init(_ body: ContiguousArray<UInt8>) {
    var fields = EnvelopeFields()
    var problem: String?
    var reader = JSONReader(body)
    do throws(JSONError) {
      try reader.readObject { (name, reader) throws(JSONError) in try fields.read(name, from: &reader) }
      try reader.finish()
    } catch {
      problem = "\(error)"
    }
    self.body = body
    kind = problem.map { .invalid($0) } ?? fields.kind
    params = fields.params
    result = fields.result
    error = fields.error
    ids = fields.ids
  }

  /// Returns the same message with another id.
  ///
  /// - Complexity: O(*n*).
  func replacingID(with id: RequestID) -> ContiguousArray<UInt8> { body.replacing(ids, with: id.json) }

  /// Returns the same message with a null id, for a receiver that does not know the sender's ids.
  ///
  /// - Complexity: O(*n*).
  func removingID() -> ContiguousArray<UInt8> { body.replacing(ids, with: "null") }

  /// Returns the bytes of a part of the body.
  func part(_ range: Range<Int>) -> ContiguousArray<UInt8> { ContiguousArray(body[range]) }

  /// The id that a `$/cancelRequest` names, and its ranges in the body.
  var cancelled: (id: RequestID, ranges: [Range<Int>])? {
    guard let params else { return nil }
    var fields = EnvelopeFields()
    var reader = JSONReader(body, range: params)
    do throws(JSONError) {
      try reader.readObject { (name, reader) throws(JSONError) in try fields.read(name, from: &reader) }
    } catch {
      return nil
    }
    return fields.id.map { ($0, fields.ids) }
  }

  /// The parameters as a value; nil when there are none.
  var paramsValue: JSONValue? { params.flatMap { try? JSONValue(parsing: part($0)) } }
}

/// The fields of an envelope that have been read so far.
private struct EnvelopeFields {
  var id: RequestID?
  var ids: [Range<Int>] = []
  var method: String?
  var hasMethod = false
  var params: Range<Int>?
  var result: Range<Int>?
  var error: Range<Int>?

  mutating func read(_ name: JSONName, from reader: inout JSONReader) throws(JSONError) {
    switch name {
    case "id":
      var probe = reader
      ids.append(try EnvelopeFields.skip(&reader))
      switch try probe.peek() {
      case .string: id = .string(try probe.readString())
      case .number:
        // Kept as written: some clients use 1.0 as an id.
        let digits = try probe.readDigits()
        id = Int(digits).flatMap { String($0) == digits ? .int($0) : nil } ?? .digits(digits)
      default: id = nil
      }
    case "method":
      hasMethod = true
      guard try reader.peek() == .string else { break }
      let name = try reader.readString()
      method = name.utf8.count <= EnvelopeFields.maximumMethodLength ? name : EnvelopeFields.beginning(of: name)
    case "params": params = try EnvelopeFields.skip(&reader)
    case "result": result = try EnvelopeFields.skip(&reader)
    case "error": error = try EnvelopeFields.skip(&reader)
    default: break
    }
  }

  /// A length in bytes that no LSP method reaches.
  private static let maximumMethodLength = 256

  /// Returns a prefix in place of a long method: it is compared with many, and combining marks are slow to compare.
  private static func beginning(of method: String) -> String {
    String(decoding: method.utf8.prefix(maximumMethodLength), as: UTF8.self)
  }

  private static func skip(_ reader: inout JSONReader) throws(JSONError) -> Range<Int> {
    _ = try reader.peek()
    let start = reader.offset
    try reader.skipValue()
    return start..<reader.offset
  }

  var kind: PassingMessage.Kind {
    guard let method else {
      // When there is both a result and an error, the error counts. An id alone is a careless response.
      let isResponse = result != nil || error != nil || (!hasMethod && id != nil)
      return isResponse ? .response(id) : .invalid("it has neither a method nor a result")
    }
    if let id { return .request(id, method: method) }
    return ids.isEmpty ? .notification(method: method) : .invalid("its id is neither a number nor a string")
  }
}

extension ContiguousArray<UInt8> {
  /// Returns the bytes with some ranges replaced by a text; the ranges are ascending and do not overlap.
  ///
  /// - Complexity: O(*n*).
  func replacing(_ ranges: [Range<Int>], with text: String) -> ContiguousArray<UInt8> {
    var replaced: ContiguousArray<UInt8> = []
    replaced.reserveCapacity(count + ranges.count * text.utf8.count)
    var place = 0
    for range in ranges {
      replaced.append(contentsOf: self[place..<range.lowerBound])
      replaced.append(contentsOf: text.utf8)
      place = range.upperBound
    }
    replaced.append(contentsOf: self[place...])
    return replaced
  }
}
