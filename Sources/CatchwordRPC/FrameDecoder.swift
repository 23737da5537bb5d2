/// A decoder that splits a byte stream into message bodies.
///
/// A total, resumable state machine: bytes come in pieces of any size, and the decoder stays usable whatever they are.
/// Header names are compared without case, a bare line feed ends a line too, and after an invalid header the decoder
/// looks for the next `Content-Length` (resynchronises).
public struct FrameDecoder: Sendable {
  /// An element of the decoded stream.
  public enum Event: Equatable, Sendable {
    /// The body of a message.
    case body(ContiguousArray<UInt8>)
    /// A part of the stream that is no message; decoding continues behind it.
    case problem(FrameError)
    /// The first bytes, at most `maximumHeadBytes`, of a message that was just refused: they may tell what was lost.
    case skipped(head: ContiguousArray<UInt8>)
  }

  /// The maximum number of bytes that are kept of a skipped message.
  public static let maximumHeadBytes = 4096

  /// The maximum length of a header block, in bytes.
  public static let maximumHeaderBytes = 16 * 1024
  /// The default of the maximum length of a body, in bytes.
  public static let defaultMaximumBodyBytes = 256 * 1024 * 1024

  /// The most that a body has memory for before it comes.
  private static let maximumReserve = 1 << 25

  private enum State {
    case header
    /// Taking a body as it comes.
    case body(length: Int)
    /// Waiting for the first bytes of a body that is refused.
    case refusing(length: Int)
    /// Skipping the rest of a refused body.
    case skipping(remaining: Int)
    /// Looking for the next header after garbage.
    case resynchronising
  }

  /// The maximum length of a body; longer ones are skipped unstored. A change counts from the next header on.
  public var maximumBodyBytes: Int
  private var state = State.header
  private var buffer: ContiguousArray<UInt8> = []
  /// What has come of a body, so that it need not be copied once it is whole.
  private var body: ContiguousArray<UInt8> = []
  private var start = 0
  /// The number of header bytes that were parsed as lines, counted again after each refusal.
  package private(set) var examinedBytes = 0
  /// The index up to which the buffer was searched for the end of the header.
  private var searched = 0
  /// The index up to which the buffer was searched for the end of the first line: that end, or the buffer's.
  private var lineSearched = 0
  /// The end of a header that was found and not passed yet.
  private var foundEnd: Int?
  /// True from one refusal to the next message: garbage is reported once, however long it is.
  private var hasComplained = false

  /// Creates a decoder.
  ///
  /// - Parameter maximumBodyBytes: The maximum length of a body; longer ones are skipped without being stored.
  public init(maximumBodyBytes: Int = defaultMaximumBodyBytes) {
    self.maximumBodyBytes = maximumBodyBytes
  }

  /// True when the stream may end here without cutting a message.
  public var isAtBoundary: Bool {
    if case .header = state { return buffer.count == start }
    return false
  }

  /// Appends the next bytes of the stream.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0 {
      buffer.removeFirst(start)
      searched -= start
      lineSearched = max(0, lineSearched - start)
      foundEnd = foundEnd.map { $0 - start }
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next event, or nil when more bytes are needed.
  ///
  /// - Complexity: O(bytes appended since the last call), amortised.
  public mutating func next() -> Event? {
    while true {
      switch state {
      case .header:
        switch nextHeader() {
        case .needsMore: return nil
        case .found(let length):
          body.reserveCapacity(min(length, FrameDecoder.maximumReserve))
          state = .body(length: length)
        case .refused(let error, let skip):
          state = skip.map { .refusing(length: $0) } ?? .resynchronising
          if hasComplained && skip == nil { continue }
          hasComplained = skip == nil
          return .problem(error)
        }
      case .refusing(let length):
        let count = min(length, FrameDecoder.maximumHeadBytes)
        guard buffer.count - start >= count else { return nil }
        let head = ContiguousArray(buffer[start..<start + count])
        consume(count)
        state = .skipping(remaining: length - count)
        return .skipped(head: head)
      case .body(let length):
        let count = min(length - body.count, buffer.count - start)
        body.append(contentsOf: buffer[start..<start + count])
        consume(count)
        guard body.count == length else { return nil }
        state = .header
        hasComplained = false
        let whole = body
        body = []
        return .body(whole)
      case .skipping(let remaining):
        let available = min(remaining, buffer.count - start)
        consume(available)
        guard available == remaining else {
          state = .skipping(remaining: remaining - available)
          return nil
        }
        state = .header
      case .resynchronising:
        guard resynchronise() else { return nil }
        state = .header
      }
    }
  }

  private enum HeaderResult {
    case needsMore
    case found(length: Int)
    /// `skip`: the length of the body to skip, when it is known.
    case refused(FrameError, skip: Int?)
  }

