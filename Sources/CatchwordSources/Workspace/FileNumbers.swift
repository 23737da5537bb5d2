import CatchwordMatching

/// Finds the number of a file of an index by its path.
struct FileNumbers {
  private var table = WordTable()
  private var index: WorkspaceIndex?

  /// No files.
  init() {}

  /// The files of an index.
  ///
  /// - Complexity: O(number of files).
  init(_ index: WorkspaceIndex) {
    self.index = index
    for number in 0..<index.header.fileCount {
      guard let file = index.file(number) else { continue }
      var path = index.path(of: file)
      table.insert(path.withUTF8 { table.hash($0) }, row: number)
    }
  }

  /// The number of a file; nil when the index does not have it.
  func number(of path: String) -> Int? {
    var text = path
    let hash = text.withUTF8 { table.hash($0) }
    return table.row(hash) { number in index?.file(number).map { index?.path(of: $0) == path } ?? false }
  }
}
