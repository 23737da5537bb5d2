/// The weight of a list's entry in a byte, in steps of a quarter: what an index sorts by.
///
/// The code is the exponent and the first two bits of the fraction of a `Float`, so codes order as weights do.
enum ListWeight {
  /// Less than 2⁻²⁰ counts as that, and so does what is too great, 2⁴³.
  private static let base = 4 * (127 - 20) - 1

  /// 0 for no weight at all.
  static func code(_ weight: Double) -> UInt8 {
    guard weight > 0 else { return 0 }
    return UInt8(min(255, max(1, Int(Float(weight).bitPattern >> 21) - base)))
  }

  static func weight(_ code: UInt8) -> Double {
    code == 0 ? 0 : Double(Float(bitPattern: UInt32(Int(code) + base) << 21))
  }
}
