import CatchwordProcesses

/// An editor that is found in the PATH.
struct InstalledEditor {
  let editor: SetupEditor
  let path: String
  /// What it prints about its version: the first 64 KB of it, without characters that a terminal interprets.
  let about: String

  /// The first line of that; the path when it says nothing.
  var version: String { about.isEmpty ? path : String(about.prefix { $0 != "\n" }) }

  private static let patience = Duration.seconds(5)

  /// Finds an editor, and asks it for its version; nil when there is none.
  static func find(_ editor: SetupEditor, _ places: SetupPlaces) async -> InstalledEditor? {
    let lookup = ProgramLookup(environment: places.variables, folder: nil)
    guard let path = editor.programs.lazy.compactMap({ try? lookup.find($0) }).first else { return nil }
    let about = await BriefRun([path, "--version"], patience: patience)?.output
    return InstalledEditor(editor: editor, path: path, about: about ?? "")
  }

  /// The reason why our client does not work in it, and the remedy; nil when it does, as far as can be told.
  var problem: String? {
    let name = editor.rawValue
    guard let least = InstalledEditor.least[editor], let number = number(behind: least.prefix) else { return nil }
    if number.major < least.major || number.major == least.major && number.minor < least.minor {
      return
        "\(name) at \(path) is older than \(least.major).\(least.minor), which the client needs; install a newer one."
    }
    if editor == .vim, about.contains("-job") || about.contains("-channel") {
      return
        "\(name) at \(path) is built without +job or +channel, which the client needs; install a larger build of it, "
        + "in Debian the package vim."
    }
    return nil
  }

  /// The versions that the clients need.
  private static let least: [SetupEditor: (prefix: String, major: Int, minor: Int)] = [
    .vim: ("IMproved ", 9, 0), .neovim: ("NVIM v", 0, 7), .emacs: ("Emacs ", 28, 1), .helix: ("helix ", 23, 10),
  ]

  private func number(behind prefix: String) -> (major: Int, minor: Int)? {
    guard let range = version.firstRange(of: prefix) else { return nil }
    let numbers = version[range.upperBound...].split(separator: ".", maxSplits: 2).map { $0.prefix(while: \.isNumber) }
    guard numbers.count > 1, let major = Int(numbers[0]), let minor = Int(numbers[1]) else { return nil }
    return (major, minor)
  }
}
