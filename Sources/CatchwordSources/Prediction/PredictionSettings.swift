/// Whether what is written in the files of a workspace is predicted, and how much of them is learned from.
public struct PredictionSettings: Equatable, Sendable {
  /// False to learn from open documents alone.
  public var isEnabled = true
  /// Files are learned from until they have so many tokens, those near the open documents first.
  public var maximumTokens = 4_000_000

  /// The most tokens that can be asked for: some 14 bytes of memory each.
  static let mostTokens = 64_000_000

  /// The defaults.
  public init() {}

  /// The settings with every number brought to where it can be worked with.
  var bounded: PredictionSettings {
    var settings = self
    settings.maximumTokens = min(max(0, maximumTokens), PredictionSettings.mostTokens)
    return settings
  }
}
