public import CatchwordFiles

/// Looks through files that settings name, for who wants to know what is wrong with them without a server.
public enum NamedFileCheck {
  /// What is wrong with a word list, a sentence each with its place. Blocks.
  public static func problems(inList place: FilePlace) -> [String] {
    let files = FileAccess.disk.inside(place.project)
    do {
      let loader = WordListLoader(files: files, cache: nil)
      return try loader.load(place.path, stamp: files.stamp(place.path), isProjects: place.project != nil).problems
    } catch {
      return ["\(place.path): \(error)."]
    }
  }

  /// What is wrong with a table of symbols, a sentence each with its place. Blocks.
  public static func problems(inTable place: FilePlace) -> [String] { SymbolTableFile(place, files: .disk).problems }
}
