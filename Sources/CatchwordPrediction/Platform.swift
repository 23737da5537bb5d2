#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The mathematical functions of the system's library.
enum Platform {
  /// Returns the natural logarithm.
  static func logarithm(of number: Double) -> Double { log(number) }

  /// Returns the exponential function.
  static func exponential(of exponent: Double) -> Double { exp(exponent) }
}
