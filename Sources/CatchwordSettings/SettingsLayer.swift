package import CatchwordRPC

/// The settings from one origin. A later layer overrides an earlier one, setting by setting.
package struct SettingsLayer: Equatable, Sendable {
  /// The origin of settings.
  package enum Origin: Equatable, Sendable {
    /// The user's own file.
    case user(path: String)
    /// The file of an open project.
    case project(path: String)
    /// The editor's options when it started the server.
    case initialization
    /// The editor's settings since then.
    case client
  }

  /// The settings, flat or under `catchword`.
  package var settings: JSONValue
  /// The base of relative paths in them; nil for the working folder.
  package var folder: String?
  /// The origin of the settings.
  package var origin: Origin

  /// Creates a layer.
  package init(_ settings: JSONValue = [:], folder: String? = nil, origin: Origin = .client) {
    self.settings = settings
    self.folder = folder
    self.origin = origin
  }

  /// Returns what counts of a file that is there, and whose settings are not known: nothing that is accepted is kept, as the
  /// file may say so.
  package static func unreadable(folder: String?, origin: Origin) -> SettingsLayer {
    SettingsLayer(["learning": false], folder: folder, origin: origin)
  }

  /// What is said of such a file, behind what is wrong with it.
  package static let unreadableNotice = "What was last read of it counts; otherwise, nothing that you accept is kept."

  /// The settings, taken from under `catchword` if that exists.
  package var content: JSONValue { settings["catchword"] ?? settings }

  /// The problem of a file with unread settings beside `catchword`; nil for editors, which may have others there.
  var besides: SettingsProblem? {
    guard case .object(let fields) = settings, fields["catchword"] != nil, origin.isFile else { return nil }
    let names = fields.keys.lazy.filter { $0 != "catchword" && $0 != "$schema" }.smallest(5)
    if names.isEmpty { return nil }
    let others = SettingKind.list(of: names.map { "\"\($0)\"" })
    return SettingsProblem(
      path: [.name("catchword")],
      message: "The settings beside \"catchword\" are not read (\(others)); move them into \"catchword\", or write all "
        + "settings without it.", origin: origin)
  }

  /// True when the settings come from a project's file.
  var isProject: Bool { if case .project = origin { true } else { false } }
}

extension SettingsLayer.Origin {
  /// True when the origin is a settings file.
  var isFile: Bool {
    switch self {
    case .user, .project: true
    case .initialization, .client: false
    }
  }
}

extension SettingsLayer.Origin: CustomStringConvertible {
  /// The origin, as shown to users.
  package var description: String {
    switch self {
    case .user(let path), .project(let path): path
    case .initialization: "the editor's initializationOptions"
    case .client: "the editor's settings"
    }
  }
}
