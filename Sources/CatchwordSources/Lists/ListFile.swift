/// A word-list file that the user has named.
public struct ListFile: Hashable, Sendable {
  /// What the menu calls it.
  public var name: String
  /// Where it is, as an absolute path.
  public var path: String
  /// The folder of the project that names it, which it must be in wherever links lead; nil when the user has named it, who
  /// may name anything.
  public var project: String?

  /// Names a file; by default it is called by the last part of its path, without the extension.
  public init(path: String, name: String? = nil, project: String? = nil) {
    self.path = path
    self.project = project
    let file = path.split(separator: "/").last.map(String.init) ?? path
    self.name = name ?? file.split(separator: ".").first.map(String.init) ?? file
  }
}
