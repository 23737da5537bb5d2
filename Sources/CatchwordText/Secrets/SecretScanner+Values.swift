/// The search for values that are assigned to the name of a secret.
extension SecretScanner {
  /// The maximum length of a value, in bytes.
  private static let longestValue = 512
  /// The maximum length of the name of a secret, in bytes: what is before it in a longer run does not matter.
  private static let longestName = 64
  /// The maximum length of an option, or of a tag, in bytes. The beginning of a longer run may not have been read: of `reach`
  /// bytes, what can stand between the run and a value leaves a few more than these.
  private static let longestOption = 128
  /// The maximum length of the name of a type, or of a scheme, in bytes.
  private static let longestType = 64
  /// The quotation marks and brackets that end a name.
  private static let endOfName = ASCIISet("\"'`\\])")
  /// The characters that end a value without quotation marks, besides white space.
  private static let endOfValue = ASCIISet("\"'`;,()[]{}<>|\\")
  /// The maximum white space before and after a `=`, in bytes.
  private static let widestGap = 16

  /// Adds the value that is assigned to a name, if the run before it ends with the name of a secret.
  mutating func noteValue(of run: Range<Int>) {
    guard run.upperBound < bytes.count, let value = valueStart(behind: run) else { return }
    let start = max(run.lowerBound, run.upperBound - SecretScanner.longestName)
    guard SecretName.ends(at: run.upperBound, from: start, in: bytes) else { return }
    let isPassword = SecretName.saysPassword(bytes[start..<run.upperBound])
    note(valueAt: value.start, isGiven: value.isGiven, isPassword: isPassword, stepsLeft: 3)
  }

  /// Returns the place where a value may begin after a name.
  ///
  /// - Returns: nil when there is none; `isGiven` is false where only a space or a comma separates the two, and the
  ///   name is not an option of a program.
  private func valueStart(behind run: Range<Int>) -> (start: Int, isGiven: Bool)? {
    var index = run.upperBound
    let isTag = run.count <= SecretScanner.longestOption && byte(run.lowerBound - 1) == UInt8(ascii: "<")
    // The quotation mark, bracket or parenthesis that ends the name.
    while let byte = byte(index), index < run.upperBound + 3, SecretScanner.endOfName.contains(byte) { index += 1 }
    let isQuoted = index > run.upperBound
    let gap = skipBlanks(from: index)
    guard let mark = byte(gap) else { return nil }
    switch mark {
    case UInt8(ascii: "="), UInt8(ascii: ":"):
      var end = gap + 1
      while let next = byte(end), end < gap + 3, next == UInt8(ascii: "=") || next == UInt8(ascii: ">") { end += 1 }
      return (end, true)
    // As in `access_token$production$…`.
    case UInt8(ascii: "$") where gap == run.upperBound: return (gap + 1, true)
    case UInt8(ascii: ">") where isTag: return (gap + 1, true)
    case UInt8(ascii: ",") where isQuoted: return (gap + 1, false)
    case _ where isQuoted && gap > index: return attributeValue(at: gap)
    case _ where gap > index && !mark.isLineBreak: return (gap, isFlag(run))
    default: return nil
    }
  }

  /// True for an option of a program, whose value may follow a space: `--password …`.
  private func isFlag(_ run: Range<Int>) -> Bool {
    run.count <= SecretScanner.longestOption && bytes[run.lowerBound] == 0x2D && byte(run.lowerBound + 1) == 0x2D
  }

  /// Returns the value in ` value="…"` after `name="password"`.
  private func attributeValue(at index: Int) -> (start: Int, isGiven: Bool)? {
    for name in ["value=", "content=", "Value="] where bytes[index...].starts(with: name.utf8) {
      return (index + name.utf8.count, true)
    }
    return nil
  }

  /// - Parameter isPassword: True when the name denotes a password, and not just any secret.
  private mutating func note(valueAt place: Int, isGiven: Bool, isPassword: Bool = false, stepsLeft: Int) {
    let start = skipBlanks(from: place)
    guard let (value, written) = value(at: start, isGiven: isGiven), !value.isEmpty else { return }
    let form = isPassword && isWhole(value, written, from: place) ? .password : isGiven ? written : .mentioned
    let text = UnsafeBufferPointer(rebasing: bytes[value])
    if strictness == .any ? isGiven : SecretValue(bytes: text, form: form).isSecret && !isCode(value, form) {
      found.append(value)
    } else if stepsLeft > 0, written != .quoted, value.count <= SecretScanner.longestType {
      noteNext(behind: value, text, isPassword: isPassword, stepsLeft: stepsLeft)
    }
  }

