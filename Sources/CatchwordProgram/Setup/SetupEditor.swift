import CatchwordEmbedded

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The editors that `catchword setup` knows.
enum SetupEditor: String, CaseIterable {
  case vim, neovim, emacs, helix, kakoune, vscode

  /// The programs of the editor, in the order in which they are looked for.
  var programs: [String] {
    switch self {
    case .vim: ["vim", "gvim", "mvim"]
    case .neovim: ["nvim"]
    case .emacs: ["emacs"]
    case .helix: ["hx", "helix"]
    case .kakoune: ["kak"]
    case .vscode: ["code", "codium", "code-oss", "code-insiders", "codium-insiders", "cursor", "windsurf"]
    }
  }

  /// Returns the editor that a user means, by its name or that of its program.
  static func named(_ name: String) -> SetupEditor? {
    let name = name.lowercased()
    return SetupEditor(rawValue: name) ?? allCases.first { $0.programs.contains(name) }
  }

  /// The files of its client, as they are in `editors`.
  var files: [(path: String, contents: Data)] {
    let all =
      switch self {
      case .vim: catchwordEditorFiles_vim()
      case .neovim: catchwordEditorFiles_neovim()
      case .emacs: catchwordEditorFiles_emacs()
      case .helix: catchwordEditorFiles_helix()
      case .kakoune: catchwordEditorFiles_kakoune()
      case .vscode: catchwordEditorFiles_vscode()
      }
    // Constants of the program, of these lengths.
    return UnsafeBufferPointer(start: all.files, count: all.count).map { file in
      (String(cString: file.path), Data(bytes: file.bytes, count: file.byteCount))
    }
  }
}

/// The places where editors look for their files.
struct SetupPlaces {
  let home: String
  /// The variables of the environment.
  let variables: [String: String]
  /// The command by which editors start this program: its name, if that is found in the PATH, or else its path.
  let command: String

  var config: String { base("XDG_CONFIG_HOME", ".config") }
  var data: String { base("XDG_DATA_HOME", ".local/share") }
  var kakoune: String { absolute("KAKOUNE_CONFIG_DIR") ?? "\(config)/kak" }

  private func base(_ variable: String, _ inHome: String) -> String {
    absolute(variable) ?? "\(home)/\(inHome)"
  }

  private func absolute(_ variable: String) -> String? {
    guard var path = variables[variable], path.hasPrefix("/") else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The first of some paths at which there is something, or else the last of them.
  func first(_ paths: String...) -> String { paths.first(where: Files.exist) ?? paths[paths.count - 1] }

  /// True for a path that leads from a folder to something in it.
  static func isName(_ path: String) -> Bool {
    !path.split(separator: "/", omittingEmptySubsequences: false).contains { ["", ".", ".."].contains($0) }
  }

  /// True when the program is not found by its name.
  var isOutsidePath: Bool { command.hasPrefix("/") }
}
