import CatchwordMatching

/// Finds the number of a file of an index by its path.
struct FileNumbers {
  private var table = RowTable()
  private var index: WorkspaceIndex?
  /// The number of paths.
  private(set) var count = 0

  /// Creates an empty table.
  init() {}

  /// Creates a table of the files of an index; when several have the same path (a damaged index), the first counts.
  ///
  /// - Complexity: O(number of files).
  init(_ index: WorkspaceIndex) {
    self.index = index
    for number in 0..<index.header.fileCount {
      guard let file = index.file(number) else { continue }
      var path = index.path(of: file)
      let hash = path.withUTF8 { table.hash($0) }
      // Without this check, equal paths in a damaged index would make each lookup O(number of files).
      guard table.row(hash, where: { isFile($0, at: path) }) == nil else { continue }
      table.insert(hash, row: number)
      count += 1
    }
  }

  /// Returns the number of a file; nil when the index does not have it.
  func number(of path: String) -> Int? {
    var text = path
    let hash = text.withUTF8 { table.hash($0) }
    return table.row(hash) { isFile($0, at: path) }
  }

  private func isFile(_ number: Int, at path: String) -> Bool {
    guard let index, let file = index.file(number) else { return false }
    return index.path(of: file) == path
  }
}
