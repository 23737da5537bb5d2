/// The typed text, prepared once for matching against many candidates.
public struct Pattern: Sendable {
  /// The text that was typed.
  public let text: String
  let folded: ContiguousArray<UInt32>
  let original: ContiguousArray<UInt32>
  /// The whole length in scalars, including those that do not take part.
  public let length: Int
  /// The distinct scalars among `folded`; the index of one is its slot.
  let distinct: ContiguousArray<UInt32>
  /// The slot of each scalar of `folded`.
  let slots: ContiguousArray<UInt8>
  /// The slot of each ASCII character; the number of slots when it is not in the pattern.
  let slotOfASCII: ContiguousArray<UInt8>

  /// True when capitals or accents were typed, which should then be matched exactly.
  let takesEffort: Bool

  /// The text as ASCII; nil when it has other characters, or some that do not take part.
  let ascii: ContiguousArray<UInt8>?

  /// True for text in ASCII of which all characters take part.
  package var isWholeASCII: Bool { ascii != nil }

  /// The maximum number of scalars that take part in matching; the rest of a longer pattern is ignored.
  static let maximumLength = 64

  /// Prepares `text`.
  public init(_ text: String) {
    self.text = text
    var folded: ContiguousArray<UInt32> = []
    var original: ContiguousArray<UInt32> = []
    var length = 0
    for scalar in text.unicodeScalars {
      let value = Folding.fold(scalar)
      guard value != 0 else { continue }
      length += 1
      guard folded.count < Pattern.maximumLength else { continue }
      folded.append(value)
      original.append(scalar.value)
    }
    self.folded = folded
    self.original = original
    takesEffort = original != folded
    self.length = length
    let isASCII = original.allSatisfy { $0 < 0x80 } && original.count == text.utf8.count
    ascii = isASCII ? ContiguousArray(text.utf8) : nil
    var distinct: ContiguousArray<UInt32> = []
    for value in folded where !distinct.contains(value) { distinct.append(value) }
    self.distinct = distinct
    let absent = UInt8(distinct.count)
    slots = ContiguousArray(folded.map { value in distinct.firstIndex(of: value).map(UInt8.init) ?? absent })
    var slotOfASCII = ContiguousArray(repeating: absent, count: 0x80)
    for (slot, value) in distinct.enumerated() where value < 0x80 { slotOfASCII[Int(value)] = UInt8(slot) }
    self.slotOfASCII = slotOfASCII
  }

  /// True when nothing was typed: everything matches, equally well.
  public var isEmpty: Bool { folded.isEmpty }

  /// Returns false for a text that cannot match without typos, as the characters do not stand in it in their order; true for
  /// one that may. Most texts that do not match cost a tenth of what it takes to find out where they do.
  ///
  /// - Complexity: O(*n*); O(1) where the pattern has other characters than those of ASCII.
  package func mayMatch(_ text: String) -> Bool {
    guard ascii != nil, !folded.isEmpty else { return true }
    var text = text
    return text.withUTF8 { bytes in
      var found = 0
      for byte in bytes {
        if byte >= 0x80 { return true }
        guard UInt32(byte &- 0x41 < 26 ? byte | 0x20 : byte) == folded[found] else { continue }
        found += 1
        if found == folded.count { return true }
      }
      return false
    }
  }

  /// The maximum number of typos in a candidate when typos are allowed.
  ///
  /// At most one in four characters: a word of three letters with one changed is nearly any other word of three.
  public var allowedEdits: Int { folded.count < 4 ? 0 : folded.count < 8 ? 1 : 2 }
}
