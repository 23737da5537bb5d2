import CatchwordRPC
import TestSupport
import Testing

struct FrameDecoderTests {
  private func events(_ stream: String, inPiecesOf size: Int) -> [FrameDecoder.Event] {
    var decoder = FrameDecoder(maximumBodyBytes: 1000)
    var events: [FrameDecoder.Event] = []
    let bytes = ContiguousArray(stream.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      decoder.append(bytes[start..<min(bytes.count, start + size)])
      while let event = decoder.next() { events.append(event) }
    }
    return events
  }

  private func body(_ text: String) -> FrameDecoder.Event { .body(ContiguousArray(text.utf8)) }

  @Test(arguments: [1, 2, 3, 7, 1_000_000])
  func splitsTheSameWhateverThePieces(size: Int) {
    let stream =
      "Content-Length: 2\r\n\r\nab" + "garbage\r\n" + "content-length:0\r\n\r\n" + "Content-Length: 2000\r\n\r\n"
      + String(repeating: "x", count: 2000) + "Content-Length: x\r\n\r\n" + "A: b\r\nContent-Length: 3\n\ncde"
    #expect(
      events(stream, inPiecesOf: size) == [
        body("ab"), .problem(.malformedHeader), body(""), .problem(.bodyTooLong(length: 2000, limit: 1000)),
        .skipped(head: ContiguousArray(repeating: UInt8(ascii: "x"), count: 2000)),
        .problem(.invalidContentLength("x")), body("cde"),
      ])
  }

  @Test func anEndlessHeaderIsRefused() {
    let stream = "X-Long: " + String(repeating: "y", count: 20_000) + "\r\n\r\nContent-Length: 1\r\n\r\nz"
    #expect(events(stream, inPiecesOf: 4096) == [.problem(.headerTooLong), body("z")])
  }

  /// Found by fuzzing: what garbage is called depended on how much of the header behind it had come.
  @Test(arguments: [1, 100, 5000, 1_000_000])
  func callsGarbageTheSameWhateverThePieces(size: Int) {
    let garbage = "no header\r\nX-Long: " + String(repeating: "y", count: 20_000) + "\r\n"
    #expect(
      events(garbage + "Content-Length: 1\r\n\r\nz", inPiecesOf: size) == [.problem(.malformedHeader), body("z")])
    #expect(events(" \r\n Content-Length: 1\r\n\r\nz", inPiecesOf: size) == [body("z")])
  }

  @Test func knowsWhetherItIsBetweenMessages() {
    var decoder = FrameDecoder()
    #expect(decoder.isAtBoundary)
    decoder.append("Content-Le".utf8)
    #expect(decoder.next() == nil)
    #expect(!decoder.isAtBoundary)
    decoder.append("ngth: 1\r\n\r\nx".utf8)
    #expect(decoder.next() == body("x"))
    #expect(decoder.isAtBoundary)
  }

  /// Each byte of it is looked at a bounded number of times, and it is complained of once.
  @Test(arguments: ["Content-Length", "x", "\n", "a: b\r\n"])
  func muchGarbageIsPassedOverOnce(piece: String) {
    let stream = String(repeating: piece, count: 2_000_000 / piece.utf8.count) + "\n\nContent-Length: 1\r\n\r\nz"
    let events = events(stream, inPiecesOf: 65_536)
    #expect(events.last == body("z"))
    #expect(events.count <= 2)
  }

  /// What looks like headers is not read anew from each of them.
  @Test(arguments: [
    String(repeating: "Content-Length:1\n", count: 900) + "x\n\n",
    String(repeating: "A: content-lengthx:1\n", count: 700) + "\n",
    String(repeating: "content-lengthx:", count: 1000) + "\n\n",
    String(repeating: "Content-Length", count: 1000) + "\n",
    String(repeating: "Content-Length", count: 1000) + "(:\n\n",
  ])
  func linesOfGarbageAreReadABoundedNumberOfTimes(garbage: String) {
    let stream = String(repeating: garbage, count: 10) + "Content-Length: 1\r\n\r\nz"
    var decoder = FrameDecoder()
    decoder.append(stream.utf8)
    var events: [FrameDecoder.Event] = []
    while let event = decoder.next() { events.append(event) }
    #expect(events == [.problem(.malformedHeader), body("z")])
    #expect(decoder.examinedBytes <= 3 * stream.utf8.count)
  }

  @Test(arguments: [1, 2, 3, 1_000_000])
  func aHeaderIsFoundBehindGarbageInItsLine(size: Int) {
    for garbage in ["A: b\nno ", "Content-Length: 9\nno ", "A: ", "no: content-lengthx: ", "no\rno ", ":", "a(:"] {
      #expect(
        events(garbage + "Content-Length: 5\n\nhello", inPiecesOf: size) == [
          .problem(.malformedHeader), body("hello"),
        ])
    }
  }

  @Test func aThousandFramesInOneRead() {
    let stream = (0..<1000).map { "Content-Length: \(String($0).utf8.count)\r\n\r\n\($0)" }.joined()
    #expect(events(stream, inPiecesOf: .max / 2) == (0..<1000).map { body(String($0)) })
  }

  /// Long ones are taken as they come, and what follows them is not.
  @Test(arguments: [1000, 65_536, 100_000, .max / 2])
  func longBodiesComeWhole(size: Int) {
    let lengths = [3, 65_535, 65_536, 0, 65_537, 300_000, 1, 200_000]
    let bodies = lengths.map { ContiguousArray((0..<$0).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 &>> 8) }) }
    let stream = bodies.flatMap { ContiguousArray("Content-Length: \($0.count)\r\n\r\n".utf8) + $0 }
    var decoder = FrameDecoder()
    var events: [FrameDecoder.Event] = []
    for start in stride(from: 0, to: stream.count, by: size) {
      decoder.append(stream[start..<start + min(stream.count - start, size)])
      while let event = decoder.next() { events.append(event) }
    }
    #expect(events == bodies.map { .body($0) })
    #expect(decoder.isAtBoundary)
  }

  @Test func randomBytesNeverTrap() {
    let pieces = [
      "Content-Length: ", "5", "-", "\r\n", "\n", "\r", "{}", "x", ": ", "\u{0}", "é", "Content-Type: a; charset=b",
    ]
    var random = SeededRandom()
    for _ in 0..<2000 {
      let stream = (0..<random.below(31)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let whole = events(stream, inPiecesOf: 1_000_000)
      #expect(whole.count <= stream.utf8.count + 1)
      // What comes out must not depend on how it came in.
      let bodies = whole.filter { if case .body = $0 { true } else { false } }
      let pieces = events(stream, inPiecesOf: 1).filter { if case .body = $0 { true } else { false } }
      #expect(bodies == pieces)
    }
  }
}
