/// Finds words in UTF-8.
///
/// A word is a run of letters, marks, digits and `_` (UAX #29's word characters), with the joiners, openers and closers
/// of its language's `WordRules`. Scripts that are written without spaces (Han, kana) form runs of their own, so `东京cat`
/// is two words. Nothing here looks further than one scalar around the place it is at.
public struct WordScanner: Sendable {
  /// The rules in force.
  public let rules: WordRules

  /// Creates a scanner.
  public init(_ rules: WordRules = WordRules()) {
    self.rules = rules
    for byte in rules.joiners { roles[Int(byte)].insert(.joiner) }
    for byte in rules.openers { roles[Int(byte)].insert(.opener) }
    for byte in rules.closers { roles[Int(byte)].insert(.closer) }
  }

  private var roles = ContiguousArray((0..<128).map { WordScanner.asciiRole(UInt8($0)) })

  /// Calls `body` with the range of each word in `bytes`, in order.
  ///
  /// - Complexity: O(*n*).
  public func forEachWord(in bytes: ContiguousArray<UInt8>, _ body: (Range<Int>) -> Void) {
    var index = 0
    while index < bytes.count {
      let (role, length) = role(at: index, of: bytes)
      let opens = role.contains(.opener) && isCore(at: index + length, of: bytes)
      guard role.isCore || opens else {
        index += length
        continue
      }
      let end = wordEnd(from: index, opening: role, length: length, in: bytes)
      body(index..<end)
      index = end
    }
  }

  private func wordEnd(from start: Int, opening: Role, length: Int, in bytes: ContiguousArray<UInt8>) -> Int {
    var end = start + length
    var last = opening
    while end < bytes.count {
      let (role, length) = role(at: end, of: bytes)
      if role.isCore {
        guard last.joins(role) else { break }
        last = role
      } else if role.contains(.joiner), last.isCore, isCore(at: end + length, of: bytes) {
        last = role
      } else if role.contains(.closer), last.isCore {
        return end + length
      } else {
        break
      }
      end += length
    }
    return end
  }

  /// Where the word that is being typed begins, given the text before the cursor.
  ///
  /// A joiner at the very end belongs to the word (`foo-` is on its way to `foo-bar`), and so does a closer.
  ///
  /// - Complexity: O(length of the word).
  public func wordStart(beforeEndOf bytes: ContiguousArray<UInt8>) -> Int {
    var start = bytes.count
    var first: Role?
    while start > 0 {
      var index = start - 1
      while index > 0 && bytes[index].isContinuation { index -= 1 }
      let (role, _) = role(at: index, of: bytes)
      if role.isCore {
        if let first, !role.joins(first) { break }
      } else if role.contains(.opener), first?.isCore == true {
        return index
      } else if role.contains(.joiner), first == nil || first?.isCore == true, index > 0,
        isCore(before: index, of: bytes)
      {
        // Taken only between word characters, or after one at the end.
      } else if role.contains(.closer), first == nil, isCore(before: index, of: bytes) {
        // A closer ends a word, so only at the very end.
      } else {
        break
      }
      first = role
      start = index
    }
    return start
  }

  private func isCore(at index: Int, of bytes: ContiguousArray<UInt8>) -> Bool {
    index < bytes.count && role(at: index, of: bytes).0.isCore
  }

  private func isCore(before index: Int, of bytes: ContiguousArray<UInt8>) -> Bool {
    guard index > 0 else { return false }
    var start = index - 1
    while start > 0 && bytes[start].isContinuation { start -= 1 }
    return role(at: start, of: bytes).0.isCore
  }

  private func role(at index: Int, of bytes: ContiguousArray<UInt8>) -> (Role, Int) {
    let lead = bytes[index]
    if lead < 0x80 { return (roles[Int(lead)], 1) }
    let length = min(lead.scalarLength, bytes.count - index)
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<max(length, 1) { value = value << 6 | UInt32(bytes[index + offset] & 0x3F) }
    guard length > 1, let scalar = Unicode.Scalar(value) else { return ([], length) }
    return (Role(scalar), length)
  }

  private static func asciiRole(_ byte: UInt8) -> Role {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      .alphabetic
    default: []
    }
  }
}

/// What a scalar may do in a word.
struct Role: OptionSet, Sendable {
  let rawValue: UInt8

  static let alphabetic = Role(rawValue: 1)
  /// Written without spaces: Han and kana.
  static let ideographic = Role(rawValue: 2)
  static let joiner = Role(rawValue: 4)
  static let opener = Role(rawValue: 8)
  static let closer = Role(rawValue: 16)
  /// Marks go with any script.
  static let mark = Role(rawValue: 32)

  var isCore: Bool { rawValue & 0b10_0011 != 0 }

  /// True when two neighbours belong to one word.
  func joins(_ other: Role) -> Bool {
    guard isCore, other.isCore, !contains(.mark), !other.contains(.mark) else { return true }
    return contains(.ideographic) == other.contains(.ideographic)
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x3005, 0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
      self = .ideographic
    default:
      let properties = scalar.properties
      switch properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
      case .decimalNumber, .letterNumber, .connectorPunctuation: self = .alphabetic
      default: self = properties.isAlphabetic ? .alphabetic : []
      }
    }
  }
}
