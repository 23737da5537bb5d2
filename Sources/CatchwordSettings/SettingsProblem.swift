import CatchwordRPC

/// A problem in settings: its place, its description and its remedy.
package struct SettingsProblem: Equatable, Sendable {
  /// One step of the path to a setting.
  package enum Step: Equatable, Sendable {
    /// A name in an object.
    case name(String)
    /// An index in an array.
    case index(Int)
  }

  /// The path from the root of the layer.
  package let path: [Step]
  /// The description and the remedy, as sentences.
  package let message: String
  /// The origin of the layer with the problem.
  package let origin: SettingsLayer.Origin

  /// Creates a problem.
  package init(path: [Step], message: String, origin: SettingsLayer.Origin) {
    self.path = path
    self.message = message
    self.origin = origin
  }

  /// The path as text: `languages.markdown.limit`.
  package var name: String { SettingsProblem.name(of: path) }

  /// The message, prefixed with the file if the origin is one.
  package var statement: String { origin.isFile ? "\(origin): \(message)" : message }

  static func name(of path: [Step]) -> String {
    path.reduce(into: "") { name, step in
      switch step {
      case .name(let part): name += name.isEmpty ? part : ".\(part)"
      case .index(let index): name += "[\(index)]"
      }
    }
  }

  /// Returns a value as shown in a message, cut to 80 characters.
  static func shown(_ value: JSONValue) -> String {
    let text = value.json
    return text.count > 80 ? "\(text.prefix(80))…" : text
  }
}
