/// The messages that a server sends, written as JSON.
public enum OutgoingMessage {
  /// Returns a successful response.
  public static func result(_ value: some JSONEncodable, id: RequestID) -> ContiguousArray<UInt8> {
    body { write(result: value, id: id, to: &$0) }
  }

  /// Returns an error response; the id is null when the request's could not be read.
  public static func error(_ error: ResponseError, id: RequestID?) -> ContiguousArray<UInt8> {
    body { write(error: error, id: id, to: &$0) }
  }

  /// Returns a notification.
  public static func notification(_ method: String, _ params: some JSONEncodable) -> ContiguousArray<UInt8> {
    body { write(notification: method, params, to: &$0) }
  }

  /// Returns a request.
  public static func request(
    _ method: String, _ params: some JSONEncodable, id: RequestID
  ) -> ContiguousArray<UInt8> {
    body { write(request: method, params, id: id, to: &$0) }
  }

  /// Returns the body with its header, ready to be written.
  public static func frame(_ body: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    var frame: ContiguousArray<UInt8> = []
    frame.reserveCapacity(body.count + 32)
    frame.append(contentsOf: "Content-Length: \(body.count)\r\n\r\n".utf8)
    frame.append(contentsOf: body)
    return frame
  }

  private static func body(_ write: (inout JSONWriter) -> Void) -> ContiguousArray<UInt8> {
    var writer = JSONWriter()
    write(&writer)
    return writer.bytes
  }

  static func write(result: some JSONEncodable, id: RequestID, to writer: inout JSONWriter) {
    begin(&writer)
    writer.field("id", id)
    writer.field("result", result)
    writer.endObject()
  }

  static func write(error: ResponseError, id: RequestID?, to writer: inout JSONWriter) {
    begin(&writer)
    writer.name("id")
    if let id { id.encode(into: &writer) } else { writer.null() }
    writer.name("error")
    writer.beginObject()
    writer.field("code", error.code.rawValue)
    writer.field("message", error.message)
    writer.endObject()
    writer.endObject()
  }

  static func write(notification method: String, _ params: some JSONEncodable, to writer: inout JSONWriter) {
    begin(&writer)
    writer.field("method", method)
    writer.field("params", params)
    writer.endObject()
  }

  static func write(request method: String, _ params: some JSONEncodable, id: RequestID, to writer: inout JSONWriter) {
    begin(&writer)
    writer.field("id", id)
    writer.field("method", method)
    writer.field("params", params)
    writer.endObject()
  }

  private static func begin(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("jsonrpc", "2.0")
  }
}
