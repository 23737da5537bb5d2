/// Two characters for one, in the manner of RFC 1345: a letter, and a sign for its accent or its alphabet.
enum DigraphNames {
  /// The digraphs that follow from no rule.
  private static let table = """
    «<< »>> ½12 ¼14 ¾34 ⅓13 ⅔23 ⅛18 ©Co ®Rg ™TM °DG ±+- ×*X ÷-: ¹1S ²2S ³3S §SE ¶PI £Pd ¥Ye ¢Ct ¤Cu €Eu ¬NO µMy ·.M ¡!I ¿?I ¦BB
    æae ÆAE œoe ŒOE åaa ÅAA øo/ ØO/ þth ÞTH ðd- ÐD- đd/ ĐD/ ŋng ŊNG ıi. łl/ ŁL/ –-N —-M ‘'6 ’'9 “"6 ”"9 †/- ‡/= •Sb
    →-> ←<- ↑-! ↓-v ↔<> ⇒=> ⇐<= ⇔== ∀FA ∂dP ∃TE ∅/0 ∆DE ∇NB ∈(- ∋-) ∏*P ∑+Z −-2 √RT ∞00 ∠-L ∥PP ∧AN ∨OR ∩(U ∪)U
    ∫In ∬DI ∮Io ∴.: ∵:. ∷:: ∼?1 ≃?- ≅?= ≈?2 ≠!= ≡=3 ≤=< ≥>= ≪<* ≫*> ⊂(C ⊃)C ⊆(_ ⊇)_ ⊙0. ⊥-T ⋅.P ⌂Eh
    ♠cS ♡cH ♢cD ♣cC ♪M2 ♭Mb ♯MX ✓OK ✗XX ★*2 ☆*1 ♂Ml ♀Fm □OS ■fS ○0m ●0M ◇Db ▲UT ▼Dt
    """

  /// The signs for accents.
  private static let accents: [String: Character] = [
    "GRAVE": "!", "ACUTE": "'", "CIRCUMFLEX": ">", "TILDE": "?", "MACRON": "-", "BREVE": "(", "DOT ABOVE": ".",
    "DIAERESIS": ":", "CEDILLA": ",", "DOUBLE ACUTE": "\"", "OGONEK": ";", "CARON": "<", "RING ABOVE": "0",
    "STROKE": "/", "HOOK ABOVE": "2", "HORN": "9", "LINE BELOW": "_",
  ]

  /// The Latin letters that stand for the Greek ones, followed by `*`.
  private static let greek: [String: String] = [
    "alpha": "a", "beta": "b", "gamma": "g", "delta": "d", "epsilon": "e", "zeta": "z", "eta": "y", "theta": "h",
    "iota": "i", "kappa": "k", "lambda": "l", "mu": "m", "nu": "n", "xi": "c", "omicron": "o", "pi": "p", "rho": "r",
    "sigma": "s", "tau": "t", "upsilon": "u", "phi": "f", "chi": "x", "psi": "q", "omega": "w",
  ]

  /// The digraphs of the Cyrillic letters from а to я, in their order.
  private static let cyrillic =
    "A= B= V= G= D= E= Z% Z= I= J= K= L= M= N= O= P= R= S= T= U= F= H= C= C% S% Sc =\" Y= %\" JE JU JA"

  /// Returns all digraphs.
  static func entries() -> SymbolEntries {
    var entries = SymbolEntries()
    for word in table.split(whereSeparator: \.isWhitespace) where word.count == 3 {
      entries.append(String(word.dropFirst()), String(word.prefix(1)), weight: SymbolEntry.Weight.known)
    }
    entries.append("ss", "ß", weight: SymbolEntry.Weight.known)
    for block in [0xC0...0x17F, 0x1CD...0x1DC, 0x1E00...0x1EFF] as [ClosedRange<UInt32>] {
      for case let name? in block.lazy.map(UnicodeName.init) {
        guard let (letter, accent) = name.accented, let sign = accents[accent] else { continue }
        entries.append("\(letter)\(sign)", name.text, weight: SymbolEntry.Weight.regular)
      }
    }
    appendAlphabets(to: &entries)
    return entries
  }

  private static func appendAlphabets(to entries: inout SymbolEntries) {
    entries.append("*s", "ς", weight: SymbolEntry.Weight.regular)
    for value in UInt32(0x391)...0x3C9 {
      guard let name = UnicodeName(value), let rest = name.rest(after: "GREEK ") else { continue }
      let words = rest.split(separator: " ").filter { $0 != "LETTER" }.joined(separator: " ")
      guard let letter = UnicodeName.letter(words[...]), let sign = greek[letter.lowercased()] else { continue }
      let isCapital = letter.first?.isUppercase == true
      entries.append("\(isCapital ? sign.uppercased() : sign)*", name.text, weight: SymbolEntry.Weight.regular)
    }
    for (index, pair) in cyrillic.split(separator: " ").enumerated() {
      guard let capital = Unicode.Scalar(0x410 + UInt32(index)), let small = Unicode.Scalar(0x430 + UInt32(index))
      else {
        continue
      }
      entries.append(String(pair), String(Character(capital)), weight: SymbolEntry.Weight.full)
      let name = String(pair.lowercased().map { $0 == "\"" ? "'" : $0 })
      entries.append(name, String(Character(small)), weight: SymbolEntry.Weight.full)
    }
  }
}
