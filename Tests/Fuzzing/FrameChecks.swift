import CatchwordRPC

/// The frame decoder gives the same events in whatever pieces a stream comes, keeps no more than its limits allow, and
/// always comes to an end.
///
/// An input is: how to cut, a limit, what the rest is; then the stream itself, or bodies to be framed.
enum FrameChecks {
  static func check(_ input: ContiguousArray<UInt8>) throws(Finding) {
    var input = InputBytes(input)
    let cut = input.byte()
    let limit = [0, 5, 40, 1000, 5000, FrameDecoder.defaultMaximumBodyBytes][input.number(below: 6)]
    if input.byte() & 1 == 1 { return try checkFrames(&input, cut: cut) }
    let stream = input.rest()
    let whole = try events(of: stream, cut: nil, limit: limit)
    let pieces = try events(of: stream, cut: cut, limit: limit)
    try Finding.unless(
      whole.events == pieces.events, "In pieces the stream gives \(pieces.events), at once \(whole.events).")
    try Finding.unless(whole.isAtBoundary == pieces.isAtBoundary, "Whether the stream is cut depends on its pieces.")
  }

  /// What was framed comes out as it went in.
  private static func checkFrames(_ input: inout InputBytes, cut: UInt8) throws(Finding) {
    var stream: ContiguousArray<UInt8> = []
    var expected: [FrameDecoder.Event] = []
    while !input.isEmpty {
      let body = input.bytes(Int(input.byte()))
      stream += OutgoingMessage.frame(body)
      expected.append(.body(body))
    }
    let (events, isAtBoundary) = try events(of: stream, cut: cut, limit: FrameDecoder.defaultMaximumBodyBytes)
    try Finding.unless(events == expected, "Of \(expected) came \(events).")
    try Finding.unless(isAtBoundary, "The decoder waits for more after the last frame.")
  }

  /// Decodes a stream in pieces; `cut` decides of what sizes, nil is all at once.
  private static func events(
    of stream: ContiguousArray<UInt8>, cut: UInt8?, limit: Int
  ) throws(Finding) -> (events: [FrameDecoder.Event], isAtBoundary: Bool) {
    var decoder = FrameDecoder(maximumBodyBytes: limit)
    var events: [FrameDecoder.Event] = []
    var start = 0
    var turn = 0
    while start < stream.count {
      let length = cut.map { size(of: turn, cut: $0) } ?? stream.count
      let end = min(stream.count, start + length)
      decoder.append(stream[start..<end])
      while let event = decoder.next() {
        events.append(event)
        try Finding.unless(events.count <= end, "There are more events than bytes.")
        if case .body(let body) = event {
          try Finding.unless(body.count <= limit, "A body of \(body.count) bytes is over the limit of \(limit).")
        }
      }
      if turn % 16 == 0 { try checkMemory(of: decoder, limit: limit, piece: length) }
      start = end
      turn += 1
    }
    return (events, decoder.isAtBoundary)
  }

  /// The size of a piece: always 1, always the same, or changing from piece to piece.
  private static func size(of turn: Int, cut: UInt8) -> Int {
    switch cut >> 6 {
    case 0: 1
    case 1: Int(cut & 0x3F) + 1
    case 2: [1, Int(cut & 0x3F) + 1][turn % 2]
    default: (Int(cut) + turn * 7) % 61 + 1
    }
  }

  /// What is kept until more comes is a header, or a body, that are within their limits.
  private static func checkMemory(of decoder: FrameDecoder, limit: Int, piece: Int) throws(Finding) {
    let kept = Mirror(reflecting: decoder).children.compactMap { ($0.value as? ContiguousArray<UInt8>)?.count }
    try Finding.unless(!kept.isEmpty, "The decoder's buffer is not where this check looks for it.")
    // What was consumed may stay until it is worth the moving.
    let bound = max(limit, FrameDecoder.maximumHeaderBytes) + piece + (1 << 16) + 1
    try Finding.unless(kept.reduce(0, +) <= bound, "The decoder keeps \(kept) bytes; its limit is \(limit).")
  }
}
