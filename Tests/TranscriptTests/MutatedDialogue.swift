import CatchwordRPC
import CatchwordTranscript
import TestSupport

/// What a client of a transcript sends, spoilt: as a bad connection would, or a client with a fault.
struct MutatedDialogue: Sendable, CustomStringConvertible {
  let description: String
  /// The sources that the transcript wants.
  let sources: [JSONValue]
  private(set) var bytes: ContiguousArray<UInt8>

  /// What a pipe holds, so that a server that does not read cannot make its tester wait.
  private static let maximumBytes = 60_000

  /// Spoils a transcript in one to three ways.
  ///
  /// - Parameter other: Another transcript, for what only two can do.
  init(
    of transcript: Transcript, named name: String, with other: Transcript,
    using random: inout some RandomNumberGenerator
  ) {
    var pieces = MutatedDialogue.pieces(of: transcript)
    var names: [String] = []
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let change = FrameMutation.allCases.randomElement(using: &random)!
      names.append(change.rawValue)
      change.apply(to: &pieces, with: MutatedDialogue.pieces(of: other), using: &random)
    }
    bytes = ContiguousArray(pieces.joined())
    for _ in 0..<Int.random(in: names.isEmpty ? 1...2 : 0...1, using: &random) {
      let change = ByteMutation.allCases.randomElement(using: &random)!
      names.append(change.rawValue)
      change.apply(to: &bytes, using: &random)
    }
    bytes = ContiguousArray(bytes.prefix(MutatedDialogue.maximumBytes))
    sources = transcript.sources
    description = "\(name), \(names.joined(separator: ", "))"
  }

  /// How often each id may be answered.
  var asked: [RequestID: Int] {
    var decoder = FrameDecoder()
    decoder.append(bytes)
    var asked: [RequestID: Int] = [:]
    while let event = decoder.next() {
      guard case .body(let body) = event else { continue }
      switch Message(body) {
      case .request(let id, _, _), .invalid(let id?, _), .unclear(let id, _): asked[id, default: 0] += 1
      default: break
      }
    }
    return asked
  }

  private static func pieces(of transcript: Transcript) -> [ContiguousArray<UInt8>] {
    transcript.lines.compactMap { if case .send(let bytes) = $0.step { bytes } else { nil } }
  }
}

/// A way to spoil a sequence of frames, each of which stays whole.
private enum FrameMutation: String, CaseIterable {
  case drop, duplicate, swap, move, interleave, append

  func apply(
    to frames: inout [ContiguousArray<UInt8>], with others: [ContiguousArray<UInt8>],
    using random: inout some RandomNumberGenerator
  ) {
    guard !frames.isEmpty else { return }
    let (first, second) = (
      Int.random(in: 0..<frames.count, using: &random), Int.random(in: 0..<frames.count, using: &random)
    )
    switch self {
    case .drop: frames.remove(at: first)
    case .duplicate: frames.insert(frames[first], at: second)
    case .swap: frames.swapAt(first, second)
    case .move: frames.insert(frames.remove(at: first), at: min(second, frames.count))
    case .interleave:
      for frame in others { frames.insert(frame, at: Int.random(in: 0...frames.count, using: &random)) }
    case .append: frames = frames[..<first] + others
    }
  }
}

/// A way to spoil bytes, wherever frames begin and end.
private enum ByteMutation: String, CaseIterable {
  case flipBits = "flip bits"
  case dropRange = "drop a range"
  case duplicateRange = "duplicate a range"
  case moveRange = "move a range"
  case overwrite, insert, truncate

  func apply(to bytes: inout ContiguousArray<UInt8>, using random: inout some RandomNumberGenerator) {
    guard !bytes.isEmpty else { return }
    let start = Int.random(in: 0..<bytes.count, using: &random)
    // Short, mostly: a long one is like a dropped frame.
    let length = [1, 2, 8, 64, 1000].randomElement(using: &random)!
    let range = start..<min(bytes.count, start + Int.random(in: 1...length, using: &random))
    let place = Int.random(in: 0...bytes.count - range.count, using: &random)
    switch self {
    case .flipBits:
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    case .dropRange: bytes.removeSubrange(range)
    case .duplicateRange: bytes.insert(contentsOf: bytes[range], at: place)
    case .moveRange:
      let moved = bytes[range]
      bytes.removeSubrange(range)
      bytes.insert(contentsOf: moved, at: place)
    case .overwrite: for index in range { bytes[index] = UInt8.random(in: 0...255, using: &random) }
    case .insert: bytes.insert(contentsOf: range.map { _ in UInt8.random(in: 0...255, using: &random) }, at: place)
    case .truncate: bytes.removeSubrange(start...)
    }
  }
}
