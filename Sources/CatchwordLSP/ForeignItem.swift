public import CatchwordRPC

/// A completion item of another language server: the fields that its place in a list depends on are decoded, and the
/// rest is kept byte for byte.
public struct ForeignItem: Sendable {
  /// The text that the menu shows.
  public private(set) var label = ""
  /// The text that the client filters by; nil for the label.
  public private(set) var filterText: String?
  /// The text that its server sorts by; nil for the label.
  public private(set) var sortText: String?
  /// The text that is inserted when there is no edit; nil for the label.
  public private(set) var insertText: String?
  /// The text that is inserted in the list's range; nil for the label.
  public private(set) var textEditText: String?
  /// The text that its edit inserts; nil when it has none.
  public private(set) var newText: String?
  /// The range that its edit replaces: of two ranges the one that ends at the cursor.
  public private(set) var range: PositionRange?
  /// LSP's number for the kind of item.
  public private(set) var kind: Int?
  /// A line about the item.
  public private(set) var detail: String?
  /// True when the inserted text is a snippet.
  public private(set) var isSnippet = false
  /// True for an item that should no longer be used.
  public private(set) var isDeprecated = false
  /// True for an item that should be selected first.
  public private(set) var isPreselected = false
  /// The characters that accept it; nil when it names none.
  public private(set) var commitCharacters: [String]?
  /// The cursor when the list was requested, to which its text edit and other edits refer.
  public var cursor: Position?

  /// The item as received, with its list's defaults.
  public private(set) var bytes: ContiguousArray<UInt8>

  /// Reads an item.
  ///
  /// - Parameter bytes: One JSON value.
  /// - Throws: `JSONError` when it is not an object with a label.
  public init(_ bytes: ContiguousArray<UInt8>) throws(JSONError) {
    self.bytes = bytes
    var reader = JSONReader(bytes)
    var hasLabel = false
    try reader.readObject { (name, reader) throws(JSONError) in
      switch (name, try reader.peek()) {
      case ("label", .string):
        label = try reader.readString()
        hasLabel = true
      case ("filterText", .string): filterText = try reader.readString()
      case ("sortText", .string): sortText = try reader.readString()
      case ("insertText", .string): insertText = try reader.readString()
      case ("textEditText", .string): textEditText = try reader.readString()
      case ("detail", .string): detail = try reader.readString()
      case ("kind", .number): kind = Int(exactly: try reader.readDouble())
      case ("insertTextFormat", .number): isSnippet = try reader.readDouble() == 2
      case ("deprecated", .bool): isDeprecated = try reader.readBool() || isDeprecated
      case ("tags", .array):
        if case .array(let tags) = try reader.readValue(), tags.contains(1) { isDeprecated = true }
      case ("preselect", .bool): isPreselected = try reader.readBool()
      case ("commitCharacters", .array):
        commitCharacters = try reader.readValue().arrayValue?.compactMap(\.stringValue)
      case ("textEdit", .object): try readEdit(&reader)
      default: break
      }
    }
    try reader.finish()
    guard hasLabel else { throw JSONError(.missingField("label"), at: 0) }
  }

  private mutating func readEdit(_ reader: inout JSONReader) throws(JSONError) {
    var text: String?
    var range: PositionRange?
    try reader.readObject { (name, reader) throws(JSONError) in
      switch (name, try reader.peek()) {
      case ("newText", .string): text = try reader.readString()
      case ("range", .object): range = try PositionRange(from: &reader)
      case ("insert", .object): range = try PositionRange(from: &reader)
      default: break
      }
    }
    (newText, self.range) = (text, range)
  }
}

extension ForeignItem {
  /// Returns the fields as JSON, each with its name, joined by commas, without the dropped ones.
  ///
  /// - Complexity: O(*n*).
  public func fields(without dropped: Set<String>) -> String {
    var kept: [String] = []
    forEachField { name, slice in
      // Hashing a long name may be slow, and no long name is dropped.
      let isDropped = name.utf8.count <= JSONReader.maximumNameLength && dropped.contains(name)
      if !isDropped { kept.append(String(decoding: slice, as: UTF8.self)) }
    }
    return kept.joined(separator: ",")
  }

  /// True when the item has a field of this name.
  public func has(_ field: String) -> Bool {
    var isThere = false
    forEachField { name, _ in isThere = isThere || name.utf8.elementsEqual(field.utf8) }
    return isThere
  }

  /// Returns the value of a field; nil when the item does not have it.
  public func value(of field: String) -> JSONValue? { (try? JSONValue(parsing: bytes))?[field] }

  private func forEachField(_ body: (String, ContiguousArray<UInt8>.SubSequence) -> Void) {
    var reader = JSONReader(bytes)
    // The offset behind the opening brace.
    var end = (bytes.firstIndex(of: UInt8(ascii: "{")) ?? 0) + 1
    try? reader.readObject { (_, reader) throws(JSONError) in
      let start = reader.offset
      guard let quote = bytes[end..<start].firstIndex(of: UInt8(ascii: "\"")) else { return }
      var nameReader = JSONReader(bytes, range: quote..<start)
      let name = try nameReader.readString()
      try reader.skipValue()
      end = reader.offset
      body(name, bytes[quote..<end])
    }
  }

  /// Returns the item merged with its server's resolved fields, which override it except for the fields of our list.
  ///
  /// - Parameter item: The item as the client has it.
  public func resolved(over item: [String: JSONValue]) -> [String: JSONValue] {
    guard case .object(let told)? = try? JSONValue(parsing: bytes) else { return item }
    var item = item
    for (name, value) in told where !ForeignItem.own.contains(name) { item[name] = value }
    return item
  }

  /// The fields that belong to our list: the item's place, and the fields that identify it.
  static let own: Set<String> = ["label", "sortText", "filterText", "data", "preselect"]

  /// Returns the item with the given fields, in place of those with the same names.
  public func setting(_ fields: [String: JSONValue]) -> ForeignItem {
    let kept = self.fields(without: Set(fields.keys))
    let added = fields.sorted { $0.key < $1.key }.map { "\($0.key.json):\($0.value.json)" }.joined(separator: ",")
    let text = "{\(kept)\(kept.isEmpty || added.isEmpty ? "" : ",")\(added)}"
    // Valid by construction: all parts are JSON, and the label is among the kept fields.
    guard var item = try? ForeignItem(ContiguousArray(text.utf8)) else { return self }
    item.cursor = cursor
    return item
  }
}
