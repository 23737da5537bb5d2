/// The lookup of programs as in a shell, except that relative folders in the PATH are skipped.
package struct ProgramLookup {
  private let searchPath: String
  private let home: String
  private let folder: String?

  /// Creates a lookup with the PATH and home folder of an environment.
  ///
  /// - Parameter folder: The folder to which relative paths are relative; nil for our own working folder.
  package init(environment: [String: String], folder: String?) {
    searchPath = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    home = environment["HOME"] ?? ""
    self.folder = folder
  }

  /// Returns the path of a program.
  package func find(_ program: String) throws(ProcessLaunchError) -> String {
    if program.contains("/") { return try check(path(of: program)) }
    var refusal: ProcessLaunchError?
    for entry in searchPath.split(separator: ":") where entry.hasPrefix("/") {
      let path = "\(entry)/\(program)"
      switch ProcessPlatform.kind(of: path) {
      case .executable: return path
      case .other: refusal = refusal ?? ProcessLaunchError("\(path) is not executable")
      case .folder, .nothing: continue
      }
    }
    throw refusal ?? ProcessLaunchError("there is no program \(program) in the PATH")
  }

  private func path(of program: String) -> String {
    if program.hasPrefix("~/") { return home + program.dropFirst() }
    if program.hasPrefix("/") { return program }
    return folder.map { "\($0)/\(program)" } ?? program
  }

  private func check(_ path: String) throws(ProcessLaunchError) -> String {
    switch ProcessPlatform.kind(of: path) {
    case .executable: return path
    case .other: throw ProcessLaunchError("\(path) is not executable")
    case .folder: throw ProcessLaunchError("\(path) is a folder")
    case .nothing: throw ProcessLaunchError("there is no program \(path)")
    }
  }
}