  /// Checks for a value after a type (`let password: String = "…"`), and after a scheme (`Bearer …`).
  private mutating func noteNext(
    behind value: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, isPassword: Bool, stepsLeft: Int
  ) {
    let next = skipBlanks(from: value.upperBound)
    let isScheme = ["bearer", "basic", "token", "bot", "digest", "ssws"].contains {
      text.count == $0.utf8.count && zip(text, $0.utf8).allSatisfy { $0 | 0x20 == $1 }
    }
    if isScheme, next > value.upperBound {
      note(valueAt: next, isGiven: true, isPassword: isPassword, stepsLeft: stepsLeft - 1)
    } else if byte(next) == UInt8(ascii: "=") || byte(next) == UInt8(ascii: ":"), byte(next + 1) != UInt8(ascii: "=") {
      note(valueAt: next + 1, isGiven: true, isPassword: isPassword, stepsLeft: stepsLeft - 1)
    } else if byte(next) == UInt8(ascii: "("), next == value.upperBound {
      // A wrapped value: `SecretString("…")`.
      let quote = next + 1
      if let mark = byte(quote), SecretScanner.isQuote(mark) {
        note(valueAt: quote, isGiven: true, isPassword: isPassword, stepsLeft: stepsLeft - 1)
      }
    }
  }

  /// True for a value that is a password if one stands here: in quotation marks, or bare in a line of settings.
  ///
  /// - Parameter place: The place behind the mark, or the white space, that separates name and value.
  private func isWhole(_ value: Range<Int>, _ form: SecretValue.Form, from place: Int) -> Bool {
    let mark = byte(place - 1)
    switch form {
    // A list of words may follow one that says password.
    case .quoted: return mark != UInt8(ascii: ",")
    case .bare:
      // Neither compared, nor declared as in Go and Pascal.
      guard mark == UInt8(ascii: "=") || mark == UInt8(ascii: ":"), let before = byte(place - 2),
        !SecretScanner.operators.contains(before)
      else { return false }
      if endsLine(at: value.upperBound) { return true }
      // Before a command: `PASSWORD=… program`.
      return mark == UInt8(ascii: "=") && place == value.lowerBound && !before.isBlank
        && byte(value.upperBound)?.isBlank == true
    case .password, .mentioned: return false
    }
  }

  /// The characters that make another operator of a `=` or `:` behind them.
  private static let operators = ASCIISet("=!:<>+-*/%&|^~?")

  /// True where a line ends, or a comment begins behind white space.
  private func endsLine(at place: Int) -> Bool {
    let next = skipBlanks(from: place)
    guard let byte = byte(next) else { return true }
    return byte.isLineBreak || next > place && (byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";"))
  }

  /// Returns a value without its quotation marks.
  private func value(at start: Int, isGiven: Bool) -> (Range<Int>, SecretValue.Form)? {
    var start = start
    // A letter or two before a quotation mark: `b"…"`, `@"…"`.
    for length in 0...2 {
      guard let mark = byte(start + length) else { break }
      if SecretScanner.isQuote(mark) || mark == 0x5C && byte(start + length + 1).map(SecretScanner.isQuote) == true {
        return quotedValue(at: start + length)
      }
      if !mark.isLetter && mark != UInt8(ascii: "@") && mark != UInt8(ascii: "$") { break }
    }
    if isGiven, let mark = byte(start), mark == UInt8(ascii: "!") || mark == UInt8(ascii: "&"), byte(start + 1) == 0x20
    {
      start += 2
    }
    let limit = min(bytes.count, start + SecretScanner.longestValue)
    let end = (start..<max(start, limit)).first { SecretScanner.endsBareValue(bytes[$0]) } ?? limit
    return (start..<end, isGiven ? .bare : .mentioned)
  }

  private func quotedValue(at place: Int) -> (Range<Int>, SecretValue.Form) {
    let isEscaped = bytes[place] == 0x5C
    let start = isEscaped ? place + 2 : place + 1
    let mark = bytes[start - 1]
    var end = start
    let limit = min(bytes.count, start + SecretScanner.longestValue)
    while end < limit, !bytes[end].isLineBreak {
      if bytes[end] == 0x5C, !isEscaped, byte(end + 1)?.isLineBreak == false {
        end += 2
        continue
      }
      if bytes[end] == mark { break }
      end += 1
    }
    end = min(end, limit)
    if isEscaped, end > start, bytes[end - 1] == 0x5C { end -= 1 }
    return (start..<end, .quoted)
  }

  /// True when a bracket follows the value, as in a call, or when it is a name within a name.
  private func isCode(_ value: Range<Int>, _ form: SecretValue.Form) -> Bool {
    guard form != .quoted, form != .password, let next = byte(value.upperBound) else { return false }
    return next == UInt8(ascii: "(") || next == UInt8(ascii: "[") || next == UInt8(ascii: "{")
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
  }

  private static func endsBareValue(_ byte: UInt8) -> Bool {
    byte <= 0x20 || endOfValue.contains(byte)
  }

  private func skipBlanks(from start: Int) -> Int {
    var index = start
    while let byte = byte(index), byte.isBlank, index < start + SecretScanner.widestGap { index += 1 }
    return index
  }

  func byte(_ index: Int) -> UInt8? { index >= 0 && index < bytes.count ? bytes[index] : nil }
}
