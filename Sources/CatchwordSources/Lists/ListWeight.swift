/// The weight of a list's entry as a byte, in steps of a quarter, by which an index sorts.
///
/// The code is the exponent and the first two bits of the fraction of a `Float`, so codes order as weights do.
package enum ListWeight {
  /// The offset of the codes: weights below 2⁻²⁰ count as 2⁻²⁰, and weights that are too great count as 2⁴³.
  private static let base = 4 * (127 - 20) - 1

  /// Returns the code of a weight; 0 for no weight at all.
  package static func code(_ weight: Double) -> UInt8 {
    guard weight > 0 else { return 0 }
    return UInt8(min(255, max(1, Int(Float(weight).bitPattern >> 21) - base)))
  }

  package static func weight(_ code: UInt8) -> Double {
    code == 0 ? 0 : Double(Float(bitPattern: UInt32(Int(code) + base) << 21))
  }
}
