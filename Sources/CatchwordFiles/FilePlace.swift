/// The path of a file or folder from settings or a search, with the project that it must lie in.
public struct FilePlace: Hashable, Sendable {
  /// The absolute path.
  public var path: String
  /// The folder of the project that names it, which it must lie in wherever links lead; nil when the user has named it,
  /// who may name any file.
  public var project: String?

  /// Creates the place of a file or a folder.
  public init(path: String, project: String? = nil) {
    self.path = path
    self.project = project
  }
}

extension FilePlace: CustomStringConvertible {
  /// The path, followed by `<` and the project if there is one.
  public var description: String { project.map { "\(path)<\($0)" } ?? path }
}
