import CatchwordRPC

/// Something that is wrong with settings: where, what, and what to write.
public struct SettingsProblem: Equatable, Sendable {
  /// One step on the way to a setting.
  public enum Step: Equatable, Sendable {
    /// A name in an object.
    case name(String)
    /// A place in an array.
    case index(Int)
  }

  /// Where it is, from the top of the layer.
  public let path: [Step]
  /// What is wrong, and what to write, as sentences.
  public let message: String
  /// The layer that it is in.
  public let origin: SettingsLayer.Origin

  /// Says what is wrong.
  public init(path: [Step], message: String, origin: SettingsLayer.Origin) {
    self.path = path
    self.message = message
    self.origin = origin
  }

  /// The place as it is written: `languages.markdown.limit`.
  public var name: String { SettingsProblem.name(of: path) }

  /// What is wrong, with the file that it is in.
  public var statement: String { origin.isFile ? "\(origin): \(message)" : message }

  static func name(of path: [Step]) -> String {
    path.reduce(into: "") { name, step in
      switch step {
      case .name(let part): name += name.isEmpty ? part : ".\(part)"
      case .index(let index): name += "[\(index)]"
      }
    }
  }

  /// A value as it is shown in a message: short.
  static func shown(_ value: JSONValue) -> String {
    let text = value.json
    return text.count > 80 ? "\(text.prefix(80))…" : text
  }
}
