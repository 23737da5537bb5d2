/// Builds the bodies of outgoing messages.
public enum OutgoingMessage {
  /// A successful response.
  public static func result(_ value: some JSONEncodable, id: RequestID) -> ContiguousArray<UInt8> {
    body { writer in
      writer.field("id", id)
      writer.field("result", value)
    }
  }

  /// An error response; the id is null when the request's could not be made out.
  public static func error(_ error: ResponseError, id: RequestID?) -> ContiguousArray<UInt8> {
    body { writer in
      writer.name("id")
      if let id { id.encode(into: &writer) } else { writer.null() }
      writer.name("error")
      writer.object { writer in
        writer.field("code", error.code.rawValue)
        writer.field("message", error.message)
      }
    }
  }

  /// A notification.
  public static func notification(_ method: String, _ params: some JSONEncodable) -> ContiguousArray<UInt8> {
    body { writer in
      writer.field("method", method)
      writer.field("params", params)
    }
  }

  /// A request.
  public static func request(
    _ method: String, _ params: some JSONEncodable, id: RequestID
  ) -> ContiguousArray<UInt8> {
    body { writer in
      writer.field("id", id)
      writer.field("method", method)
      writer.field("params", params)
    }
  }

  /// The body with its header, ready to be written.
  public static func frame(_ body: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    var frame: ContiguousArray<UInt8> = []
    frame.reserveCapacity(body.count + 32)
    frame.append(contentsOf: "Content-Length: \(body.count)\r\n\r\n".utf8)
    frame.append(contentsOf: body)
    return frame
  }

  private static func body(_ fields: (inout JSONWriter) -> Void) -> ContiguousArray<UInt8> {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("jsonrpc", "2.0")
      fields(&writer)
    }
    return writer.bytes
  }
}
