/// What comes first among candidates that match in the same way, as one number: less is better.
///
/// From the most significant bit on: whether capitals that were typed are met, in which preferred set the row is, the
/// weight, the length, and the row, so that no two rows are equal.
struct CandidateOrder: Comparable {
  private static let rowBits: UInt64 = 45

  let bits: UInt64

  /// - Parameter preference: From 0, the best, to 3.
  @inline(__always)
  init(isOtherCase: Bool, preference: Int, weight: UInt8, length: UInt8, row: Int) {
    bits =
      (isOtherCase ? 1 << 63 : 0) | UInt64(preference) << 61 | UInt64(255 - weight) << 53 | UInt64(length) << 45
      | UInt64(row)
  }

  var row: Int { Int(bits & (1 << CandidateOrder.rowBits - 1)) }

  @inline(__always) static func < (left: CandidateOrder, right: CandidateOrder) -> Bool { left.bits < right.bits }
}
