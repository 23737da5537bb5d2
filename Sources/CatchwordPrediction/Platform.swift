#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the system's mathematics is asked.
enum Platform {
  /// The natural logarithm.
  static func logarithm(of number: Double) -> Double { log(number) }

  /// The exponential function.
  static func exponential(of exponent: Double) -> Double { exp(exponent) }
}
