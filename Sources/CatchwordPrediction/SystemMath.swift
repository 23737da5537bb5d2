#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The mathematical functions of the system's library.
package enum SystemMath {
  /// Returns the natural logarithm.
  static func logarithm(of number: Double) -> Double { log(number) }

  /// Returns the exponential function.
  static func exponential(of exponent: Double) -> Double { exp(exponent) }

  /// Returns the logarithm of a number to base 2.
  package static func binaryLogarithm(of number: Double) -> Double { log2(number) }

  /// Returns 2 to the power of a number.
  package static func powerOfTwo(_ exponent: Double) -> Double { exp2(exponent) }
}
