/// A program of the user's own that takes a while: its words are to appear in the menu although nothing more is typed.
enum SlowSource {
  /// The setting that names it, and what it runs.
  static let settings = #""commands": {"slow": {"command": ["sh", "-c", "sleep 0.2; echo \#(word)"]}}"#

  /// What is in the user's home.
  static let files = [".config/catchword/config.json": "{\(settings)}"]

  /// The same, behind the limit of a request for which nothing else was found, which is half a second, and well before the
  /// deadline of a program, which is a second.
  static let verySlowFiles = files.mapValues { $0.replacing("sleep 0.2", with: "sleep 0.55") }

  /// What it offers.
  static let word = "needlepoint"
}
