/// The form of a word: the case of its letters, and whether it has parts.
///
/// Programs give the names of one kind of thing one form: after `import` or `:` a capital comes first, after a dot a small
/// letter. The form tells a word's kind where the word itself never stood before.
enum WordForm: UInt8, CaseIterable {
  /// `name`
  case lower
  /// `fileName`
  case camel
  /// `Name`
  case capitalized
  /// `FileName`, `File_name`
  case pascal
  /// `NAME`, `FILE_NAME`
  case upper
  /// `file_name`
  case snake
  /// `n`
  case letter
  /// Names that begin with `_` or with a letter that is not ASCII.
  case other

  /// Creates the form of a word.
  ///
  /// - Complexity: O(length).
  init(_ word: some Sequence<UInt8>) {
    var bytes = word.makeIterator()
    guard let first = bytes.next(), first < 0x80, first != UInt8(ascii: "_") else {
      self = .other
      return
    }
    var (count, hasLower, hasUpper, hasUnderscore) = (1, false, false, false)
    while let byte = bytes.next() {
      count += 1
      hasLower = hasLower || WordForm.isLower(byte)
      hasUpper = hasUpper || WordForm.isUpper(byte)
      hasUnderscore = hasUnderscore || byte == UInt8(ascii: "_")
    }
    if count == 1 {
      self = .letter
    } else if WordForm.isLower(first) {
      self = hasUnderscore ? .snake : hasUpper ? .camel : .lower
    } else if !hasLower {
      self = .upper
    } else {
      self = hasUpper || hasUnderscore ? .pascal : .capitalized
    }
  }

  private static func isLower(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
  private static func isUpper(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }
}
