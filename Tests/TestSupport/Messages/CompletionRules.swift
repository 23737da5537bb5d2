import CatchwordRPC

/// What LSP says about completion lists beyond their shape: which fields which client may be sent, and what the ranges of
/// edits must be like.
struct CompletionRules {
  /// `textDocument.completion` of the client's capabilities.
  private let declared: JSONValue

  init(clientCapabilities: JSONValue) {
    declared = clientCapabilities["textDocument"]?["completion"] ?? .null
  }

  // MARK: Lists

  /// Checks a list or an array of items.
  ///
  /// - Parameter place: Where it was asked for; nil when that is not known.
  func check(_ result: JSONValue, at place: RequestedPlace?) throws(Violation) {
    let list = result.arrayValue.map { .object(["items": .array($0)]) } ?? result
    let defaults = list["itemDefaults"] ?? .null
    do { try checkDefaults(defaults, at: place) } catch { throw error.inside(".itemDefaults") }
    if list["applyKind"] != nil {
      try require(declared["completionList"]?["applyKindSupport"] == true, ".applyKind", "was not declared")
    }
    for (index, item) in (list["items"]?.arrayValue ?? []).enumerated() {
      do {
        try checkFields(of: item)
        try checkEdits(of: item, hasDefaultRange: defaults["editRange"] != nil, at: place)
      } catch { throw error.inside(".items[\(index)]") }
    }
  }

  private func checkDefaults(_ defaults: JSONValue, at place: RequestedPlace?) throws(Violation) {
    let known = strings(declared["completionList"]?["itemDefaults"])
    for name in (defaults.objectValue ?? [:]).keys.sorted() {
      try require(known.contains(name), ".\(name)", "was not declared")
    }
    try checkInsertion(defaults)
    if let range = defaults["editRange"] {
      do { try checkRanges(of: range, at: place) } catch { throw error.inside(".editRange") }
    }
  }

  // MARK: Items

  /// Checks that an item has no field that its client does not know.
  private func checkFields(of item: JSONValue) throws(Violation) {
    if let kind = item["kind"] {
      let known = declared["completionItemKind"]?["valueSet"]?.arrayValue ?? (1...18).map { .int($0) }
      try require(known.contains(kind), ".kind", "is \(kind.json), which was not declared")
    }
    let tags = itemSupport["tagSupport"]?["valueSet"]?.arrayValue ?? []
    for tag in item["tags"]?.arrayValue ?? [] { try require(tags.contains(tag), ".tags", "was not declared") }
    try requireSupport(of: "deprecated", "deprecatedSupport", in: item)
    try requireSupport(of: "preselect", "preselectSupport", in: item)
    try requireSupport(of: "labelDetails", "labelDetailsSupport", in: item)
    try checkDocumentation(of: item)
    if item["data"] != nil {
      try require(!resolvable.isEmpty, ".data", "is there, although the client resolves nothing")
    }
    try checkInsertion(item)
  }

  /// Checks what an item and a list's defaults have in common.
  private func checkInsertion(_ value: JSONValue) throws(Violation) {
    try requireSupport(of: "commitCharacters", "commitCharactersSupport", in: value)
    if value["insertTextFormat"] == 2 {
      try require(itemSupport["snippetSupport"] == true, ".insertTextFormat", "is 2, but snippets were not declared")
    }
    if let mode = value["insertTextMode"] {
      let known = itemSupport["insertTextModeSupport"]?["valueSet"]?.arrayValue ?? []
      try require(known.contains(mode), ".insertTextMode", "is \(mode.json), which was not declared")
    }
  }

  private func checkDocumentation(of item: JSONValue) throws(Violation) {
    guard let kind = item["documentation"]?["kind"] else { return }
    let declared = itemSupport["documentationFormat"]?.arrayValue ?? []
    // A client that names no format gets a string, as LSP's oldest version had it.
    try require(!declared.isEmpty, ".documentation", "is no plain string")
    try require(declared.contains(kind), ".documentation.kind", "is \(kind.json), which was not declared")
  }

