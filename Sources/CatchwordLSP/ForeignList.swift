public import CatchwordRPC

/// The response of another language server to `textDocument/completion`.
public struct ForeignList: Sendable {
  /// The maximum number of items that are read from a list.
  public static let maximumItems = 50_000
  /// The maximum size of all items in bytes, when the list has defaults, which are copied to each item.
  public static let maximumBytes = 64 << 20

  /// True when the list shall be requested again as the user types on, or was not read completely.
  public private(set) var isIncomplete = false
  /// The items, with the list's defaults applied; elements that are no items are left out.
  public private(set) var items: [ForeignItem] = []

  /// Reads a `CompletionList`, an array of items, or `null`.
  ///
  /// - Parameter commitCharacters: The characters that accept items when neither the item nor the list names any.
  /// - Throws: `JSONError` when it is none of these.
  public init(_ bytes: ContiguousArray<UInt8>, commitCharacters: [String] = []) throws(JSONError) {
    var reader = JSONReader(bytes)
    var found: [Range<Int>] = []
    var defaults = JSONValue.null
    var applyKind = JSONValue.null
    switch try reader.peek() {
    case .null: break
    case .array: found = try readItems(&reader)
    default:
      try reader.readObject { (name, reader) throws(JSONError) in
        switch (name, try reader.peek()) {
        case ("isIncomplete", .bool): isIncomplete = try reader.readBool() || isIncomplete
        case ("itemDefaults", .object): defaults = try reader.readValue()
        case ("applyKind", .object): applyKind = try reader.readValue()
        case ("items", .array): found = try readItems(&reader)
        default: break
        }
      }
    }
    let shared = ItemDefaults(defaults, applyKind, commitCharacters: commitCharacters)
    items.reserveCapacity(found.count)
    var length = 0
    for range in found {
      guard var item = try? ForeignItem(ContiguousArray(bytes[range])) else { continue }
      if !shared.isEmpty {
        item = shared.applied(to: item)
        length += item.bytes.count
        if length > ForeignList.maximumBytes {
          isIncomplete = true
          break
        }
      }
      items.append(item)
    }
  }

  private mutating func readItems(_ reader: inout JSONReader) throws(JSONError) -> [Range<Int>] {
    var found: [Range<Int>] = []
    try reader.readArray { (reader) throws(JSONError) in
      let start = reader.offset
      try reader.skipValue()
      if found.count < ForeignList.maximumItems { found.append(start..<reader.offset) } else { isIncomplete = true }
    }
    return found
  }
}

/// The defaults of a list for all of its items, without those that have another type than LSP gives them.
private struct ItemDefaults {
  /// The maximum number of default fields, as each of them is searched in each item.
  private static let maximumFields = 100
  /// The maximum number of default commit characters.
  private static let maximumCommitCharacters = 1000

  /// The defaults other than the edit range.
  private let values: [String: JSONValue]
  /// The fields of an edit that hold the default range, or the two ranges to insert into and to replace; nil for none.
  private let editRange: [String: JSONValue]?
  private let mergesCommitCharacters: Bool
  private let mergesData: Bool

  init(_ defaults: JSONValue, _ applyKind: JSONValue, commitCharacters: [String]) {
    var values = defaults.objectValue ?? [:]
    if values.count > ItemDefaults.maximumFields { values = [:] }
    editRange = values.removeValue(forKey: "editRange").flatMap { ItemDefaults.editRange($0) }
    values = values.filter { ItemDefaults.hasRightType($0.key, $0.value) }
    if values["commitCharacters"] == nil, !commitCharacters.isEmpty {
      values["commitCharacters"] = .array(commitCharacters.map { .string($0) })
    }
    if let characters = values["commitCharacters"]?.arrayValue {
      let some = characters.prefix(ItemDefaults.maximumCommitCharacters).compactMap(\.stringValue)
      values["commitCharacters"] = .array(ItemDefaults.distinct(some, besides: []).map { .string($0) })
    }
    self.values = values
    mergesCommitCharacters = applyKind["commitCharacters"]?.intValue == 2
    mergesData = applyKind["data"]?.intValue == 2
  }

  private static func hasRightType(_ name: String, _ value: JSONValue) -> Bool {
    switch name {
    case "commitCharacters": value.arrayValue != nil
    case "insertTextFormat", "insertTextMode": value.doubleValue != nil
    default: value != .null
    }
  }

  private static func editRange(_ value: JSONValue) -> [String: JSONValue]? {
    if let insert = value["insert"], let replace = value["replace"], isRange(insert), isRange(replace) {
      return ["insert": insert, "replace": replace]
    }
    return isRange(value) ? ["range": value] : nil
  }

  private static func isRange(_ value: JSONValue) -> Bool {
    var reader = JSONReader(ContiguousArray(value.json.utf8))
    return (try? PositionRange(from: &reader)) != nil
  }

  var isEmpty: Bool { values.isEmpty && editRange == nil }

  func applied(to item: ForeignItem) -> ForeignItem {
    var added: [String: JSONValue] = [:]
    if var edit = editRange, item.newText == nil {
      edit["newText"] = .string(item.textEditText ?? item.label)
      added["textEdit"] = .object(edit)
    }
    for (name, value) in values {
      switch name {
      case "commitCharacters" where item.has(name):
        guard mergesCommitCharacters, case .array(let shared) = value else { continue }
        let own = item.commitCharacters ?? []
        let more = ItemDefaults.distinct(shared.compactMap(\.stringValue), besides: own)
        added[name] = .array((own + more).map { .string($0) })
      case "data" where item.has(name):
        guard mergesData, case .object(let shared) = value, case .object(let own)? = item.value(of: name) else {
          continue
        }
        added[name] = .object(shared.merging(own) { _, own in own })
      default: if !item.has(name) { added[name] = value }
      }
    }
    return added.isEmpty ? item : item.setting(added)
  }

  /// Returns the texts that are not among others, each once.
  ///
  /// - Complexity: O(*n*) in the bytes, as texts are compared by bytes.
  private static func distinct(_ texts: [String], besides others: [String]) -> [String] {
    var seen = Set(others.map { Array($0.utf8) })
    return texts.filter { seen.insert(Array($0.utf8)).inserted }
  }
}
