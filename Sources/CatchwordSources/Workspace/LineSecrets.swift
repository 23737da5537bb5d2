import CatchwordText

/// Tells whether words of a file are in a secret; scans each line once, at the first request for one of its words.
struct LineSecrets {
  private let text: UnsafePointer<UInt8>
  /// The range scanned last, and the secrets in it.
  private var known = 0..<0
  private var secrets: [Range<Int>] = []

  /// - Parameter text: The text, terminated by a zero.
  init(_ text: UnsafePointer<UInt8>) { self.text = text }

  /// True when a word overlaps a secret.
  ///
  /// - Complexity: O(length of the line), or O(`SecretScanner.reach`) in a long one.
  mutating func hold(_ start: Int, _ end: Int) -> Bool {
    if !(known.lowerBound <= start && end <= known.upperBound) { read(around: start, end) }
    return secrets.contains { $0.lowerBound < end && $0.upperBound > start }
  }

  /// Scans the line of a word, or a part of it when the line is long.
  private mutating func read(around start: Int, _ end: Int) {
    let reach = SecretScanner.reach
    var first = start
    while first > 0, start - first < reach, !isBreak(text[first - 1]) { first -= 1 }
    var last = end
    while last - end < 4 * reach, !isBreak(text[last]) { last += 1 }
    let endsLine = isBreak(text[last])
    let line = UnsafeBufferPointer(start: text + first, count: last - first)
    secrets = SecretScanner.secrets(in: line).map { $0.lowerBound + first..<$0.upperBound + first }
    known = (start - first < reach ? first : start)..<(endsLine ? last : last - reach)
  }

  private func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0 }
}