  /// Checks what resolving has made of an item: all that was there stays, and only what may come later has come.
  func check(_ resolved: JSONValue, resolvedFrom item: JSONValue) throws(Violation) {
    for (name, value) in (item.objectValue ?? [:]).sorted(by: { $0.key < $1.key }) {
      try require(resolved[name] == value || resolvable.contains(name), ".\(name)", "has changed")
    }
    for name in (resolved.objectValue ?? [:]).keys.sorted() where item[name] == nil {
      try require(resolvable.contains(name), ".\(name)", "came late, which was not declared")
    }
    if resolved["documentation"] != item["documentation"] { try checkDocumentation(of: resolved) }
  }

  // MARK: Edits

  private func checkEdits(of item: JSONValue, hasDefaultRange: Bool, at place: RequestedPlace?) throws(Violation) {
    if item["textEditText"] != nil {
      try require(hasDefaultRange, ".textEditText", "is there, but the list has no editRange")
    }
    guard let edit = item["textEdit"] else { return }
    do { try checkRanges(of: edit, at: place) } catch { throw error.inside(".textEdit") }
    let own = [edit["range"], edit["insert"], edit["replace"]].compactMap { $0.flatMap(TextRange.init) }
    for (index, other) in (item["additionalTextEdits"]?.arrayValue ?? []).enumerated() {
      guard let range = other["range"].flatMap(TextRange.init) else { continue }
      let path = ".additionalTextEdits[\(index)]"
      try require(range.start <= range.end, path, "ends before it starts")
      try require(!own.contains { $0.overlaps(range) }, path, "overlaps the edit")
    }
  }

  /// Checks an edit, or a default range, which is a `Range` itself or has two.
  private func checkRanges(of edit: JSONValue, at place: RequestedPlace?) throws(Violation) {
    guard let insert = edit["insert"].flatMap(TextRange.init), let replace = edit["replace"].flatMap(TextRange.init)
    else {
      guard let range = TextRange(edit["range"] ?? edit) else { return }
      return try check(range, edit["range"] == nil ? "" : ".range", at: place)
    }
    try require(itemSupport["insertReplaceSupport"] == true, ".insert", "was not declared")
    try check(insert, ".insert", at: place)
    try check(replace, ".replace", at: place)
    try require(insert.start == replace.start && insert.end <= replace.end, ".insert", "is no prefix of replace")
  }

  private func check(_ range: TextRange, _ path: String, at place: RequestedPlace?) throws(Violation) {
    try require(range.start <= range.end, path, "ends before it starts")
    try require(range.start.line == range.end.line, path, "is on two lines")
    guard let place else { return }
    let position = TextRange.Place(line: place.line, character: place.column)
    let isAround = range.start <= position && position <= range.end
    try require(isAround, path, "does not contain the place of the request, \(place.line):\(place.column)")
    try require(range.end.character <= place.length, path, "ends past its line, which has \(place.length) columns")
  }

  // MARK: Means

  private var itemSupport: JSONValue { declared["completionItem"] ?? .null }

  /// The properties that may come with resolving.
  private var resolvable: Set<String> {
    guard let properties = itemSupport["resolveSupport"]?["properties"] else { return ["documentation", "detail"] }
    return strings(properties)
  }

  private func strings(_ value: JSONValue?) -> Set<String> { Set(value?.arrayValue?.compactMap(\.stringValue) ?? []) }

  private func requireSupport(of field: String, _ capability: String, in value: JSONValue) throws(Violation) {
    if value[field] != nil { try require(itemSupport[capability] == true, ".\(field)", "was not declared") }
  }

  private func require(_ condition: Bool, _ path: String, _ problem: String) throws(Violation) {
    if !condition { throw Violation(path: [path], problem: problem) }
  }
}

/// A range as it is on the wire.
struct TextRange {
  struct Place: Comparable {
    let line: Int
    let character: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.line, left.character) < (right.line, right.character)
    }
  }

  let start: Place
  let end: Place

  init?(_ value: JSONValue) {
    let places = ["start", "end"].compactMap { name -> Place? in
      guard let line = value[name]?["line"]?.intValue, let character = value[name]?["character"]?.intValue else {
        return nil
      }
      return Place(line: line, character: character)
    }
    guard places.count == 2 else { return nil }
    (start, end) = (places[0], places[1])
  }

  /// True when both would change the same text; to touch is allowed.
  func overlaps(_ other: TextRange) -> Bool { start < other.end && other.start < end }
}
