/// The options of `catchword-bench quality`.
struct QualityOptions {
  let folder: String
  /// The number of files that are typed.
  let files: Int
  /// The number of words that are measured in each file.
  let words: Int
  let seed: UInt64
  /// The extensions of the files that are typed, without dots; empty for all.
  let extensions: Set<String>
  /// The path of the plot.
  let svg: String?
  /// The path of the file for all figures.
  let json: String?
  /// The path of a file of floors to compare with.
  let floors: String?
  /// True to compare with the floors of `budgets.json`.
  let isChecked: Bool
  /// Folders of others, whose words a team has published.
  let shared: [String]
  /// Further folders that are known.
  let further: [String]
  /// The number of tokens of the folder that are in memory, where the others are in a far text; nil for all in memory.
  let nearTokens: Int?
  /// True to know no other files of the folder.
  let isAlone: Bool
  /// True to measure ghost text as well.
  let measuresGhostText: Bool

  init(_ arguments: [String]) throws(BenchInvocation.Failure) {
    let (values, folders) = try BenchInvocation.operands(
      arguments,
      known: [
        "--files": "a number of files", "--words": "a number of words", "--seed": "a number",
        "--extensions": "extensions with commas between them", "--svg": "a file", "--json": "a file",
        "--floors": "a file", "--further": "folders with commas between them",
        "--near": "a number of tokens", "--shared": "folders with commas between them",
      ], flags: ["--check", "--ghost", "--alone"])
    guard let folder = folders.first else {
      throw BenchInvocation.Failure(message: "quality needs a folder: catchword-bench quality DIR")
    }
    if folders.count > 1 {
      throw BenchInvocation.Failure(message: "quality takes one folder, and \"\(folders[1])\" is a second.")
    }
    self.folder = folder
    files = try BenchInvocation.number(values, "--files", in: 1...10_000, otherwise: 12)
    words = try BenchInvocation.number(values, "--words", in: 1...10_000, otherwise: 60)
    seed = try BenchInvocation.number(values, "--seed", in: 0...UInt64.max, otherwise: 1)
    extensions = BenchInvocation.extensions(values["--extensions"])
    svg = values["--svg"]
    json = values["--json"]
    floors = values["--floors"]
    isChecked = values["--check"] != nil
    measuresGhostText = values["--ghost"] != nil
    isAlone = values["--alone"] != nil
    nearTokens =
      values["--near"] == nil ? nil : try BenchInvocation.number(values, "--near", in: 0...100_000_000, otherwise: 0)
    shared = (values["--shared"] ?? "").split(separator: ",").map(String.init)
    further = (values["--further"] ?? "").split(separator: ",").map(String.init)
  }
}

extension BenchInvocation {
  /// Returns the extensions in a comma-separated list, without their dots.
  static func extensions(_ text: String?) -> Set<String> {
    Set((text ?? "").split(separator: ",").map { String($0.drop { $0 == "." || $0 == " " }) })
  }

  /// Splits arguments into options with their values and the operands; after a `--` there are no options.
  ///
  /// - Parameters:
  ///   - known: The options that take a value, each with a description of the value, as in "a number of seconds".
  ///   - flags: Options without a value; theirs is an empty string.
  static func operands(
    _ arguments: [String], known: [String: String], flags: Set<String>
  ) throws(Failure) -> (values: [String: String], operands: [String]) {
    var values: [String: String] = [:]
    var operands: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" { return (values, operands + rest) }
      if flags.contains(argument) {
        values[argument] = ""
      } else if let need = known[argument] {
        guard let value = rest.popFirst(), value != "--" else {
          throw Failure(message: "\(argument) needs \(need).")
        }
        values[argument] = value
      } else if argument.hasPrefix("-"), argument != "-" {
        throw Failure(message: "unknown argument \"\(argument)\"; see catchword-bench --help.")
      } else {
        operands.append(argument)
      }
    }
    return (values, operands)
  }
}
