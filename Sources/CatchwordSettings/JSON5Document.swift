import CatchwordRPC

/// A parsed JSON5 text, with the offset of every name and element.
///
/// Foundation reads JSON5 too, but reports neither the place of an error nor that of a value.
struct JSON5Document {
  /// A syntax error and its offset.
  struct Failure: Error, Equatable {
    let offset: Int
    /// The message, as a clause after the place: "there must be …".
    let message: String
  }

  /// A value, with the offsets of its parts.
  indirect enum Node {
    case scalar(JSONValue)
    case array([(offset: Int, node: Node)])
    case object([(name: String, offset: Int, node: Node)])
  }

  private let root: Node
  private let bytes: [UInt8]

  /// Reads a text.
  ///
  /// - Parameter maximumTextLength: The maximum length of each name and each text, in bytes.
  /// - Throws: `Failure` at the first byte that is not allowed.
  init(_ bytes: [UInt8], maximumTextLength: Int = .max) throws(Failure) {
    var reader = JSON5Reader(bytes, maximumTextLength: maximumTextLength)
    self.bytes = bytes
    root = try reader.readDocument()
  }

  /// The value.
  var value: JSONValue { JSON5Document.value(root) }

  private static func value(_ node: Node) -> JSONValue {
    switch node {
    case .scalar(let value): value
    case .array(let elements): .array(elements.map { value($0.node) })
    case .object(let fields): .object(Dictionary(fields.map { ($0.name, value($0.node)) }) { _, last in last })
    }
  }

  /// The paths of the names that occur more than once in an object.
  var duplicates: [[SettingsProblem.Step]] { JSON5Document.duplicates(root, at: []) }

  private static func duplicates(_ node: Node, at path: [SettingsProblem.Step]) -> [[SettingsProblem.Step]] {
    switch node {
    case .scalar: return []
    case .array(let elements):
      return elements.enumerated().flatMap { duplicates($1.node, at: path + [.index($0)]) }
    case .object(let fields):
      let counted = Dictionary(grouping: fields) { $0.name }
      return counted.sorted { $0.key < $1.key }.flatMap { name, fields -> [[SettingsProblem.Step]] in
        let inside = fields.last.map { duplicates($0.node, at: path + [.name(name)]) } ?? []
        return (fields.count > 1 ? [path + [.name(name)]] : []) + inside
      }
    }
  }

  /// Returns the line and the column of a name or an element; nil when it does not exist.
  func place(of path: [SettingsProblem.Step]) -> (line: Int, column: Int)? {
    var node = root
    var offset = 0
    for step in path {
      switch (step, node) {
      case (.name(let name), .object(let fields)):
        // Of two fields with one name the later counts.
        guard let field = fields.last(where: { $0.name == name }) else { return nil }
        (offset, node) = (field.offset, field.node)
      case (.index(let index), .array(let elements)):
        guard elements.indices.contains(index) else { return nil }
        (offset, node) = elements[index]
      default: return nil
      }
    }
    return JSON5Document.lineAndColumn(offset, in: bytes)
  }

  /// Returns the line and the column of an offset, both from 1, the column in characters.
  static func lineAndColumn(_ offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes[..<min(offset, bytes.count)]
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return (before.count { $0 == 0x0A } + 1, String(decoding: before[start...], as: UTF8.self).count + 1)
  }
}
