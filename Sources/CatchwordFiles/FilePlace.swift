/// The path of a file or folder from settings or a search, with the project that it must lie in.
package struct FilePlace: Hashable, Sendable {
  /// The absolute path.
  package var path: String
  /// The folder of the project that names it, which it must lie in wherever links lead; nil when the user has named it,
  /// who may name any file.
  package var project: String?

  /// Creates the place of a file or a folder.
  package init(path: String, project: String? = nil) {
    self.path = path
    self.project = project
  }
}

extension FilePlace: CustomStringConvertible {
  /// The path, followed by `<` and the project if there is one.
  package var description: String { project.map { "\(path)<\($0)" } ?? path }
}
