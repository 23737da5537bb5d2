import CatchwordRPC
import CatchwordSettings

extension TagsSettings {
  /// What the settings are.
  static let schema = Setting(
    "tags",
    .group([
      Setting("enabled", .flag, default: true, inProject: .only(false), "Offer the names in tags files."),
      Setting(
        "files", .list(.text("a path")), default: .array(TagsSettings().files.map { .string($0) }),
        inProject: .refused,
        "Where tags files are: relative to the document's folder and those above it in the workspace, or absolute."),
    ]), "The source \"tags\".")

  /// Takes over the settings that concern tags.
  init(_ settings: EffectiveSettings) {
    self.init()
    let own = settings["tags"] ?? [:]
    isEnabled = own["enabled"]?.boolValue ?? isEnabled
    files = own["files"]?.arrayValue?.compactMap(\.stringValue) ?? files
  }
}
