import CatchwordFiles
import CatchwordRPC

/// The snippet files that a `package.json` names.
package struct SnippetPackage: Equatable {
  /// A file, and the languages it is for.
  package struct Contribution: Equatable {
    package var path: String
    package var languages: [String]
  }

  /// The files, with absolute paths; nil when the package declares no snippets.
  package var contributions: [Contribution]?
  package var problems: [SnippetProblem] = []

  /// Reads a package.
  package static func parse(_ bytes: ContiguousArray<UInt8>, path: String) -> SnippetPackage {
    var bytes = bytes
    JSONComments.blank(&bytes)
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      var lines = LineCounter(bytes)
      let (line, column) = lines.place(of: error.offset)
      let message = "\(VSCodeSnippets.explain(error, in: bytes)); none of its snippets are used"
      return SnippetPackage(
        contributions: [], problems: [SnippetProblem(path: path, line: line, column: column, message: message)])
    }
    guard let entries = value["contributes"]?["snippets"]?.arrayValue else { return SnippetPackage() }
    let folder = FilePath.split(path).folder
    var package = SnippetPackage(contributions: [])
    for entry in entries.prefix(SnippetLimits.files) {
      guard let name = entry["path"]?.stringValue else {
        package.problems.append(
          SnippetProblem(path: path, message: "an entry of \"contributes.snippets\" has no \"path\""))
        continue
      }
      let file = FilePath.normalized("\(folder)/\(name)")
      guard FilePath.isInside(file, folder) else {
        package.problems.append(
          SnippetProblem(path: path, message: "\"\(name)\" is outside of the package; it is not read"))
        continue
      }
      let language = entry["language"]
      let languages = language?.arrayValue?.compactMap(\.stringValue) ?? language?.stringValue.map { [$0] }
      package.contributions?.append(
        Contribution(
          path: file, languages: (languages ?? [LanguageAliases.everywhere]).map { LanguageAliases.canonical($0) }))
    }
    return package
  }
}
