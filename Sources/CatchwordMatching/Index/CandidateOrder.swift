/// The order among candidates that match in the same way, as one number: the lesser comes first.
///
/// The bits, from the most significant on: whether typed capitals are not met, the index of the preferred set, the
/// weight (greater first), the length, and the row, so that no two rows are equal.
struct CandidateOrder: Comparable {
  private static let rowBits: UInt64 = 45

  /// What every row precedes.
  static var last: CandidateOrder { CandidateOrder(bits: .max) }

  let bits: UInt64

  private init(bits: UInt64) { self.bits = bits }

  /// - Parameter preference: The index of the preferred set, from 0, the best, to 3.
  @inline(__always)
  init(isOtherCase: Bool, preference: Int, weight: UInt8, length: UInt8, row: Int) {
    bits =
      (isOtherCase ? 1 << 63 : 0) | UInt64(preference) << 61 | UInt64(255 - weight) << 53 | UInt64(length) << 45
      | UInt64(row)
  }

  var row: Int { Int(bits & (1 << CandidateOrder.rowBits - 1)) }

  /// The order of the same row where typed capitals are not met.
  @inline(__always) var inOtherCase: CandidateOrder { CandidateOrder(bits: bits | 1 << 63) }

  @inline(__always) static func < (left: CandidateOrder, right: CandidateOrder) -> Bool { left.bits < right.bits }
}
