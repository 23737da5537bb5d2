/// Splits a byte stream into message bodies.
///
/// A total, resumable state machine: bytes come in pieces of any size, and whatever they are, the decoder stays usable.
/// Header names are compared without case, a bare line feed ends a line too, and after something that is no header the
/// decoder looks for the next `Content-Length` (resynchronises).
public struct FrameDecoder: Sendable {
  /// What came out of the stream.
  public enum Event: Equatable, Sendable {
    /// The body of a message.
    case body(ContiguousArray<UInt8>)
    /// Something that is no message; the stream goes on behind it.
    case problem(FrameError)
    /// The first bytes, at most `maximumHeadBytes`, of a message that was just refused: they may tell what is missing now.
    case skipped(head: ContiguousArray<UInt8>)
  }

  /// How much is kept of a message that is skipped.
  public static let maximumHeadBytes = 4096

  /// The most bytes of a header block.
  public static let maximumHeaderBytes = 16 * 1024
  /// The most bytes of a body, unless told otherwise.
  public static let defaultMaximumBodyBytes = 256 * 1024 * 1024

  private enum State {
    case header
    case body(length: Int)
    /// Waiting for the first bytes of a body that is refused.
    case refusing(length: Int)
    /// Skipping the rest of it.
    case skipping(remaining: Int)
    /// Looking for the next header after garbage.
    case resynchronising
  }

  /// Longer bodies are skipped without being stored; a change counts from the next header on.
  public var maximumBodyBytes: Int
  private var state = State.header
  private var buffer: ContiguousArray<UInt8> = []
  private var start = 0
  /// How many bytes of headers have been looked at as lines, again and again where one was refused.
  package private(set) var examinedBytes = 0
  /// How far the header in the buffer has been searched for its end.
  private var searched = 0
  /// How far the buffer has been searched for the first line's end: to it, or to the buffer's.
  private var lineSearched = 0
  /// The end of a header, found and not yet passed.
  private var foundEnd: Int?
  /// True from one refusal to the next message: garbage is complained of once, however long it is.
  private var hasComplained = false

  /// Creates a decoder.
  ///
  /// - Parameter maximumBodyBytes: Longer bodies are skipped without being stored.
  public init(maximumBodyBytes: Int = defaultMaximumBodyBytes) {
    self.maximumBodyBytes = maximumBodyBytes
  }

  /// True when the stream may end here without cutting a message.
  public var isAtBoundary: Bool {
    if case .header = state { return buffer.count == start }
    return false
  }

  /// Takes in the next bytes of the stream.
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

  /// The next event, or nil when more bytes are needed.
  ///
  /// - Complexity: O(bytes taken in since the last call), amortised.
  public mutating func next() -> Event? {
    while true {
      switch state {
      case .header:
        switch nextHeader() {
        case .needsMore: return nil
        case .found(let length):
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
        guard buffer.count - start >= length else { return nil }
        let body = ContiguousArray(buffer[start..<start + length])
        consume(length)
        state = .header
        hasComplained = false
        return .body(body)
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
    /// `skip`: the length of the body to pass over, when it is known.
    case refused(FrameError, skip: Int?)
  }

  private mutating func nextHeader() -> HeaderResult {
    // Blank lines before a header do no harm.
    while start < buffer.count, buffer[start] == 0x0D || buffer[start] == 0x0A { consume(1) }
    // Before all else, so that garbage need not be followed by a header to be found out, and is called the same however
    // much has come.
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
    // At least one byte goes, so that looking for the next header makes progress.
    consume(max(1, count))
    return .refused(error, skip: nil)
  }

  /// The index after the blank line that ends the header, if it is there yet.
  ///
  /// What was searched is not searched again when a header is refused and another is looked for behind it.
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

  /// The first line without its end, when that is there and not too far away.
  private mutating func firstLine() -> ContiguousArray<UInt8>.SubSequence? {
    var index = max(lineSearched, start)
    while index < buffer.count, buffer[index] != 0x0A { index += 1 }
    lineSearched = index
    guard index < buffer.count, index - start < FrameDecoder.maximumHeaderBytes else { return nil }
    return buffer[start..<index]
  }

  /// Drops bytes up to the next thing that looks like a `Content-Length` header.
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

/// Why a part of the stream is no message.
public enum FrameError: Error, Equatable, Sendable {
  /// A line of the header has no colon, or no `Content-Length` is among them.
  case malformedHeader
  /// `Content-Length` is not a number that can be.
  case invalidContentLength(String)
  /// Two different lengths.
  case conflictingContentLength
  /// A header block without an end.
  case headerTooLong
  /// A body over the limit; it is skipped.
  case bodyTooLong(length: Int, limit: Int)
  /// A charset other than UTF-8; the body is skipped.
  case unsupportedCharset(String)

  /// The error to answer with, since someone is waiting on the other side.
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
