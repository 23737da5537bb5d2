/// Reads the user's tables again whenever they have changed on disk.
struct SymbolTableFiles: Sendable {
  /// The tables as they were read.
  struct Loaded: Sendable {
    var tables = SymbolTables.empty
    var stamps: [FileAccess.Stamp?] = []
    /// What is wrong with them, a sentence each.
    var problems: [String] = []
  }

  /// The most tables that are read.
  static let maximumCount = 64

  let paths: [String]
  let files: FileAccess

  /// Reads the tables, unless they are as they were; blocks.
  ///
  /// - Returns: nil when nothing has changed.
  func load(unless known: [FileAccess.Stamp?]?) -> Loaded? {
    let paths = paths.prefix(SymbolTableFiles.maximumCount)
    let stamps = paths.map(files.stamp)
    guard stamps != known else { return nil }
    let read = zip(paths, stamps).map(read)
    var loaded = Loaded(stamps: stamps, problems: read.flatMap(\.problems))
    if paths.count < self.paths.count {
      loaded.problems.append("There are more than \(paths.count) tables of symbols; the rest is left out.")
    }
    loaded.tables = SymbolTables { kind in
      var entries = SymbolEntries()
      // Of two lines for one name the later counts, as of two tables.
      for (_, entry) in read.lazy.flatMap(\.entries).filter({ $0.kind == kind }).reversed() {
        entries.append(entry.name, entry.text, weight: entry.weight, description: entry.description)
      }
      return entries
    }
    return loaded
  }

  private struct TooLarge: Error, CustomStringConvertible {
    let description = "it has more than \(SymbolFile.maximumBytes >> 20) MB"
  }

  private func read(_ path: String, _ stamp: FileAccess.Stamp?) -> SymbolFile {
    do {
      // The rest of a disk full of zeros is not waited for.
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
