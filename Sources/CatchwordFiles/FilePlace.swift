/// A file or a folder that settings name or that is looked for, and where it must lie.
public struct FilePlace: Hashable, Sendable {
  /// Where it is, as an absolute path.
  public var path: String
  /// The folder of the project that names it, which it must be in wherever links lead; nil when the user has named it, who
  /// may name anything.
  public var project: String?

  /// Names a file or a folder.
  public init(path: String, project: String? = nil) {
    self.path = path
    self.project = project
  }
}

extension FilePlace: CustomStringConvertible {
  /// The path, and the project behind a `<`.
  public var description: String { project.map { "\(path)<\($0)" } ?? path }
}
