/// The scripts that are written without spaces and divided into words by `IdeographSegmenter`.
///
/// Thai, Lao, Khmer and Burmese have no spaces either, but need a dictionary to be divided into words: their letters
/// form the phrases that their writers separate. Korean has spaces.
enum UnspacedScript {
  case han, hiragana, katakana

  init?(_ scalar: UInt32) {
    switch scalar {
    case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: self = .han
    // The small ヵ and ヶ are counters between Han (三ヶ月), and part of no word in katakana.
    case 0x30F5, 0x30F6: self = .han
    case 0x3041...0x3096, 0x309D...0x309F, 0x1B001...0x1B11F, 0x1B150...0x1B152: self = .hiragana
    case 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF6F, 0xFF71...0xFF9D: self = .katakana
    default: return nil
    }
  }
}
