import Foundation
import TestSupport

/// What the scripted server suggests, in tests that look at an editor more than at the model.
enum Suggestions {
  /// The rules: what is suggested after lines that end so.
  static let rules = [
    "quick": " brown fox",
    "東京": "都庁 🎉",
    "call ": "print(first, second)",
    "loop": " {\n\tbody\n}",
    "either": " this way| that way\nand back| no way",
    "either t": "oo early",
    "either that": ", too late",
    "a cata": "logue of birds",
    "slow": "late: is stale",
    "slowly": " but surely",
  ]

  /// The program and its arguments; it notes each question in a file.
  static func command(log: String) -> [String] {
    let json = rules.map { "\(quoted($0)):\(quoted($1))" }.joined(separator: ",")
    return [Repository.executable("scripted-server").path, "suggest", "{\(json)}", log]
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\n", with: "\\n").replacing("\t", with: "\\t") + "\""
  }
}
