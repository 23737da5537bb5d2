import CatchwordRPC

/// What the subcommands print. Names and texts in it are whatever somebody has called his files, and a terminal must not
/// take them for orders: control characters, and what turns the direction of text, are shown as U+FFFD.
enum Printer {
  /// Prints a result. Where it cannot be written, the program ends and says so: half a result is none.
  static func print(_ text: String) {
    if StandardStream.output.write(printable(text)) { return }
    complain("the output cannot be written; is the disk full, or the output closed?")
    System.exit(74)
  }

  /// Says what is wrong, on a line of its own.
  static func complain(_ message: String) { StandardStream.error.write("catchword: \(printable(message))\n") }

  /// A text without control characters but tabs and the ends of lines.
  static func printable(_ text: String) -> String {
    // What has none is a text as it is.
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var printable = String.UnicodeScalarView()
    printable.append(contentsOf: text.unicodeScalars.lazy.map { isControl($0) ? "\u{FFFD}" : $0 })
    return String(printable)
  }

  /// Control characters, and those that turn the direction of all that follows.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\t": false
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
    default: scalar.properties.generalCategory == .control
    }
  }
}
