import CatchwordRPC
import CatchwordText

/// The output of the subcommands. It contains names and texts of any origin, and a terminal must not interpret them:
/// invisible characters, and those that change how the rest is shown, are shown as U+FFFD.
enum Printer {
  /// Prints a result. If it cannot be written, the program ends with a message, because half a result is useless.
  static func print(_ text: String) {
    if StandardStream.output.write(printable(text)) { return }
    complain("the output cannot be written; is the disk full, or the output closed?")
    System.exit(74)
  }

  /// Prints an error message on a line of its own.
  static func complain(_ message: String) { StandardStream.error.write("catchword: \(printable(message))\n") }

  /// Returns a text without control characters except tabs and line ends.
  static func printable(_ text: String) -> String { PlainText.shown(text) }
}
