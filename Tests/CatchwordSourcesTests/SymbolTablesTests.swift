import CatchwordMatching
import Testing

@testable import CatchwordSources

/// The names that Catchword knows by itself.
struct SymbolTablesTests {
  private static let entries: [SymbolKind: [SymbolEntry]] = [
    .latex: LatexNames.entries().list, .emoji: EmojiNames.entries().list, .entities: EntityNames.entries().list,
    .digraphs: DigraphNames.entries().list,
  ]

  private func text(_ kind: SymbolKind, _ name: String) -> String? {
    Self.entries[kind]?.first { $0.name == name }?.text
  }

  @Test(arguments: [
    ("alpha", "α"), ("Gamma", "Γ"), ("lambda", "λ"), ("Lambda", "Λ"), ("varsigma", "ς"), ("le", "≤"), ("leq", "≤"),
    ("in", "∈"),
    ("forall", "∀"),
    ("to", "→"), ("rightarrow", "→"), ("rightwards_arrow", "→"), ("leftrightarrow", "↔"), ("Rightarrow", "⇒"),
    ("sum", "∑"),
    ("n_ary_summation", "∑"), ("bbR", "ℝ"), ("bbA", "𝔸"), ("mathbb{R}", "ℝ"), ("bfalpha", "𝛂"), ("scrP", "𝒫"),
    ("wp", "℘"), ("ith", "ℎ"),
    ("frakC", "ℭ"), ("bisansx", "𝙭"), ("tt7", "𝟽"), ("_1", "₁"), ("^2", "²"), ("^n", "ⁿ"), ("_i", "ᵢ"), ("^A", "ᴬ"),
    ("_+", "₊"),
    ("_beta", "ᵦ"), ("'e", "é"), ("\"o", "ö"), ("c{c}", "ç"), ("check{S}", "Š"), ("ss", "ß"), ("hat", "\u{302}"),
    ("frac34", "¾"),
    ("frac18", "⅛"), ("quad", "\u{2003}"), ("nabla", "∇"), ("euro_sign", "€"), ("phi", "φ"), ("varphi", "φ"),
  ])
  func knowsLatex(name: String, symbol: String) { #expect(text(.latex, name) == symbol) }

  @Test(arguments: [
    ("smile", "😄"), ("grinning_face", "😀"), ("+1", "👍"), ("tada", "🎉"), ("heart", "❤️"), ("joy", "😂"), ("100", "💯"),
    ("copyright", "©️"),
    ("de", "🇩🇪"), ("flag_de", "🇩🇪"), ("id", "🆔"), ("flag_id", "🇮🇩"), ("one", "1️⃣"), ("hash", "#️⃣"), ("warning", "⚠️"),
    ("hourglass", "⌛"), ("rainbow_flag", "🏳️‍🌈"), ("smiling_face_with_sunglasses", "😎"), ("keycap_ten", "🔟"),
  ])
  func knowsEmoji(name: String, symbol: String) { #expect(text(.emoji, name) == symbol) }

  @Test(arguments: [
    ("alpha", "α"), ("Omega", "Ω"), ("eacute", "é"), ("Scaron", "Š"), ("nbsp", "\u{A0}"), ("amp", "&"), ("hellip", "…"),
    ("oslash", "ø"),
    ("lstrok", "ł"), ("frac12", "½"), ("euro", "€"),
  ])
  func knowsEntities(name: String, symbol: String) { #expect(text(.entities, name) == symbol) }

  @Test(arguments: [
    ("a:", "ä"), ("e'", "é"), ("n?", "ñ"), ("c,", "ç"), ("s<", "š"), ("a*", "α"), ("W*", "Ω"), ("*s", "ς"), ("z%", "ж"),
    ("=\"", "Ъ"), ("='", "ъ"),
    ("->", "→"), ("Eu", "€"), ("ss", "ß"), ("12", "½"),
  ])
  func knowsDigraphs(name: String, symbol: String) { #expect(text(.digraphs, name) == symbol) }

  @Test func skinTonesAndPartsOfFlagsAreNoEmoji() {
    let texts = Set((Self.entries[.emoji] ?? []).map(\.text))
    #expect(!texts.contains("🏻") && !texts.contains("🇩") && !texts.contains("1") && !texts.contains("#"))
  }

  /// What is offered can be shown, written and told apart.
  @Test(arguments: SymbolKind.allCases) func everyEntryIsSound(kind: SymbolKind) throws {
    let entries = try #require(Self.entries[kind])
    #expect(entries.count > [SymbolKind.latex: 4000, .emoji: 2000, .entities: 350, .digraphs: 350][kind] ?? 0)
    #expect(Set(entries.map(\.name)).count == entries.count)
    for entry in entries {
      let bad = entry.text.unicodeScalars.contains {
        [.control, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator].contains(
          $0.properties.generalCategory)
      }
      #expect(!bad && !entry.text.isEmpty, "\(entry)")
      #expect(entry.name.utf8.count <= SymbolContext.maximumNameLength, "\(entry)")
      #expect(entry.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(entry)")
      #expect(entry.text.count == 1 || kind == .emoji, "\(entry)")
      let isLatin = kind == .emoji || kind == .latex || entry.text.unicodeScalars.first?.value ?? 0 < 0x10000
      #expect(isLatin, "\(entry)")
    }
    if kind == .digraphs { #expect(entries.allSatisfy { $0.name.utf8.count == 2 }) }
  }

  /// Words of the tables in the source are what they look like: a character, and names that nothing else has.
  @Test(arguments: [LatexNames.table, LatexNames.unseen, EmojiNames.table, EntityNames.table])
  func tablesAreWellFormed(table: String) {
    var owners: [String: String] = [:]
    for word in table.split(whereSeparator: \.isWhitespace) {
      guard let (text, names) = SymbolEntries.parse(word) else {
        Issue.record("\(word)")
        continue
      }
      for name in names {
        #expect(owners[name] == nil, "\(name) is \(owners[name] ?? "") and \(text)")
        owners[name] = text
      }
    }
  }

  @Test func textIsRaisedAndLoweredAsAWhole() throws {
    let tables = SymbolTables.builtIn()
    #expect(tables.composed("^10", .latex) == "¹⁰")
    #expect(tables.composed("_ij", .latex) == "ᵢⱼ")
    #expect(tables.composed("^(n+1)", .latex) == "⁽ⁿ⁺¹⁾")
    #expect(tables.composed("^1", .latex) == nil)
    #expect(tables.composed("_q7", .latex) == nil)
    #expect(tables.composed("^" + String(repeating: "1", count: 33), .latex) == nil)
    #expect(tables.composed("^10", .emoji) == nil)
  }
}
