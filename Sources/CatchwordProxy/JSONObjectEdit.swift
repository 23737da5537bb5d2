import CatchwordRPC

/// An edit that sets fields of an object inside a JSON text; all other bytes stay as they are.
struct JSONObjectEdit {
  private let text: ContiguousArray<UInt8>

  /// - Parameter text: One JSON value.
  init(_ text: ContiguousArray<UInt8>) { self.text = text }

  /// Returns the text with fields set: existing fields are replaced, new ones are added at the object's end.
  ///
  /// - Parameter path: The path from the outer object to the one to change. Without one, the text is unchanged.
  func setting(_ fields: [String: JSONValue], inObjectAt path: [String]) -> ContiguousArray<UInt8> {
    var range = 0..<text.count
    for name in path {
      guard let found = places(in: range)?.last(where: { $0.name == name }) else { return text }
      range = found.value
    }
    guard let places = places(in: range) else { return text }
    var edits: [(range: Range<Int>, text: String)] = []
    var missing: [String] = []
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      let found = places.filter { $0.name == name }
      for place in found { edits.append((place.value, value.json)) }
      if found.isEmpty { missing.append("\(name.json):\(value.json)") }
    }
    if !missing.isEmpty, let brace = text[range].lastIndex(of: UInt8(ascii: "}")) {
      edits.append((brace..<brace, (places.isEmpty ? "" : ",") + missing.joined(separator: ",")))
    }
    var edited: ContiguousArray<UInt8> = []
    var place = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      edited.append(contentsOf: text[place..<edit.range.lowerBound])
      edited.append(contentsOf: edit.text.utf8)
      place = edit.range.upperBound
    }
    edited.append(contentsOf: text[place...])
    return edited
  }

  /// Returns the names and value ranges of the fields of the object in a range; nil when there is no object.
  private func places(in range: Range<Int>) -> [(name: String, value: Range<Int>)]? {
    var reader = JSONReader(text, range: range)
    var places: [(name: String, value: Range<Int>)] = []
    var end = range.lowerBound
    do throws(JSONError) {
      try reader.readObject { (_, reader) throws(JSONError) in
        let start = reader.offset
        let name = fieldName(in: end..<start)
        try reader.skipValue()
        end = reader.offset
        places.append((name, start..<end))
      }
    } catch {
      return nil
    }
    return places
  }

  /// Returns the field name in the bytes before a value: a brace or a comma, the quoted name, and a colon.
  private func fieldName(in range: Range<Int>) -> String {
    guard let quote = text[range].firstIndex(of: UInt8(ascii: "\"")) else { return "" }
    var reader = JSONReader(text, range: quote..<range.upperBound)
    return (try? reader.readString()) ?? ""
  }
}
