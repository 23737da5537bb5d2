import CatchwordSnippets

// What sources want of the operating system beside files and processes.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The clock on the wall, and functions of numbers.
enum Platform {
  /// Seconds since 1970.
  static func wallClock() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// A moment, by the clock on the wall here.
  static func localTime(_ secondsSince1970: Int) -> SnippetTime {
    var seconds = time_t(secondsSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return SnippetTime(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      weekday: Int(parts.tm_wday), hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec),
      secondsSince1970: secondsSince1970, secondsFromGreenwich: Int(parts.tm_gmtoff))
  }

  /// The present moment, by the clock on the wall here.
  static func localTime() -> SnippetTime { localTime(Int(time(nil))) }

  /// The logarithm of a number to base 2.
  static func logarithm(of number: Double) -> Double { log2(number) }

  /// 2 to a power.
  static func power(of exponent: Double) -> Double { exp2(exponent) }
}
