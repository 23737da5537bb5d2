public import CatchwordRPC

/// Settings from one place: the user's file, or the client. Of two layers the later counts, setting by setting.
public struct SettingsLayer: Equatable, Sendable {
  /// The settings, flat or under `catchword`.
  public var settings: JSONValue
  /// What relative paths in them are relative to; nil for the working folder.
  public var folder: String?

  /// Creates a layer.
  public init(_ settings: JSONValue = [:], folder: String? = nil) {
    self.settings = settings
    self.folder = folder
  }
}
