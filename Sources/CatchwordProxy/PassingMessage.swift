import CatchwordRPC

/// A message on its way from one side to the other: its envelope is read, and its payload is passed on byte by byte.
///
/// More is taken for a message than LSP allows, since it is not for us to refuse what two others understand.
struct PassingMessage: Sendable {
  /// What kind of message it is.
  enum Kind: Equatable, Sendable {
    case request(RequestID, method: String)
    case notification(method: String)
    /// A response, perhaps with neither a result nor an error; without an id it is an error about something that could
    /// not be read.
    case response(RequestID?)
    /// No message, and why.
    case invalid(String)
  }

  let body: ContiguousArray<UInt8>
  let kind: Kind
  /// Where the parameters stand in the body.
  let params: Range<Int>?
  /// Where the result stands in the body; nil in an error.
  let result: Range<Int>?
  /// Where the error stands in the body.
  let error: Range<Int>?
  /// Where the id stands; more than once in a careless message.
  private let ids: [Range<Int>]

  /// Reads the envelope, and checks that the whole body is JSON.
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

  /// The same message under another id.
  ///
  /// - Complexity: O(*n*).
  func replacingID(with id: RequestID) -> ContiguousArray<UInt8> { body.replacing(ids, with: id.json) }

  /// The same message with null for an id, for whom the sender's ids mean nothing.
  ///
  /// - Complexity: O(*n*).
  func removingID() -> ContiguousArray<UInt8> { body.replacing(ids, with: "null") }

  /// What stands in a part of the body.
  func part(_ range: Range<Int>) -> ContiguousArray<UInt8> { ContiguousArray(body[range]) }

  /// The id that a `$/cancelRequest` names, and the ranges in which it stands.
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

/// The fields of an envelope, as far as they have been read.
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
        // As it was written: to some, 1.0 is an id.
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

  /// No method of LSP is as long, in bytes.
  private static let maximumMethodLength = 256

  /// What stands for a long method: it is compared with many, and a text of combining marks takes long to compare.
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
      // Of a message with both, an error counts. One with an id and nothing else is a careless answer.
      let isResponse = result != nil || error != nil || (!hasMethod && id != nil)
      return isResponse ? .response(id) : .invalid("it has neither a method nor a result")
    }
    if let id { return .request(id, method: method) }
    return ids.isEmpty ? .notification(method: method) : .invalid("its id is neither a number nor a string")
  }
}

extension ContiguousArray<UInt8> {
  /// The same bytes with others in place of some ranges, which are in order and apart.
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
