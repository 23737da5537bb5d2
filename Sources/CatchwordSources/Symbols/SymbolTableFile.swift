import CatchwordFiles

/// A table of the user's, or of a project's, as it was when it was read.
struct SymbolTableFile: Sendable {
  /// The maximum number of tables that are read.
  static let maximumCount = 64

  /// The stamp of the file when it was read; nil when there was no file.
  let stamp: FileAccess.Stamp?
  let tables: SymbolTables
  /// The problems with the file, one sentence each.
  let problems: [String]

  /// Reads a table; blocks.
  init(_ place: FilePlace, files: FileAccess) {
    let files = files.inside(place.project)
    stamp = files.stamp(place.path)
    let file = SymbolTableFile.read(place.path, stamp, files)
    problems = file.problems
    tables = SymbolTables { kind in
      var entries = SymbolEntries()
      // When two lines have the same name, the later one counts.
      for case (kind, let entry) in file.entries.reversed() {
        // A project may name a table only to have its secrets read.
        if place.project != nil,
          [entry.text, entry.description].contains(where: { $0.map(ProjectText.isSecret) ?? false })
        {
          continue
        }
        entries.append(entry.name, entry.text, weight: entry.weight, description: entry.description)
      }
      return entries
    }
  }

  /// Reads a table again if it has changed; blocks.
  ///
  /// - Returns: nil when nothing has changed.
  static func read(_ place: FilePlace, files: FileAccess, unless known: SymbolTableFile?) -> SymbolTableFile? {
    if let known, known.stamp == files.inside(place.project).stamp(place.path) { return nil }
    return SymbolTableFile(place, files: files)
  }

  private struct TooLarge: Error, CustomStringConvertible {
    let description = "it has more than \(SymbolFile.maximumBytes >> 20) MB"
  }

  private static func read(_ path: String, _ stamp: FileAccess.Stamp?, _ files: FileAccess) -> SymbolFile {
    do {
      // A huge file, such as a disk full of zeros, is rejected without reading it.
      if let stamp, stamp.size > UInt64(SymbolFile.maximumBytes) { throw TooLarge() }
      var bytes: ContiguousArray<UInt8> = []
      try files.read(path) { piece in
        if bytes.count + piece.count > SymbolFile.maximumBytes { throw TooLarge() }
        bytes.append(contentsOf: piece)
      }
      return SymbolFile(bytes, path: path)
    } catch {
      return SymbolFile(unreadable: "\(error)", path: path)
    }
  }
}
