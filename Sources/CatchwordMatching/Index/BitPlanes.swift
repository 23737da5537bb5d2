/// The layout of the sets of rows that an index filters by: a plane for each property, with one bit for each row.
///
/// A query reads only the planes that it needs, 64 rows with each word. The first characters of a row are spelled in
/// five planes each, as the number of the character's group.
enum BitPlanes {
  /// The first of 32 planes: the row has a character of the group.
  static var present: Int { 0 }
  /// The first of 32 planes: a word in the row begins with a character of the group.
  static var wordStarts: Int { 32 }
  /// The first of 5 planes: the group of the first character.
  static var first: Int { 64 }
  /// The first of 5 planes: the group of the second character.
  static var second: Int { 69 }
  /// The plane of rows that are not ASCII.
  static var notASCII: Int { 74 }
  /// The number of planes.
  static var count: Int { 75 }

  /// Returns the number of words in a plane for a number of rows.
  static func words(forRows rows: Int) -> Int { (rows + 63) / 64 }

  /// Calls `body` with each plane that contains a row with this signature.
  @inline(__always)
  static func forEachPlane(of signature: CandidateSignature, _ body: (Int) -> Void) {
    var groups = signature.present
    while groups != 0 {
      body(present + groups.trailingZeroBitCount)
      groups &= groups &- 1
    }
    groups = signature.wordStarts
    while groups != 0 {
      body(wordStarts + groups.trailingZeroBitCount)
      groups &= groups &- 1
    }
    for bit in 0..<5 {
      if signature.first >> UInt8(bit) & 1 == 1 { body(first + bit) }
      if signature.second >> UInt8(bit) & 1 == 1 { body(second + bit) }
    }
    if !signature.isASCII { body(notASCII) }
  }
}
