import CatchwordRPC
import CatchwordText

/// What the subcommands print. Names and texts in it are whatever somebody has called his files, and a terminal must not
/// take them for orders: what cannot be seen, and what changes how the rest is shown, is shown as U+FFFD.
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
  static func printable(_ text: String) -> String { PlainText.shown(text) }
}
