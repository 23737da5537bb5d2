package import CatchwordFiles

/// Checks files that settings name, for tools that run without a server.
package enum NamedFileCheck {
  /// Returns the problems of a word list, one sentence each with its place. Blocks.
  package static func problems(inList place: FilePlace) -> [String] {
    let files = FileAccess.disk.inside(place.project)
    do {
      let loader = WordListLoader(files: files, cache: nil)
      return try loader.load(place.path, stamp: files.stamp(place.path), isProjects: place.project != nil).problems
    } catch {
      return ["\(place.path): \(error)."]
    }
  }

  /// Returns the problems of a table of symbols, one sentence each with its place. Blocks.
  package static func problems(inTable place: FilePlace) -> [String] { SymbolTableFile(place, files: .disk).problems }
}
