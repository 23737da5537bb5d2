/// The name of a field, held in four words so that a comparison allocates no string and counts no references.
///
/// A name longer than 32 bytes is cut there; its length is kept, so that it equals no shorter name.
public struct JSONName: Equatable, ExpressibleByStringLiteral {
  @usableFromInline let count: Int
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64
  @usableFromInline let third: UInt64
  @usableFromInline let fourth: UInt64

  /// Creates the name in `range`, without escapes.
  @inline(__always)
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    count = range.count
    first = bytes.word(in: range)
    second = count > 8 ? bytes.word(in: range.lowerBound + 8..<range.upperBound) : 0
    third = count > 16 ? bytes.word(in: range.lowerBound + 16..<range.upperBound) : 0
    fourth = count > 24 ? bytes.word(in: range.lowerBound + 24..<range.upperBound) : 0
  }

  /// Creates a name from a literal of at most 32 bytes.
  @inlinable
  @inline(__always)
  public init(stringLiteral name: StaticString) {
    // Two names that differ after 32 bytes would be equal: our own bug, as every name in LSP is shorter.
    precondition(name.utf8CodeUnitCount <= 32, "a field's name is longer than 32 bytes")
    count = name.utf8CodeUnitCount
    first = JSONName.word(name, from: 0)
    second = JSONName.word(name, from: 8)
    third = JSONName.word(name, from: 16)
    fourth = JSONName.word(name, from: 24)
  }

  /// Returns up to eight bytes of a literal; the compiler evaluates this.
  @inlinable
  @inline(__always)
  static func word(_ name: StaticString, from start: Int) -> UInt64 {
    var word: UInt64 = 0
    var index = start
    while index < name.utf8CodeUnitCount && index < start &+ 8 {
      // A literal's memory is static, and `index` is less than its count.
      word |= UInt64(name.utf8Start[index]) &<< UInt64(8 &* (index &- start))
      index &+= 1
    }
    return word
  }
}

/// Matches a field's name in a `switch`; nearly always the lengths differ, and nothing else is compared.
@inlinable
@inline(__always)
public func ~= (literal: StaticString, name: JSONName) -> Bool {
  literal.utf8CodeUnitCount == name.count && JSONName(stringLiteral: literal) == name
}
