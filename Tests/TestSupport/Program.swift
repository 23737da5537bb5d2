package import Foundation

/// Runs one of this package's programs, or another by its whole path, to its end.
package enum Program {
  /// What a program did.
  package struct Outcome {
    package let code: Int32
    package let output: String
    package let errors: String
  }

  /// An environment of its own for a child, but for what a sanitizer needs.
  package static func environment(home: TemporaryFolder) -> [String: String] {
    var variables = [
      "HOME": home.url.path, "TMPDIR": home.url.path, "XDG_CONFIG_HOME": home.url.path + "/config",
    ]
    for name in ["LD_PRELOAD", "TSAN_OPTIONS", "ASAN_OPTIONS", SlowClock.variable] {
      variables[name] = ProcessInfo.processInfo.environment[name]
    }
    return variables
  }

  /// Runs a program; its input is what is given, and its home is a folder of its own.
  package static func run(
    _ name: String, _ arguments: [String], input: Data = Data(), home: TemporaryFolder, directory: URL? = nil
  ) throws -> Outcome {
    // Files, so that nothing waits for a reader.
    let (inputPath, outputPath) = (home.url.path + "/.stdin", home.url.path + "/.stdout")
    let errorPath = home.url.path + "/.stderr"
    try input.write(to: URL(fileURLWithPath: inputPath))
    let program = try ChildProgram(
      name.hasPrefix("/") ? name : Repository.executable(name).path, arguments, environment: environment(home: home),
      folder: directory ?? home.url, input: .file(inputPath), output: .file(outputPath), errors: .file(errorPath))
    return Outcome(
      code: try program.wait(),
      output: try String(contentsOfFile: outputPath, encoding: .utf8),
      errors: try String(contentsOfFile: errorPath, encoding: .utf8))
  }
}
