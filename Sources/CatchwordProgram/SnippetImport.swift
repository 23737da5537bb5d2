import CatchwordFiles
import CatchwordRPC
import CatchwordSettings
import CatchwordSources
import Foundation

/// `catchword import`: adds a collection of snippets to the user's, and says what of it is left out and why.
enum SnippetImport {
  /// - Returns: The exit code: 66 when there is nothing at the path or no snippet in it, 73 when it cannot be added.
  static func run(path: String, isDry: Bool) -> Int32 {
    let path = Project.absolute(path)
    guard Files.exist(path) else {
      Printer.complain("there is no file or folder \(path).")
      return 66
    }
    let status = SnippetsStatus(reading: path)
    Printer.print(text(of: status, path))
    if status.snippets == 0 {
      Printer.complain(
        "there are no snippets in \(path). Files of VS Code, SnipMate, UltiSnips and yasnippet are read.")
      return 66
    }
    return isDry ? 0 : add(path)
  }

  /// Returns the report, in lines.
  static func text(of status: SnippetsStatus, _ path: String) -> String {
    let languages = status.snippetsByLanguage.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var lines = ["\(path): snippets \(status.snippets), files \(status.filesRead), languages \(languages.count)"]
    for (language, count) in languages { lines.append("  \(count) \(language)") }
    if !status.leftOut.isEmpty { lines.append("left out: \(status.leftOut.count)") }
    lines += status.leftOut.map { "  \($0)" }
    if !status.problems.isEmpty { lines.append("mistakes: \(status.problems.count)") }
    return (lines + status.problems.map { "  \($0)" }).map { "\($0)\n" }.joined()
  }

  /// Links a collection to the folder of the user's snippets, which is read without being named.
  private static func add(_ path: String) -> Int32 {
    guard let folder = SnippetsSettings.defaultLocations().first?.path else {
      Printer.complain("there is no folder for your snippets: there is no HOME. Set it.")
      return 73
    }
    if FilePath.isInside(path, folder) {
      Printer.print("offered already: \(folder) is read without being named.\n")
      return 0
    }
    if FilePath.isInside(folder, path) {
      Printer.complain("\(path) holds the folder of your own snippets, \(folder), too; name a folder inside it.")
      return 73
    }
    let link = "\(folder)/\(URL(fileURLWithPath: path).lastPathComponent)"
    let files = FileManager.default
    let target = try? files.destinationOfSymbolicLink(atPath: link)
    if target != path {
      guard target == nil, !Files.exist(link) else {
        Printer.complain(
          "there is something else at \(link); rename it, or name \(path) in the setting snippets.files.")
        return 73
      }
      do {
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try files.createSymbolicLink(atPath: link, withDestinationPath: path)
      } catch {
        Printer.complain("the link \(link) cannot be made; check the permissions of the folder.")
        return 73
      }
    }
    let isOff = isOff
    let start = isOff ? "linked by" : "offered from now on, by the link"
    Printer.print("\(start) \(link); remove the link to take that back.\n")
    if isOff {
      Printer.complain(
        "\"snippets\": {\"enabled\"} is false in your settings: no snippet is offered until that is taken away.")
    }
    return 0
  }

  /// True when the user's settings turn all snippets off.
  private static var isOff: Bool {
    let user = UserConfiguration()
    let settings = Serve.configuration(user).effectiveSettings([user.layer])
    return settings.value["snippets"]?["enabled"] == false
  }
}
