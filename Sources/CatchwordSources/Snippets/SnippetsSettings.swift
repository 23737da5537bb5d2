#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where snippets are.
public struct SnippetsSettings: Equatable, Sendable {
  /// A file or a folder of snippets, in whatever format; a folder's folders are looked through.
  public struct Location: Hashable, Sendable {
    /// Where it is, as an absolute path.
    public var path: String
    /// The language of everything in it; nil for what the names of its files say.
    public var language: String?
    /// The folder of the project that names it, which all of it must be in wherever links lead; nil when the user has named
    /// it, who may name anything.
    public var project: String?

    /// Names a file or a folder.
    public init(path: String, language: String? = nil, project: String? = nil) {
      self.path = path
      self.language = language
      self.project = project
    }
  }

  /// False to offer no snippets at all.
  public var isEnabled: Bool
  /// The user's files and folders; those that are not there are passed over until they are.
  public var locations: [Location]
  /// Whether `.vscode/*.code-snippets` of the workspace's folders are read.
  public var readsWorkspace: Bool

  /// Creates settings; by default the snippets are in the user's configuration.
  public init(
    isEnabled: Bool = true, locations: [Location] = SnippetsSettings.defaultLocations(), readsWorkspace: Bool = true
  ) {
    self.isEnabled = isEnabled
    self.locations = locations
    self.readsWorkspace = readsWorkspace
  }

  /// `$XDG_CONFIG_HOME/catchword/snippets`, or the same below `~/.config`; nothing where there is no home either.
  public static func defaultLocations(
    environment: [String: String]? = nil
  ) -> [Location] {
    let environment = environment ?? ProcessInfo.processInfo.environment
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return [Location(path: "\(folder)/catchword/snippets")]
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return [] }
    return [Location(path: "\(home)/.config/catchword/snippets")]
  }
}
