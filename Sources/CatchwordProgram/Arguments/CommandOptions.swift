/// The options of `catchword complete`.
struct CompleteOptions: Equatable {
  var path = ""
  var line = 1
  /// The column, from 1, in Unicode scalars; nil for the end of the line.
  var column: Int?
  var isJSON = false
  var limit = 20
  var lists: [String] = []
  /// The sources to ask; empty for all.
  var sources: [String] = []
  /// True to print the reasons for the position of each completion.
  var isExplained = false
  /// The language; nil for the language by the file's name.
  var languageID: String?

  init(_ parsed: ParsedArguments) throws(Invocation.Failure) {
    isJSON = parsed.has("--json")
    limit = parsed.number("--limit") ?? limit
    lists = parsed.values("--list")
    sources = parsed.values("--source")
    isExplained = parsed.has("--explain")
    languageID = parsed.value("--language")
    try parse(parsed.arguments.first ?? "")
  }

  /// Reads the numbers from the right, because a file's name may contain colons.
  private mutating func parse(_ place: String) throws(Invocation.Failure) {
    var parts = place.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    var numbers: [Int] = []
    while numbers.count < 2, parts.count > 1, let number = parts.last.flatMap(CompleteOptions.number) {
      numbers.insert(number, at: 0)
      parts.removeLast()
    }
    path = parts.joined(separator: ":")
    guard let line = numbers.first, line > 0, numbers.dropFirst().allSatisfy({ $0 > 0 }), !path.isEmpty else {
      throw Invocation.Failure(
        message: "\"\(place)\" is not FILE:LINE[:COLUMN]; lines and columns count from 1, as in notes.txt:12:5.")
    }
    self.line = line
    column = numbers.count == 2 ? numbers[1] : nil
  }

  /// Returns a number; one that is too large is the largest, as no file has so many lines.
  private static func number(_ text: String) -> Int? {
    let isLarge = text.utf8.count > 18 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isLarge ? .max : Int(text)
  }
}

/// The options of `catchword replay`.
struct ReplayOptions: Equatable {
  var path: String
  var command: [String]
  /// True to let the server use the user's own folders.
  var keepsHome = false
}

/// The options of `catchword config`.
struct ConfigOptions: Equatable {
  var isJSON: Bool
  /// True to print the schema of the settings instead.
  var printsSchema: Bool
  /// The language; nil for the language by the file's name, or for none.
  var languageID: String?
  /// The file whose settings are printed; nil for those of any file.
  var path: String?

  init(_ parsed: ParsedArguments) {
    isJSON = parsed.has("--json")
    printsSchema = parsed.has("--schema")
    languageID = parsed.value("--language")
    path = parsed.arguments.first
  }
}
