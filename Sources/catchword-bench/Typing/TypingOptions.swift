/// The options of `catchword-bench typing`.
struct TypingOptions {
  /// The folders whose files are typed, and single files to type.
  let paths: [String]
  /// The number of files of each kind that are typed of a folder.
  let files: Int
  /// The number of words of each file that are typed.
  let words: Int
  let seed: UInt64
  /// The extensions of the files that are typed of a folder, without dots; empty for all.
  let extensions: Set<String>
  /// True to also request lists manually.
  let asksByHand: Bool
  /// The path of the file for all figures.
  let json: String?
  /// The path of a file of bounds to compare with.
  let bounds: String?
  /// True to compare with the bounds of `budgets.json`.
  let isChecked: Bool

  init(_ arguments: [String]) throws(BenchInvocation.Failure) {
    let (values, paths) = try BenchInvocation.operands(
      arguments,
      known: [
        "--files": "a number of files", "--words": "a number of words", "--seed": "a number",
        "--extensions": "extensions with commas between them", "--json": "a file", "--bounds": "a file",
      ], flags: ["--check", "--by-hand"])
    if paths.isEmpty {
      throw BenchInvocation.Failure(message: "typing needs a folder or a file: catchword-bench typing DIR")
    }
    self.paths = paths
    files = try BenchInvocation.number(values, "--files", in: 1...10_000, otherwise: 12)
    words = try BenchInvocation.number(values, "--words", in: 1...100_000, otherwise: 250)
    seed = try BenchInvocation.number(values, "--seed", in: 0...UInt64.max, otherwise: 1)
    extensions = BenchInvocation.extensions(values["--extensions"])
    asksByHand = values["--by-hand"] != nil
    json = values["--json"]
    bounds = values["--bounds"]
    isChecked = values["--check"] != nil
  }
}
