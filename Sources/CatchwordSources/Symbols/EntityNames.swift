/// The names of characters in HTML.
enum EntityNames {
  /// The characters and their names for `SymbolEntries.append(table:)`; the letters with accents follow from a rule.
  static let table = """
    "quot &amp 'apos <lt >gt U+00A0=nbsp ¡iexcl ¢cent £pound ¤curren ¥yen ¦brvbar §sect ¨uml ©copy ªordf «laquo ¬not
    U+00AD=shy ®reg ¯macr °deg ±plusmn ²sup2 ³sup3 ´acute µmicro ¶para ·middot ¸cedil ¹sup1 ºordm »raquo ¼frac14 ½frac12
    ¾frac34 ¿iquest ÆAElig ÐETH ×times ØOslash ÞTHORN ßszlig æaelig ðeth ÷divide øoslash þthorn ŒOElig œoelig ƒfnof
    ˆcirc ˜tilde ıimath,inodot U+2002=ensp U+2003=emsp U+2009=thinsp U+200A=hairsp U+200C=zwnj U+200D=zwj U+200E=lrm U+200F=rlm
    U+2007=numsp U+2008=puncsp U+2060=NoBreak U+200B=ZeroWidthSpace –ndash —mdash ―horbar ‘lsquo ’rsquo ‚sbquo “ldquo ”rdquo „bdquo †dagger
    ‡Dagger •bull …hellip ‰permil ′prime ″Prime ‹lsaquo ›rsaquo ‾oline ⁄frasl €euro ℑimage ℘weierp ℜreal ™trade ℵalefsym,aleph
    ←larr ↑uarr →rarr ↓darr ↔harr ↕varr ↵crarr ⇐lArr ⇑uArr ⇒rArr ⇓dArr ⇔hArr ∀forall ∂part ∃exist ∅empty ∇nabla ∈isin ∉notin ∋ni
    ∏prod ∑sum −minus ∗lowast √radic ∝prop ∞infin ∠ang ∧and ∨or ∩cap ∪cup ∫int ∴there4 ∵because ∼sim ≅cong ≈asymp ≠ne ≡equiv ≤le
    ≥ge ⊂sub ⊃sup ⊄nsub ⊆sube ⊇supe ⊕oplus ⊗otimes ⊥perp ⋅sdot ⌈lceil ⌉rceil ⌊lfloor ⌋rfloor ⟨lang ⟩rang ◊loz ♠spades ♣clubs
    ♥hearts ♦diams ϑthetasym ϒupsih ϖpiv ςsigmaf ✓check ✗cross ☆star ★starf ☎phone ♀female ♂male ♪sung ♭flat ♮natural ♯sharp
    ⅓frac13 ⅔frac23 ⅛frac18 ⅜frac38 ⅝frac58 ⅞frac78 ℓell ℏhbar ℂCopf ℕNopf ℙPopf ℚQopf ℝRopf ℤZopf ±pm ∓mp ∘compfn ◯xcirc ⋆Star
    !excl #num $dollar %percnt (lpar )rpar *ast +plus ,comma .period /sol :colon ;semi =equals ?quest @commat [lsqb \\bsol ]rsqb ^Hat
    _lowbar `grave {lcub |verbar }rcub ‐hyphen №numero □squ ▪squf ▭rect ▸rtrif ◂ltrif ▴utrif ▾dtrif ⋮vellip ⋯ctdot ⋱dtdot
    """

  /// The Greek letters that have their Unicode names here; the others, such as `thetasym`, are in the table.
  static let greekLetters = Set(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega"
      .split(separator: " ").map(String.init))

  /// The endings for accents, and the letters that have a name with each; the name keeps the case of the letter.
  static let accents: [(accent: String, ending: String, letters: String)] = [
    ("GRAVE", "grave", "AEIOUaeiou"), ("ACUTE", "acute", "AEIOUYCLNRSZaeiouyclnrsz"),
    ("CIRCUMFLEX", "circ", "AEIOUCGHJSWYaeioucghjswy"), ("TILDE", "tilde", "ANOIUanoiu"),
    ("DIAERESIS", "uml", "AEIOUYaeiouy"), ("RING ABOVE", "ring", "AUau"), ("CEDILLA", "cedil", "CGKLNRSTcklnrst"),
    ("CARON", "caron", "CDELNRSTZcdelnrstz"), ("MACRON", "macr", "AEIOUaeiou"), ("BREVE", "breve", "AGUagu"),
    ("OGONEK", "ogon", "AEIUaeiu"), ("DOT ABOVE", "dot", "CEGIZcegz"), ("DOUBLE ACUTE", "dblac", "OUou"),
    ("STROKE", "strok", "DHLTdhlt"),
  ]

  /// True when a text must be escaped in markup, or would be invisible there.
  static func mustBeWritten(_ text: String) -> Bool {
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return false }
    if "<>&\"'".unicodeScalars.contains(scalar) { return true }
    return SymbolText.isUnseen(scalar)
  }
}
