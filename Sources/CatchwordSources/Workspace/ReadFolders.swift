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
  init(open: [String], further: [String] = []) {
    let open = WorkspaceSource.outermost(open)
    self.open = open
    self.further = WorkspaceSource.outermost(further).filter { folder in
      !open.contains { FilePath.isInside(folder, $0) }
    }
  }

  /// The open folders and the further ones, in this order.
  var all: [String] { open + further }

  /// Returns the open folders in a further one.
  func openFolders(in folder: String) -> [String] { open.filter { FilePath.isInside($0, folder) } }
}
