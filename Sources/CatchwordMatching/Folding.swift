/// Makes letters comparable: without case, and Latin letters without their diacritics.
///
/// The tables give, for each scalar of a block, the ASCII letter that Unicode's compatibility decomposition begins with
/// (plus the stroked letters, which have no decomposition), or `.` where there is none.
enum Folding {
  /// The folded form of a scalar. Combining marks fold to 0, which matches nothing and is skipped.
  static func fold(_ scalar: Unicode.Scalar) -> UInt32 {
    let value = scalar.value
    switch value {
    case 0x41...0x5A: return value + 0x20
    case ..<0xC0: return value
    case 0xC0...0x24F: return lookUp(latin, Int(value - 0xC0)) ?? lowercased(scalar)
    case 0x300...0x36F: return 0
    case 0x1E00...0x1EFF: return lookUp(latinAdditional, Int(value - 0x1E00)) ?? lowercased(scalar)
    // Full-width Latin, as Japanese input methods write it.
    case 0xFF21...0xFF3A: return value - 0xFF21 + 0x61
    case 0xFF41...0xFF5A: return value - 0xFF41 + 0x61
    default: return lowercased(scalar)
    }
  }

  private static func lookUp(_ table: [UInt8], _ index: Int) -> UInt32? {
    let letter = table[index]
    return letter == UInt8(ascii: ".") ? nil : UInt32(letter)
  }

  private static func lowercased(_ scalar: Unicode.Scalar) -> UInt32 {
    guard scalar.properties.isUppercase || scalar.properties.changesWhenLowercased else { return scalar.value }
    return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
  }

  private static let latin = Array(
    """
    aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.y\
    aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkk.llllll.\
    .llnnnnnn...oooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs\
    b...............................oo.............uu...............\
    .............aaiioouuuuuuuuuu.aaaa....ggkkoooo..j...gg..nnaa....\
    aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............\
    ................
    """.utf8
  )

  private static let latinAdditional = Array(
    """
    aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm\
    mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv\
    wwwwwwwwwwxxxxyyzzzzzzhtwy.s....aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee\
    eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......
    """.utf8
  )
}
