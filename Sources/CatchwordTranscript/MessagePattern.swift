import CatchwordRPC

/// The comparison of messages with patterns.
///
/// A pattern is JSON. Fields that a pattern does not name may have any value; arrays must have the same elements,
/// unless the pattern's last one is `"..."`. Some strings are wildcards: `"<any>"` is any value, `"<absent>"` a missing
/// field, and `"<contains …>"` any string that contains the rest.
enum MessagePattern {
  /// Returns the first difference between a value and a pattern, as a sentence; nil when it matches.
  static func mismatch(_ pattern: JSONValue, _ value: JSONValue, at path: String = "message") -> String? {
    switch (pattern, value) {
    case (.string(let wild), _) where wild.hasPrefix("<") && wild.hasSuffix(">"):
      return wildMismatch(wild, value, at: path)
    case (.object(let wanted), .object(let fields)):
      for (name, pattern) in wanted.sorted(by: { $0.key < $1.key }) {
        guard let field = fields[name] else {
          if pattern == "<absent>" { continue }
          return "\(path).\(name) is missing"
        }
        if let mismatch = mismatch(pattern, field, at: "\(path).\(name)") { return mismatch }
      }
      return nil
    case (.array(let wanted), .array(let elements)):
      let isOpen = wanted.last == "..."
      let wanted = isOpen ? Array(wanted.dropLast()) : wanted
      guard isOpen ? elements.count >= wanted.count : elements.count == wanted.count else {
        return "\(path) has \(elements.count) elements, not \(wanted.count)"
      }
      for (index, pattern) in wanted.enumerated() {
        if let mismatch = mismatch(pattern, elements[index], at: "\(path)[\(index)]") { return mismatch }
      }
      return nil
    default:
      return pattern == value ? nil : "\(path) is \(value.json), not \(pattern.json)"
    }
  }

  private static func wildMismatch(_ wild: String, _ value: JSONValue, at path: String) -> String? {
    if wild == "<any>" { return nil }
    if wild == "<absent>" { return "\(path) is there, as \(value.json)" }
    if wild.hasPrefix("<contains ") {
      let part = String(wild.dropFirst("<contains ".count).dropLast())
      if let text = value.stringValue, text.contains(part) { return nil }
      return "\(path) is \(value.json), which does not contain \"\(part)\""
    }
    return value == .string(wild) ? nil : "\(path) is \(value.json), not \"\(wild)\""
  }
}
