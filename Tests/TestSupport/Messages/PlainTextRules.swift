import CatchwordRPC

/// Text from files stays text: nothing that the server sends to be shown has characters in it that cannot be seen, or that
/// change how others are shown.
enum PlainTextRules {
  /// Checks a list or an array of items.
  static func check(list: JSONValue) throws(Violation) {
    for (index, item) in (list.arrayValue ?? list["items"]?.arrayValue ?? []).enumerated() {
      do { try check(item: item) } catch { throw error.inside(".items[\(index)]") }
    }
  }

  /// Checks what is shown and written of an item.
  static func check(item: JSONValue) throws(Violation) {
    for name in ["label", "filterText", "sortText", "detail"] { try require(item[name], ".\(name)", hasLines: false) }
    for name in ["detail", "description"] {
      try require(item["labelDetails"]?[name], ".labelDetails.\(name)", hasLines: false)
    }
    for name in ["insertText", "textEditText"] { try require(item[name], ".\(name)", hasLines: true) }
    try require(item["textEdit"]?["newText"], ".textEdit.newText", hasLines: true)
    try require(item["documentation"], ".documentation", hasLines: true)
    try require(item["documentation"]?["value"], ".documentation.value", hasLines: true)
  }

  /// Checks what a notification or a request of the server's shows.
  static func check(_ method: String, _ params: JSONValue) throws(Violation) {
    switch method {
    case "window/logMessage", "window/showMessage": try require(params["message"], ".message", hasLines: true)
    case "$/progress":
      for name in ["title", "message"] { try require(params["value"]?[name], ".value.\(name)", hasLines: false) }
    default: break
    }
  }

  private static func require(_ value: JSONValue?, _ path: String, hasLines: Bool) throws(Violation) {
    guard let text = value?.stringValue, let hidden = firstHidden(in: text, hasLines: hasLines) else { return }
    throw Violation(
      path: [path], problem: "has U+\(String(hidden, radix: 16, uppercase: true)), which is not to be seen")
  }

  /// The first character that is not to be seen.
  static func firstHidden(in text: String, hasLines: Bool) -> UInt32? {
    var previous: UInt32 = 0
    let text = hasLines ? text.replacing("\r\n", with: "\n") : text
    for scalar in text.unicodeScalars.map(\.value) {
      defer { previous = scalar }
      let isHidden =
        switch scalar {
        case 0x09, 0x0A: !hasLines
        case 0..<0x20, 0x7F...0x9F, 0xAD, 0x61C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
        // Joiners join letters of scripts that do so, and emoji; tags are in flags only.
        case 0x200C, 0x200D: previous < 0x300
        case 0xE0000...0xE007F: previous != 0x1F3F4 && !(0xE0020...0xE007E).contains(previous)
        default: false
        }
      if isHidden { return scalar }
    }
    return nil
  }
}
