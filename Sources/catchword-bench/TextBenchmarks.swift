import CatchwordText
import Foundation

/// The cost of open documents, beside two ways without a tree: a copy of the whole string, which a snapshot of it
/// needs, and C's memmove of as many bytes to memory that is already mapped, which no flat text can beat.
struct TextBenchmarks {
  private let name: String
  private let string: String
  private let rounds: Int
  private let flatRounds: Int
  private let floor: Measurement

  /// - Parameters:
  ///   - line: The line that the document repeats.
  ///   - rounds: The number of times the flat ways are measured; they are slow.
  private init(_ name: String, of line: String, megabytes: Int, rounds flatRounds: Int) {
    self.name = name
    string = String(repeating: line, count: megabytes * 1_000_000 / line.utf8.count)
    rounds = 2_000
    self.flatRounds = flatRounds
    floor = TextBenchmarks.memmoveOf(string, rounds: flatRounds)
  }

  /// Returns all rows; memory is measured first, while the heap is small.
  static func rows() -> [Row] {
    let line = "the quick brown fox jumps over the lazy dog 🎉 and runs away"
    var rows: [Row] = []
    do {
      let large = TextBenchmarks("100 MB of text", of: line + "\n", megabytes: 100, rounds: 5)
      if let memory = large.memory() { rows.append(memory) }
      rows += [large.opening(), large.editing()]
    }
    let medium = TextBenchmarks("10 MB of text", of: line + "\n", megabytes: 10, rounds: 30)
    rows += [medium.editing(), medium.snapshot(), medium.position()]
    let long = TextBenchmarks("one line of 50 MB", of: line, megabytes: 50, rounds: 8)
    return rows + [long.editing(), long.position()]
  }

  /// Measures the growth of the process while a text is opened, beside the text's own length.
  private func memory() -> Row? {
    guard let before = Kernel.residentBytes() else { return nil }
    let text = Text(string)
    guard let after = Kernel.residentBytes() else { return nil }
    precondition(text.count == string.utf8.count)
    // A measurement holds durations; a millionth of a second stands for a million bytes.
    return Row(
      name: "memory of \(name), in MB",
      ours: Measurement([.microseconds(Double(after - before) / 1e6)]),
      reference: Measurement([.microseconds(Double(string.utf8.count) / 1e6)]),
      referenceName: "its bytes", unit: "MB")
  }

  private func opening() -> Row {
    let (ours, floor) = Measurement.inTurns(
      10, { precondition(Text(string).count > 0) },
      batch: 10, floor: { precondition(!Array(string.utf8).isEmpty) })
    return row("open \(name)", ours: ours, reference: floor, "the string, copied")
  }

  private func editing() -> Row {
    var text = Text(string)
    var snapshot = text
    var bytes = Array(string.utf8)
    // Drawn in advance, because a random number from the system costs a good part of an edit.
    let places = (0..<rounds).map { _ in Int.random(in: 0..<bytes.count) }
    var next = 0
    return row(
      "edit \(name) and take a snapshot",
      ours: Measurement(rounds) {
        next = (next + 1) % places.count
        text.replace(places[next]..<places[next], with: "x")
        snapshot = text
        precondition(snapshot.count > 0)
      },
      reference: Measurement(flatRounds) {
        // The bytes are shared with a snapshot, so an edit copies them.
        let copy = bytes
        next = (next + 1) % places.count
        bytes.insert(120, at: places[next])
        precondition(copy.count < bytes.count)
      },
      "the string, copied")
  }

  private func snapshot() -> Row {
    let text = Text(string)
    return row(
      "snapshot \(name)",
      ours: Measurement(rounds) {
        let snapshot = OpaqueCopy(text)
        precondition(snapshot.text.count > 0)
      },
      reference: Measurement(flatRounds) { precondition(!Array(string.utf8).isEmpty) },
      "the string, copied")
  }

  private func position() -> Row {
    let text = Text(string)
    let bytes = Array(string.utf8)
    let places = (0..<rounds).map { _ in
      text.position(of: Int.random(in: 0..<text.count), encoding: .utf16)
    }
    var next = 0
    return row(
      "find a UTF-16 position in \(name)",
      ours: Measurement(rounds) {
        next = (next + 1) % places.count
        precondition(text.offset(of: places[next], encoding: .utf16) <= text.count)
      },
      reference: Measurement(flatRounds) {
        next = (next + 1) % places.count
        precondition(TextBenchmarks.offset(of: places[next], in: bytes) <= bytes.count)
      },
      "counting from the start")
  }

  private func row(_ name: String, ours: Measurement, reference: Measurement, _ referenceName: String) -> Row {
    let times = readable(floor.p50.microseconds / max(ours.p50.microseconds, 0.001))
    let beside = "memmove: \(readable(floor.p50.microseconds)) µs (\(times)); \(referenceName)"
    return Row(name: name, ours: ours, reference: reference, referenceName: beside)
  }

  private static func memmoveOf(_ string: String, rounds: Int) -> Measurement {
    let source = Array(string.utf8)
    var target = source
    return source.withUnsafeBytes { source in
      target.withUnsafeMutableBytes { target in
        Measurement(rounds) { memmove(target.baseAddress!, source.baseAddress!, source.count) }
      }
    }
  }

  private static func offset(of position: TextPosition, in bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var offset = 0
      var line = 0
      while line < position.line && offset < bytes.count {
        if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
        offset += 1
      }
      var column = 0
      while column < position.column && offset < bytes.count {
        column += bytes[offset] & 0xC0 == 0x80 ? 0 : bytes[offset] >= 0xF0 ? 2 : 1
        offset += 1
      }
      return offset
    }
  }
}

/// A copy in a class, which the compiler cannot optimise away.
private final class OpaqueCopy {
  let text: Text

  @inline(never)
  init(_ text: Text) { self.text = text }
}
