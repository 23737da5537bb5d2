/// A key of a terminal, as far as `catchword demo` knows it.
enum DemoKey: Equatable {
  case text(String)
  case paste(String)
  case enter, tab, backspace, delete, escape
  case left, right, up, down, home, end, pageUp, pageDown
  case controlLeft, controlRight, controlUp, controlDown
  /// CTRL and a letter, or one of `[\]^_`; CTRL-Space is "@".
  case control(Character)
  /// ALT, or ESC before it, and a letter.
  case alt(Character)

  /// What stands behind `ESC [` or `ESC O`, by xterm's ctlseqs.
  fileprivate static let sequences: [String: DemoKey] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "1~": .home, "4~": .end, "7~": .home,
    "8~": .end, "3~": .delete, "5~": .pageUp, "6~": .pageDown, "1;5A": .controlUp, "1;5B": .controlDown,
    "1;5C": .controlRight, "1;5D": .controlLeft, "Z": .up,
  ]
}

/// Cuts what a terminal sends into keys.
///
/// What has no meaning here is dropped. An ESC that nothing follows in one read is the key Escape.
struct DemoKeys {
  private var bytes: [UInt8] = []
  /// What was pasted so far; nil outside of a paste.
  private var pasted: [UInt8]?

  private static let pasteBegin = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// A sequence without an end is none.
  private static let longestSequence = 32
  private static let longestPaste = 1 << 20

  /// Takes what has come; returns the keys that are whole.
  mutating func add(_ new: [UInt8]) -> [DemoKey] {
    bytes += new
    var keys: [DemoKey] = []
    var index = 0
    while index < bytes.count {
      guard let (key, length) = next(at: index) else { break }
      if let key { keys.append(key) }
      index += length
    }
    bytes.removeFirst(index)
    return keys
  }

  /// Returns the key at a place, if it is one, and its length; nil when there is more to come.
  private mutating func next(at index: Int) -> (DemoKey?, Int)? {
    let rest = bytes[index...]
    if pasted != nil { return nextOfPaste(rest) }
    switch rest[index] {
    case 0x1B: return escape(rest)
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x7F, 0x08: return (.backspace, 1)
    case let byte where byte < 0x20: return (.control(Character(UnicodeScalar(byte + 0x40))), 1)
    default: return letter(rest)
    }
  }

  private func letter(_ rest: ArraySlice<UInt8>) -> (DemoKey?, Int)? {
    let first = rest[rest.startIndex]
    let length = first < 0x80 ? 1 : first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard rest.count >= length else { return nil }
    let text = String(validating: rest.prefix(length), as: UTF8.self)
    // A byte that begins nothing is dropped alone, so that what follows it is not.
    return text.map { (.text($0), length) } ?? (nil, 1)
  }

  private mutating func escape(_ rest: ArraySlice<UInt8>) -> (DemoKey?, Int)? {
    guard rest.count > 1 else { return (.escape, 1) }
    let second = rest[rest.startIndex + 1]
    guard second == UInt8(ascii: "[") || second == UInt8(ascii: "O") else {
      if second == 0x1B { return (.escape, 1) }
      return second >= 0x20 && second < 0x7F ? (.alt(Character(UnicodeScalar(second))), 2) : (.escape, 1)
    }
    if rest.starts(with: DemoKeys.pasteBegin) {
      pasted = []
      return (nil, DemoKeys.pasteBegin.count)
    }
    guard let end = rest.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return rest.count > DemoKeys.longestSequence ? (nil, rest.count) : nil
    }
    let sequence = String(decoding: rest[(rest.startIndex + 2)...end], as: UTF8.self)
    return (DemoKey.sequences[sequence], end - rest.startIndex + 1)
  }

  private mutating func nextOfPaste(_ rest: ArraySlice<UInt8>) -> (DemoKey?, Int)? {
    if rest.starts(with: DemoKeys.pasteEnd) {
      let text = String(decoding: pasted ?? [], as: UTF8.self)
      pasted = nil
      return (.paste(text), DemoKeys.pasteEnd.count)
    }
    if rest[rest.startIndex] == 0x1B, rest.count < DemoKeys.pasteEnd.count, DemoKeys.pasteEnd.starts(with: rest) {
      return nil
    }
    if pasted?.count ?? 0 < DemoKeys.longestPaste { pasted?.append(rest[rest.startIndex]) }
    return (nil, 1)
  }
}
