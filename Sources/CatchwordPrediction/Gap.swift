/// The white space before a token, in one byte: some spaces, some tabs, or something else; for a line end, whether a blank line
/// follows it.
struct Gap: Equatable {
  let code: UInt8

  static let none = Gap(code: 0)
  static let space = Gap(code: 1)
  /// The gap of a line end that blank lines follow.
  static let blankLine = Gap(code: 254)
  private static let firstTab: UInt8 = 128
  private static let other: UInt8 = 255

  /// The text of the gap; a single space when the white space is not known exactly.
  var text: String {
    switch code {
    case Gap.other: " "
    case Gap.blankLine.code: ""
    case Gap.firstTab...: String(repeating: "\t", count: Int(code - Gap.firstTab) + 1)
    default: String(repeating: " ", count: Int(code))
    }
  }

  /// The indentation in columns; a tab counts as four.
  var width: Int {
    switch code {
    case Gap.other: 1
    case Gap.blankLine.code: 0
    case Gap.firstTab...: (Int(code - Gap.firstTab) + 1) * 4
    default: Int(code)
    }
  }

  /// Counts white space byte by byte.
  struct Builder {
    private var spaces = 0
    private var tabs = 0
    private var hasOther = false

    mutating func add(_ byte: UInt8) { if byte == 0x20 { spaces += 1 } else { tabs += 1 } }

    mutating func addOther() { hasOther = true }

    /// Returns the gap so far and starts a new one.
    mutating func take() -> Gap {
      if spaces | tabs == 0 && !hasOther { return .none }
      defer { (spaces, tabs, hasOther) = (0, 0, false) }
      if hasOther || (spaces > 0 && tabs > 0) || spaces > 127 || tabs > 126 { return Gap(code: Gap.other) }
      return Gap(code: spaces > 0 ? UInt8(spaces) : Gap.firstTab + UInt8(tabs - 1))
    }
  }
}
