import CatchwordRPC
public import CatchwordSettings

extension WorkspaceSettings {
  /// What the settings are.
  static let schema = Setting(
    "workspace",
    .group([
      Setting(
        "enabled", .flag, default: true, inProject: .only(false), "Offer the words of the files in the open folders."),
      Setting("respectsIgnoreFiles", .flag, default: true, inProject: .only(true), "Leave out what git would ignore."),
      Setting(
        "includesHidden", .flag, default: false, inProject: .only(false), "Read what has a name that begins with a dot."
      ),
      Setting(
        "exclude", .list(.text("a pattern as in .gitignore")),
        default: .array(WorkspaceSettings.defaultExclude.map { .string($0) }), inProject: .add,
        "What is left out besides, as patterns of .gitignore seen from the folder."),
      Setting(
        "maximumFileSize", .number(0...256 << 20, unit: "bytes"), default: .int(1 << 20), inProject: .refused,
        "Larger files are left out, in bytes."),
      Setting(
        "maximumLineLength", .number(16...1 << 30, unit: "bytes"), default: 4096, inProject: .refused,
        "Longer lines are left out, in bytes."),
      Setting(
        "maximumFiles", .number(0...10_000_000, unit: "number"), default: 200_000, inProject: .refused,
        "More files of a folder are left out."),
      Setting(
        "maximumTotalBytes", .number(0...16 << 30, unit: "bytes"), default: .int(1 << 30), inProject: .refused,
        "What comes after so many bytes of a folder's files is left out."),
      Setting(
        "maximumWords", .number(0...16_000_000, unit: "number"), default: 2_000_000, inProject: .refused,
        "What comes after so many different words of a folder is left out."),
    ]), "The source \"workspace\".")

  /// Takes over the settings that concern files on disk.
  public init(_ settings: EffectiveSettings) {
    self.init()
    let own = settings["workspace"] ?? [:]
    isEnabled = own["enabled"]?.boolValue ?? isEnabled
    respectsIgnoreFiles = own["respectsIgnoreFiles"]?.boolValue ?? respectsIgnoreFiles
    includesHidden = own["includesHidden"]?.boolValue ?? includesHidden
    exclude = own["exclude"]?.arrayValue?.compactMap(\.stringValue) ?? exclude
    maximumFileSize = own["maximumFileSize"]?.intValue ?? maximumFileSize
    maximumLineLength = own["maximumLineLength"]?.intValue ?? maximumLineLength
    maximumFiles = own["maximumFiles"]?.intValue ?? maximumFiles
    maximumTotalBytes = own["maximumTotalBytes"]?.intValue ?? maximumTotalBytes
    maximumWords = own["maximumWords"]?.intValue ?? maximumWords
  }
}
