/// What the user wishes of tags files.
public struct TagsSettings: Equatable, Sendable {
  /// False to read no tags files.
  public var isEnabled = true
  /// Where tags files are: relative to the folder of the document and to those above it, up to that of the workspace; or
  /// absolute.
  public var files = ["tags", ".tags", ".git/tags"]

  /// The settings of who has set nothing.
  public init() {}
}
