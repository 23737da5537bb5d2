import CatchwordFiles

/// The folders that are read: those that are open, and further ones, whose words come behind.
struct ReadFolders: Equatable, Sendable {
  /// The open folders, as absolute paths without a slash at their ends; none of them in another.
  let open: [String]
  /// The further folders, in the same form, none of them in another or in an open one; but they may contain open ones.
  let further: [String]

  /// - Parameters:
  ///   - open: The open folders, as absolute paths.
  ///   - further: The further folders, as absolute paths.
  ///   - home: The user's home folder: it and the folders above it are never read, so that what is in them is not theirs.
  init(open: [String], further: [String] = [], home: String? = nil) {
    func isBroad(_ folder: String) -> Bool { folder == "/" || home.map { FilePath.isInside($0, folder) } == true }
    let open = WorkspaceSource.outermost(open)
    self.open = open
    let broad = WorkspaceSource.outermost(further.filter(isBroad))
    let narrow = WorkspaceSource.outermost(further.filter { !isBroad($0) }).filter { folder in
      !open.contains { !isBroad($0) && FilePath.isInside(folder, $0) }
    }
    // The broad ones stay, so that it is said that they are not read.
    self.further = narrow + broad
  }

  /// The open folders and the further ones, in this order.
  var all: [String] { open + further }

  /// Returns the open folders in a further one.
  func openFolders(in folder: String) -> [String] { open.filter { FilePath.isInside($0, folder) } }
}
