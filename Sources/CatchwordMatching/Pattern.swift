/// What was typed, prepared once for matching against many candidates.
public struct Pattern: Sendable {
  /// What was typed.
  public let text: String
  /// The characters that a candidate must have.
  public let mask: CharacterMask
  let folded: ContiguousArray<UInt32>
  let original: ContiguousArray<UInt32>
  /// Smart case: a capital in what was typed asks for a capital.
  let hasUppercase: Bool

  /// The most scalars that take part in matching; what follows is compared as a plain prefix would be.
  static let maximumLength = 64

  /// Prepares `text`.
  public init(_ text: String) {
    self.text = text
    var mask = CharacterMask()
    var folded: ContiguousArray<UInt32> = []
    var original: ContiguousArray<UInt32> = []
    for scalar in text.unicodeScalars {
      let value = Folding.fold(scalar)
      guard value != 0 else { continue }
      mask.insert(folded: value)
      guard folded.count < Pattern.maximumLength else { continue }
      folded.append(value)
      original.append(scalar.value)
    }
    self.mask = mask
    self.folded = folded
    self.original = original
    hasUppercase = text.unicodeScalars.contains { $0.properties.isUppercase }
  }

  /// True when nothing was typed: everything matches, equally well.
  public var isEmpty: Bool { folded.isEmpty }

  /// False when a text surely does not begin with the pattern, by its first character.
  func mayBeginWith(_ text: String) -> Bool {
    guard let first = text.utf8.first, let wanted = folded.first, first < 0x80 else { return true }
    let isUpper = first &- 0x41 < 26
    return UInt32(isUpper ? first | 0x20 : first) == wanted
  }
}
