/// A moment in local time.
package struct SnippetTime: Equatable, Sendable {
  /// The year.
  package var year: Int
  /// The month, from 1.
  package var month: Int
  /// The day of the month, from 1.
  package var day: Int
  /// The day of the week, from 0, which is Sunday.
  package var weekday: Int
  /// The hour, from 0 to 23.
  package var hour: Int
  /// The minute.
  package var minute: Int
  /// The second.
  package var second: Int
  /// The seconds since the beginning of 1970, in UTC.
  package var secondsSince1970: Int
  /// The offset of the local time from UTC, in seconds; positive east of Greenwich.
  package var secondsFromGreenwich: Int

  /// Creates a moment.
  package init(
    year: Int, month: Int, day: Int, weekday: Int, hour: Int, minute: Int, second: Int, secondsSince1970: Int,
    secondsFromGreenwich: Int
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.weekday = weekday
    self.hour = hour
    self.minute = minute
    self.second = second
    self.secondsSince1970 = secondsSince1970
    self.secondsFromGreenwich = secondsFromGreenwich
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

  /// Returns the value of a variable that begins with `CURRENT_`; nil when there is no such variable.
  package func value(of variable: String) -> String? {
    let monthName = SnippetTime.months[min(11, max(0, month - 1))]
    let dayName = SnippetTime.days[min(6, max(0, weekday))]
    return switch variable {
    case "CURRENT_YEAR": "\(year)"
    case "CURRENT_YEAR_SHORT": SnippetTime.two(year)
    case "CURRENT_MONTH": SnippetTime.two(month)
    case "CURRENT_MONTH_NAME": monthName
    case "CURRENT_MONTH_NAME_SHORT": String(monthName.prefix(3))
    case "CURRENT_DATE": SnippetTime.two(day)
    case "CURRENT_DAY_NAME": dayName
    case "CURRENT_DAY_NAME_SHORT": String(dayName.prefix(3))
    case "CURRENT_HOUR": SnippetTime.two(hour)
    case "CURRENT_MINUTE": SnippetTime.two(minute)
    case "CURRENT_SECOND": SnippetTime.two(second)
    case "CURRENT_SECONDS_UNIX": "\(secondsSince1970)"
    case "CURRENT_TIMEZONE_OFFSET": offset
    default: nil
    }
  }

  /// The offset from UTC, as in `+02:00`.
  private var offset: String {
    let minutes = abs(secondsFromGreenwich) / 60
    return "\(secondsFromGreenwich < 0 ? "-" : "+")\(SnippetTime.two(minutes / 60)):\(SnippetTime.two(minutes % 60))"
  }

  private static func two(_ number: Int) -> String {
    let digits = String(abs(number) % 100)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }
}
