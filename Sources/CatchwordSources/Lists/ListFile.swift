/// A word-list file that the user has named.
package struct ListFile: Hashable, Sendable {
  /// The name in the menu.
  package var name: String
  /// The absolute path.
  package var path: String
  /// The folder of the project that names the file, which must contain it with all links resolved; nil when the user
  /// names it, who may name any file.
  package var project: String?

  /// Creates a list file; the default name is the last part of its path, without the extension.
  package init(path: String, name: String? = nil, project: String? = nil) {
    self.path = path
    self.project = project
    let file = path.split(separator: "/").last.map(String.init) ?? path
    self.name = name ?? file.split(separator: ".").first.map(String.init) ?? file
  }
}
