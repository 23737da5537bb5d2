/// Makes letters comparable: without case and without diacritics, in the scripts that have them.
///
/// A table gives, for each scalar of a block, the first letter of its Unicode decomposition as a small letter, or `.`
/// for a scalar that it leaves alone. Latin adds letters without a decomposition: strokes fold to their letter, and
/// ligatures and the sharp s to their first one. So that composed and decomposed texts are equal, everything that can
/// be a combining mark in one is left out of the other: Russian *й* is *и*, and Japanese *が* is *か*; the matcher
/// prefers text that is written as it was typed. Katakana folds to Hiragana.
enum Folding {
  /// Returns the folded form of a scalar; combining and invisible ones give 0, which matches nothing and is skipped.
  static func fold(_ scalar: Unicode.Scalar) -> UInt32 {
    let value = scalar.value
    switch value {
    case 0x41...0x5A: return value + 0x20
    case 0xAD: return 0
    case ..<0xC0: return value
    case 0xC0...0x24F: return lookUp(latin, value - 0xC0) ?? lowercased(scalar)
    case 0x300...0x36F: return 0
    case 0x386...0x3CE: return lookUp(greek, value - 0x386) ?? lowercased(scalar)
    // Hebrew points, Arabic vowel signs and the Arabic tatweel.
    case 0x483...0x487, 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7, 0x640, 0x64B...0x65F, 0x670: return 0
    case 0x400...0x52F: return lookUp(cyrillic, value - 0x400) ?? lowercased(scalar)
    // Arabic letters that carry a hamza.
    case 0x622, 0x623, 0x625: return 0x627
    case 0x624: return 0x648
    case 0x626: return 0x64A
    case 0x6C0: return 0x6D5
    case 0x6C2, 0x6D3: return value - 1
    case 0x1E00...0x1EFF: return lookUp(latinAdditional, value - 0x1E00) ?? lowercased(scalar)
    case 0x1F00...0x1FFF: return lookUp(greekExtended, value - 0x1F00) ?? lowercased(scalar)
    // The ångström sign, which folds to its letter.
    case 0x212B: return 0x61
    case 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: return 0
    // Joiners, variation selectors, and the byte order mark.
    case 0x200B...0x200D, 0x2060, 0xFE00...0xFE0F, 0xFEFF: return 0
    case 0x3099...0x309A: return 0
    case 0x3041...0x30FA: return lookUp(kana, value - 0x3041) ?? value
    // Ideographs and Hangul.
    case 0x3400...0x9FFF, 0xAC00...0xD7A3, 0x20000...0x3FFFF: return value
    // Full-width digits and Latin, as Japanese input methods write them.
    case 0xFF10...0xFF19: return value - 0xFF10 + 0x30
    case 0xFF21...0xFF3A: return value - 0xFF21 + 0x61
    case 0xFF41...0xFF5A: return value - 0xFF41 + 0x61
    default: return lowercased(scalar)
    }
  }

  private static func lookUp(_ table: [UInt16], _ index: UInt32) -> UInt32? {
    let letter = table[Int(index)]
    return letter == 0x2E ? nil : UInt32(letter)
  }

  private static func lowercased(_ scalar: Unicode.Scalar) -> UInt32 {
    guard scalar.properties.isUppercase || scalar.properties.changesWhenLowercased else { return scalar.value }
    return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
  }

  private static func table(_ letters: String) -> [UInt16] { Array(letters.utf16) }

  private static let latin = table(
    """
    aaaaaaaceeeeiiiidnooooo.ouuuuy.saaaaaaaceeeeiiiidnooooo.ouuuuy.y\
    aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkk.llllll.\
    .llnnnnnn...oooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs\
    b...............................oo.............uu...............\
    .............aaiioouuuuuuuuuu.aaaaaa..ggkkooooʒʒj...gg..nnaaaaoo\
    aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............\
    ...b............
    """
  )

  private static let latinAdditional = table(
    """
    aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm\
    mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv\
    wwwwwwwwwwxxxxyyzzzzzzhtwy.s..s.aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee\
    eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......
    """
  )

  private static let greek = table(
    """
    α.εηι.ο.υωιαβγδεζηθικλμνξοπρ.στυφχψωιυαεηιυ.................σ.......ιυουω
    """
  )

  private static let greekExtended = table(
    """
    ααααααααααααααααεεεεεε..εεεεεε..ηηηηηηηηηηηηηηηηιιιιιιιιιιιιιιιι\
    οοοοοο..οοοοοο..υυυυυυυυ.υ.υ.υ.υωωωωωωωωωωωωωωωωααεεηηιιοουυωω..\
    ααααααααααααααααηηηηηηηηηηηηηηηηωωωωωωωωωωωωωωωωααααα.ααααααα.ι.\
    ..ηηη.ηηεεηηη...ιιιι..ιιιιιι....υυυυρρυυυυυυρ.....ωωω.ωωοοωωω...
    """
  )

  private static let cyrillic = table(
    """
    ееђгєѕііјљњћкиуџабвгдежзииклмнопрстуфхцчшщъыьэюя.........и......\
    ................ее.г...і....киу.ѡ.ѣ.ѥ.ѧ.ѩ.ѫ.ѭ.ѯ.ѱ.ѳ.ѵ.ѵѵѹ.ѻ.ѽ.ѿ.\
    ҁ.........ҋ.ҍ.ҏ.ґ.ғ.ҕ.җ.ҙ.қ.ҝ.ҟ.ҡ.ң.ҥ.ҧ.ҩ.ҫ.ҭ.ү.ұ.ҳ.ҵ.ҷ.ҹ.һ.ҽ.ҿ.\
    ӏжжӄ.ӆ.ӈ.ӊ.ӌ.ӎ..ааааӕ.ееә.әәжжззӡ.ииииооө.өөээууууууччӷ.ыыӻ.ӽ.ӿ.\
    ԁ.ԃ.ԅ.ԇ.ԉ.ԋ.ԍ.ԏ.ԑ.ԓ.ԕ.ԗ.ԙ.ԛ.ԝ.ԟ.ԡ.ԣ.ԥ.ԧ.ԩ.ԫ.ԭ.ԯ.
    """
  )

  private static let kana = table(
    """
    ぁあぃいぅうぇえぉおかかききくくけけここささししすすせせそそたたちちっつつててととなにぬねのはははひひひふふふへへへほほほま\
    みむめもゃやゅゆょよらりるれろゎわゐゑをんうゕゖ.......ゝ..ぁあぃいぅうぇえぉおかかききくくけけここささししすすせせ\
    そそたたちちっつつててととなにぬねのはははひひひふふふへへへほほほまみむめもゃやゅゆょよらりるれろゎわゐゑをんうゕゖわゐゑを
    """
  )
}
