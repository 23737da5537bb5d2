import CatchwordText

/// Tells of words of a file whether they are in a secret: their line is looked at once, when the first of it is asked about.
struct LineSecrets {
  private let text: UnsafePointer<UInt8>
  /// What was looked at last, and what holds for the words in it.
  private var known = 0..<0
  private var secrets: [Range<Int>] = []

  /// - Parameter text: The text, which a zero ends.
  init(_ text: UnsafePointer<UInt8>) { self.text = text }

  /// True when a word is, or has, a part of a secret.
  ///
  /// - Complexity: O(length of the line), or O(`SecretScanner.reach`) in a long one.
  mutating func hold(_ start: Int, _ end: Int) -> Bool {
    if !(known.lowerBound <= start && end <= known.upperBound) { read(around: start, end) }
    return secrets.contains { $0.lowerBound < end && $0.upperBound > start }
  }

  /// Looks at a line, or of a long one at a part.
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
