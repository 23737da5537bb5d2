/// A part of a regular expression.
indirect enum PatternNode: Equatable, Sendable {
  /// One character.
  case scalar(Unicode.Scalar)
  /// Any character but a line break; with the flag `s`, any character.
  case any
  /// One character of a set.
  case set(PatternSet)
  /// The beginning of the text; with the flag `m`, that of a line.
  case start
  /// The end of the text; with the flag `m`, that of a line.
  case end
  /// A word boundary, or with false a place that is none.
  case wordBoundary(Bool)
  /// A sequence of nodes.
  case sequence([PatternNode])
  /// The first of several nodes that matches.
  case alternatives([PatternNode])
  /// A capturing group, with its number.
  case group(Int, PatternNode)
  /// The text that a group has matched.
  case reference(Int)
  /// A lookahead, which is positive or negative.
  case look(isNegative: Bool, PatternNode)
  /// A node that is repeated; without a maximum, any number of times.
  case repeated(PatternNode, minimum: Int, maximum: Int?, isGreedy: Bool)
}

/// A set of characters.
struct PatternSet: Equatable, Sendable {
  var ranges: [ClosedRange<UInt32>] = []
  var isNegated = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) } != isNegated
  }

  static let digits = PatternSet(ranges: [0x30...0x39])
  static let words = PatternSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let spaces = PatternSet(
    ranges: [
      0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
      0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])

  /// The set of all other characters.
  var inverted: PatternSet {
    var next: UInt32 = 0
    var others: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > next { others.append(next...range.lowerBound - 1) }
      next = max(next, range.upperBound + 1)
    }
    others.append(next...0x10_FFFF + 1)
    return PatternSet(ranges: others)
  }
}
