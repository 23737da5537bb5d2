public import CatchwordRPC

/// Settings from one place. Of two layers the later counts, setting by setting.
public struct SettingsLayer: Equatable, Sendable {
  /// Where settings come from.
  public enum Origin: Equatable, Sendable {
    /// The user's own file.
    case user(path: String)
    /// The file of a project that is open.
    case project(path: String)
    /// What the editor said when it started the server.
    case initialization
    /// What the editor said since.
    case client
  }

  /// The settings, flat or under `catchword`.
  public var settings: JSONValue
  /// What relative paths in them are relative to; nil for the working folder.
  public var folder: String?
  /// Where they come from.
  public var origin: Origin

  /// Creates a layer.
  public init(_ settings: JSONValue = [:], folder: String? = nil, origin: Origin = .client) {
    self.settings = settings
    self.folder = folder
    self.origin = origin
  }

  /// The settings, whether they stand flat or under `catchword`.
  public var content: JSONValue { settings["catchword"] ?? settings }

  /// What is wrong when a file has both: what stands flat is not read then. Editors may have settings of their own beside ours.
  var besides: SettingsProblem? {
    guard case .object(let fields) = settings, fields["catchword"] != nil, origin.isFile else { return nil }
    let names = fields.keys.lazy.filter { $0 != "catchword" && $0 != "$schema" }.smallest(5)
    if names.isEmpty { return nil }
    let others = SettingKind.list(of: names.map { "\"\($0)\"" })
    return SettingsProblem(
      path: [.name("catchword")],
      message: "What stands beside \"catchword\" is not read (\(others)); write it inside, or all of it without "
        + "\"catchword\".", origin: origin)
  }

  /// True when they come from a file that came with somebody's project.
  var isProject: Bool { if case .project = origin { true } else { false } }
}

extension SettingsLayer.Origin {
  /// True for a file of settings.
  var isFile: Bool {
    switch self {
    case .user, .project: true
    case .initialization, .client: false
    }
  }
}

extension SettingsLayer.Origin: CustomStringConvertible {
  /// Where that is, for people.
  public var description: String {
    switch self {
    case .user(let path), .project(let path): path
    case .initialization: "the editor's initializationOptions"
    case .client: "the editor's settings"
    }
  }
}