  private mutating func nextHeader() -> HeaderResult {
    // Blank lines before a header are ignored.
    while start < buffer.count, buffer[start] == 0x0D || buffer[start] == 0x0A { consume(1) }
    // The first line is checked before the header is complete, so that garbage is refused at once, and with the same
    // error however many bytes have come.
    if let line = firstLine() {
      examinedBytes += line.count
      if !FrameHeader.canBegin(with: line) {
        return refuse(.malformedHeader, dropping: FrameHeader.resumption(in: line) - start)
      }
    }
    guard let headerEnd = endOfHeader() else {
      return buffer.count - start > FrameDecoder.maximumHeaderBytes ? refuse(.headerTooLong) : .needsMore
    }
    let block = buffer[start..<headerEnd]
    guard block.count <= FrameDecoder.maximumHeaderBytes else { return refuse(.headerTooLong) }
    switch FrameHeader.parse(block, examined: &examinedBytes) {
    case .success(let header):
      consume(headerEnd - start)
      if let charset = header.unsupportedCharset {
        return .refused(.unsupportedCharset(charset), skip: header.contentLength)
      }
      guard header.contentLength <= maximumBodyBytes else {
        let error = FrameError.bodyTooLong(length: header.contentLength, limit: maximumBodyBytes)
        return .refused(error, skip: header.contentLength)
      }
      return .found(length: header.contentLength)
    case .failure(let refusal):
      return refuse(refusal.error, dropping: refusal.resumption - start)
    }
  }

  private mutating func refuse(_ error: FrameError, dropping count: Int = 1) -> HeaderResult {
    // At least one byte is dropped, so that the search for the next header makes progress.
    consume(max(1, count))
    return .refused(error, skip: nil)
  }

  /// Returns the index after the blank line that ends the header; nil when it has not come yet.
  ///
  /// Searched bytes are not searched again when a header is refused and another one is looked for behind it.
  private mutating func endOfHeader() -> Int? {
    if let end = foundEnd, end > start + 1 { return end }
    var index = max(searched, start)
    foundEnd = nil
    while index < buffer.count {
      defer { index += 1 }
      guard buffer[index] == 0x0A, index > start else { continue }
      let isBlank =
        buffer[index - 1] == 0x0A
        || (buffer[index - 1] == 0x0D && index - 2 >= start && buffer[index - 2] == 0x0A)
      if isBlank {
        foundEnd = index + 1
        searched = index + 1
        return foundEnd
      }
    }
    searched = buffer.count
    return nil
  }

  /// Returns the first line without its end; nil when the end has not come yet or is too far away.
  private mutating func firstLine() -> ContiguousArray<UInt8>.SubSequence? {
    var index = max(lineSearched, start)
    while index < buffer.count, buffer[index] != 0x0A { index += 1 }
    lineSearched = index
    guard index < buffer.count, index - start < FrameDecoder.maximumHeaderBytes else { return nil }
    return buffer[start..<index]
  }

  /// Drops bytes up to the next text that looks like a `Content-Length` header.
  ///
  /// - Returns: True when one was found; it is then at the start of the buffer.
  private mutating func resynchronise() -> Bool {
    let name = FrameHeader.contentLengthName
    var index = start
    while index + name.count <= buffer.count {
      if FrameHeader.matches(name, in: buffer, at: index) {
        consume(index - start)
        return true
      }
      index += 1
    }
    consume(max(0, buffer.count - name.count + 1 - start))
    return false
  }

  private mutating func consume(_ count: Int) {
    start += count
    searched = max(searched, start)
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
      start = 0
      searched = 0
      lineSearched = 0
      foundEnd = nil
    } else if start > 1 << 16 {
      buffer.removeFirst(start)
      searched -= start
      lineSearched = max(0, lineSearched - start)
      foundEnd = foundEnd.map { $0 - start }
      start = 0
    }
  }
}

/// The reason why a part of the stream is no message.
public enum FrameError: Error, Equatable, Sendable {
  /// A line of the header has no colon, or the header has no `Content-Length`.
  case malformedHeader
  /// `Content-Length` is not a valid number of bytes.
  case invalidContentLength(String)
  /// The header has two different lengths.
  case conflictingContentLength
  /// The header block has no end within the limit.
  case headerTooLong
  /// The body is over the limit, and is skipped.
  case bodyTooLong(length: Int, limit: Int)
  /// The charset is not UTF-8; the body is skipped.
  case unsupportedCharset(String)

  /// The error to answer with, since the client may wait for a response.
  public var responseError: ResponseError {
    switch self {
    case .malformedHeader:
      ResponseError(.parseError, "A frame's header is malformed; send \"Content-Length: N\\r\\n\\r\\n\" and N bytes.")
    case .invalidContentLength(let text):
      ResponseError(.parseError, "Content-Length \"\(text)\" is not a number of bytes.")
    case .conflictingContentLength:
      ResponseError(.parseError, "A frame's header has two different Content-Lengths.")
    case .headerTooLong:
      ResponseError(.parseError, "A frame's header is longer than \(FrameDecoder.maximumHeaderBytes) bytes.")
    case .bodyTooLong(let length, let limit):
      ResponseError(.invalidRequest, "A message of \(length) bytes is over the limit of \(limit); it was skipped.")
    case .unsupportedCharset(let name):
      ResponseError(.invalidRequest, "Charset \"\(name)\" is not supported; send utf-8. The message was skipped.")
    }
  }
}
