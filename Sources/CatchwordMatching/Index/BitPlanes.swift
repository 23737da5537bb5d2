/// Where the sets of rows lie that an index filters by: a plane for each property, a bit in it for each row.
///
/// A query reads only the planes that it asks for, 64 rows with each word. What a row begins with is spelled in five
/// planes a character, as a number of its group.
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

  /// The words of a plane for so many rows.
  static func words(forRows rows: Int) -> Int { (rows + 63) / 64 }

  /// Calls `body` with each plane that a row with this signature is in.
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
