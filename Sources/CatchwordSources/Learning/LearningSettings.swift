/// Whether the user's choices are remembered.
public struct LearningSettings: Equatable, Sendable {
  /// False to neither read nor write what was accepted; the file stays as it is. Bans hold all the same.
  public var isEnabled: Bool

  /// The defaults.
  public init(isEnabled: Bool = true) { self.isEnabled = isEnabled }
}
