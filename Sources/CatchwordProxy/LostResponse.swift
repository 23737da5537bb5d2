import CatchwordRPC

/// The response that a message of a server may have been, although it could not be read.
enum LostResponse: Equatable, Sendable {
  /// No response that is awaited: a request, a notification, or the response to a request that is not ours.
  case notAwaited
  /// The response to our request with this number.
  case one(Int)
  /// Any of the awaited responses.
  case unknown

  /// Looks for the id and the method in a body that is no message, whether it is JSON or not.
  ///
  /// - Complexity: O(*n*).
  init(_ body: ContiguousArray<UInt8>) {
    let envelope = BrokenEnvelope(body)
    if envelope.hasMethod {
      self = .notAwaited
    } else if let number = envelope.number {
      self = .one(number)
    } else {
      self = envelope.hasID || !envelope.mentionsID ? .notAwaited : .unknown
    }
  }

  /// Classifies a part of the stream by the reason for which it was refused.
  init(_ error: FrameError) {
    switch error {
    case .bodyTooLong, .unsupportedCharset: self = .unknown
    case .malformedHeader, .invalidContentLength, .conflictingContentLength, .headerTooLong: self = .notAwaited
    }
  }
}

extension RequestID {
  /// The integer that the id is, in whatever way it was written, as in `1.0`; nil for any other id.
  var number: Int? {
    switch self {
    case .int(let number): number
    case .digits(let digits): Double(digits).flatMap { Int(exactly: $0) }
    case .string: nil
    }
  }
}

/// The fields of an envelope that is not valid JSON, as far as its brackets and quotation marks show them.
private struct BrokenEnvelope {
  /// The number that is its id; nil when it has another id or none.
  private(set) var number: Int?
  private(set) var hasID = false
  private(set) var hasMethod = false
  /// True when there is an `id` somewhere: a text without one answers nobody.
  private(set) var mentionsID = false

  init(_ body: ContiguousArray<UInt8>) {
    var (index, depth) = (0, 0)
    // The last string in the outermost object, which is a name when a colon follows.
    var name = 0..<0
    while index < body.count {
      switch body[index] {
      case UInt8(ascii: "\""):
        let end = BrokenEnvelope.end(ofStringAt: index, in: body)
        if depth == 1 { name = index + 1..<end }
        if end == index + 3, body[index + 1] == UInt8(ascii: "i"), body[index + 2] == UInt8(ascii: "d") {
          mentionsID = true
        }
        index = end
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth == 1: note(body[name], valueAt: index + 1, in: body)
      default: break
      }
      index += 1
    }
  }

  /// Returns the index of the quotation mark that closes a string; the end of the body when there is none.
  private static func end(ofStringAt start: Int, in body: ContiguousArray<UInt8>) -> Int {
    var index = start + 1
    while index < body.count, body[index] != UInt8(ascii: "\"") {
      index += body[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, body.count)
  }

  private mutating func note(_ name: ArraySlice<UInt8>, valueAt start: Int, in body: ContiguousArray<UInt8>) {
    if name.elementsEqual("method".utf8) { hasMethod = true }
    guard name.elementsEqual("id".utf8) else { return }
    var reader = JSONReader(body, range: start..<body.count)
    switch try? reader.peek() {
    case .number?:
      hasID = true
      number = (try? reader.readDigits()).flatMap { RequestID.digits($0).number }
    case .string?: hasID = true
    default: break
    }
  }
}
