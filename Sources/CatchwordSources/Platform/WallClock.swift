import CatchwordSnippets

// The function of the operating system that sources need, besides those for files and processes.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The time of day.
enum WallClock {
  /// Returns a moment in the local time zone.
  static func localTime(_ secondsSince1970: Int) -> SnippetTime {
    var seconds = time_t(secondsSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return SnippetTime(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      weekday: Int(parts.tm_wday), hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec),
      secondsSince1970: secondsSince1970, secondsFromGreenwich: Int(parts.tm_gmtoff))
  }

  /// Returns the current moment in the local time zone.
  static func localTime() -> SnippetTime { localTime(Int(time(nil))) }
}
