import Foundation

/// A made-up collection of snippets with the size and the shapes of the largest one shared for VS Code: files by
/// language named in a `package.json`, a third of the triggers with symbols, half of the bodies with several lines.
struct SnippetCorpus {
  static let files = 143
  static let snippets = 6168
  /// The language of the largest file.
  static let language = "javascriptreact"

  private var random = SoakRandom(seed: 3)
  private let words = MadeUpWords(seed: 3)
  private var number = 0
  /// The triggers of the largest file.
  private(set) var triggers: [String] = []

  /// Writes the collection into a folder.
  mutating func write(to folder: URL) throws {
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("snippets"), withIntermediateDirectories: true)
    var contributions: [String] = []
    var left = SnippetCorpus.snippets
    for file in 0..<SnippetCorpus.files {
      // One file is large; the others share the rest.
      let count = file == 0 ? 600 : (left + SnippetCorpus.files - file - 1) / (SnippetCorpus.files - file)
      left -= count
      let language = file == 0 ? SnippetCorpus.language : "language\(file)"
      contributions.append(#"{"language": ["\#(language)"], "path": "./snippets/\#(language).json"}"#)
      let text = self.file(of: count, isFirst: file == 0)
      try Data(text.utf8).write(to: folder.appendingPathComponent("snippets/\(language).json"))
    }
    let package = #"{"name": "corpus", "contributes": {"snippets": [\#(contributions.joined(separator: ",\n"))]}}"#
    try Data(package.utf8).write(to: folder.appendingPathComponent("package.json"))
  }

  private mutating func file(of count: Int, isFirst: Bool) -> String {
    var entries: [String] = []
    for _ in 0..<count {
      let trigger = self.trigger()
      if isFirst { triggers.append(trigger) }
      let other = random.number(below: 20) == 0 ? #"["\#(trigger)", "\#(trigger)2"]"# : #""\#(trigger)""#
      entries.append(
        """
          "\(words.word(number)) \(number)": {
            "prefix": \(other),
            "body": [
        \(body())
            ],
            "description": "Writes \(words.word(number + 1)) and \(words.word(number + 2))"
          }
        """)
      number += 1
    }
    // Some files look as if written by hand, with comments and a trailing comma.
    let isLoose = random.number(below: 4) == 0
    return "{\(isLoose ? " // by hand" : "")\n\(entries.joined(separator: ",\n"))\(isLoose ? "," : "")\n}\n"
  }

  private mutating func trigger() -> String {
    let word = words.word(number).lowercased()
    guard random.number(below: 3) == 0 else { return String(word.prefix(8)) }
    let symbols = ["-", "-", "-", " ", "@", ":", "#"]
    let symbol = symbols[random.number(below: symbols.count)]
    return symbol == "@" || symbol == "#" ? symbol + word.prefix(6) : "\(word.prefix(4))\(symbol)\(word.suffix(4))"
  }

  private mutating func body() -> String {
    let lines = random.number(below: 2) == 0 ? 1 : 2 + random.number(below: 7)
    return (0..<lines).map { _ in "      \"\(line())\"" }.joined(separator: ",\n")
  }

  private mutating func line() -> String {
    let word = words.word(random.number(below: 10_000))
    return switch random.number(below: 120) {
    case 0..<40: #"\t\#(word)(${1:\#(word)}, ${2:value}) {"#
    case 40..<70: #"\tconst $1 = new \#(word)(\"$2\");"#
    case 70..<72: #"${3|\#(word),other,last|}: $0"#
    case 72: #"class ${TM_FILENAME_BASE/(.*)/${1:/pascalcase}/} {"#
    case 73: #"${1:\#(word)(${2:$TM_SELECTED_TEXT})}"#
    case 74: "$LINE_COMMENT $CURRENT_YEAR-$CURRENT_MONTH-$CURRENT_DATE"
    case 75..<100: #"\t\t\#(word).\#(word) = \#(word);"#
    default: #"\t}"#
    }
  }
}
