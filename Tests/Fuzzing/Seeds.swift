import CatchwordRPC
import CatchwordTranscript
import Foundation
import TestSupport

/// What a run begins with: the dialogues of `protocol/transcripts`, in the form that each target reads.
enum Seeds {
  static func of(_ target: FuzzTarget) -> [ContiguousArray<UInt8>] {
    switch target {
    case .frames: frames
    case .json: bodies + oddities.map { ContiguousArray($0.utf8) }
    case .dialogue: dialogues + noise(beginning: [DialogueForm.program.rawValue])
    case .edits: noise(beginning: [])
    }
  }

  /// A libFuzzer dictionary: what stands in quotes in the transcripts.
  static var dictionary: String {
    var words: Set<String> = ["Content-Length: ", "Content-Type: ", "\r\n\r\n", "charset=utf-8", "\\ud83d", "1e309"]
    for body in bodies {
      for part in String(decoding: body, as: UTF8.self).split(separator: "\"") where (3...40).contains(part.utf8.count)
      {
        words.insert("\"\(part)\"")
      }
    }
    let lines = words.sorted().map { word in
      "\"" + word.utf8.map { "\\x" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "\"\n"
    }
    return lines.joined()
  }

  private static let transcripts: [Transcript] = {
    let folder = Repository.root.appendingPathComponent("protocol/transcripts")
    let paths = FileManager.default.subpaths(atPath: folder.path)?.filter { $0.hasSuffix(".transcript") }.sorted() ?? []
    return paths.compactMap { path in
      let text = try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      return text.flatMap { try? Transcript(parsing: $0, folder: "/seed") }
    }
  }()

  /// All bytes that a transcript's client sends.
  private static func stream(of transcript: Transcript) -> ContiguousArray<UInt8> {
    ContiguousArray(
      transcript.lines.flatMap { line -> ContiguousArray<UInt8> in
        if case .send(let bytes) = line.step { bytes } else { [] }
      })
  }

  private static func bodies(of stream: ContiguousArray<UInt8>) -> [ContiguousArray<UInt8>] {
    var decoder = FrameDecoder()
    decoder.append(stream)
    var bodies: [ContiguousArray<UInt8>] = []
    while let event = decoder.next() {
      if case .body(let body) = event { bodies.append(body) }
    }
    return bodies
  }

  private static var bodies: [ContiguousArray<UInt8>] {
    Array(Set(transcripts.flatMap { bodies(of: stream(of: $0)).filter { $0.count < 4000 } }))
  }

  private static var frames: [ContiguousArray<UInt8>] {
    let streams = transcripts.map { stream(of: $0) }.filter { $0.count < 4000 }
    let framed = streams.enumerated().flatMap { index, stream -> [ContiguousArray<UInt8>] in
      [
        [UInt8(truncatingIfNeeded: index * 37), 5, 0] + stream, [UInt8(truncatingIfNeeded: index * 91), 2, 0] + stream,
      ]
    }
    let long = ContiguousArray("x-pad: \(String(repeating: "y", count: 17_000))\r\n".utf8)
    let longHeaders: [ContiguousArray<UInt8>] = [
      [0, 5, 0] + long + ContiguousArray("Content-Length: 2\r\n\r\n{}".utf8),
      [70, 5, 0] + ContiguousArray("no header\r\n".utf8) + long + ContiguousArray("Content-Length: 2\r\n\r\n{}".utf8),
    ]
    return framed + longHeaders + [[3, 5, 1, 2, 0x7B, 0x7D, 0, 1, 0x0A]]
  }

  /// Each transcript as lines, with its pauses, and as the bytes that they are.
  private static var dialogues: [ContiguousArray<UInt8>] {
    transcripts.flatMap { transcript -> [ContiguousArray<UInt8>] in
      var lines: ContiguousArray<UInt8> = [DialogueForm.lines.rawValue]
      for (index, line) in transcript.lines.enumerated() {
        switch line.step {
        case .send(let bytes):
          let isHeld = index + 1 < transcript.lines.count && transcript.lines[index + 1].step.isSending
          for body in bodies(of: bytes) where !body.contains(0x0A) {
            lines += ContiguousArray((isHeld ? "+" : "").utf8) + body + [0x0A]
          }
        case .wait(let duration): lines += ContiguousArray("@\(duration / .milliseconds(1))\n".utf8)
        default: break
        }
      }
      return [lines, [DialogueForm.stream.rawValue, UInt8(lines.count % 256)] + stream(of: transcript)]
    }.filter { $0.count < 4000 }
  }

  /// Bytes without meaning, always the same.
  private static func noise(beginning head: ContiguousArray<UInt8>) -> [ContiguousArray<UInt8>] {
    (0..<48).map { seed in
      var random = SeededRandom(seed: UInt64(seed))
      return head + ContiguousArray((0..<seed * 12 + 16).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }

  private static let oddities = [
    "", " ", "null", "true", "fals", "-0", "-", "0", "01", "1.", ".5", "1e5", "1E+5", "1e-400", "1e400", "-1.5e3",
    "123456789012345678901234567890", "\"\"", "\"\\u0000\"", "\"\\ud83c\\udf89\"", "\"\\ud83c\"", "\"\\udf89\\ud83c\"",
    "\"\\x\"", "\"a", "\"\\\"", "\"\\u12\"", "[]", "[1,]", "[,1]", "[1 2]", "{}", "{\"a\":1,}", "{\"a\":1,\"a\":2}",
    "{a:1}", "{\"a\" 1}", "{\"e\\u0301\":1,\"é\":2}", "[[[[]]]]", "{\"a\":{\"b\":[{}]}}", " [ 1 , \"x\" , null ] ",
    "[] []",
    "\u{FEFF}[]", "\"\u{7F}\u{2028}\"", "/* c */ 1", "NaN", "Infinity", "+1", "1e", "\"\t\"", "tru\u{0}",
    String(repeating: "[", count: 600), String(repeating: "[", count: 300) + String(repeating: "]", count: 300),
    String(repeating: "{\"a\":", count: 100) + "1" + String(repeating: "}", count: 100),
  ]
}

extension Transcript.Step {
  fileprivate var isSending: Bool { if case .send = self { true } else { false } }
}
