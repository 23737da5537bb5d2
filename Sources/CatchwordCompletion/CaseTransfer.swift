import CatchwordMatching

/// Gives words the case that was typed: `Hel` brings `Hello`, and `HEL` brings `HELLO`, also where only `hello` is
/// known.
///
/// Only plain words that are known in small letters are changed: a capital is there for a reason (`iPhone`,
/// `helloWorld`), and names in programs and files are different names in another case.
struct CaseTransfer: Sendable {
  private enum Style {
    case capitalized, capitals
  }

  private let style: Style
  private let typed: String

  /// Creates the transfer for a word that is being typed; nil when its case says nothing.
  ///
  /// A single capital at the start asks for a capitalized word; only two or more capitals ask for capitals throughout.
  init?(typed: String) {
    var capitals = 0
    var others = 0
    var beginsWithCapital = false
    for (index, scalar) in typed.unicodeScalars.enumerated() {
      if CaseTransfer.isCapital(scalar) {
        capitals += 1
        beginsWithCapital = beginsWithCapital || index == 0
      } else if CaseTransfer.isSmall(scalar) {
        others += 1
      }
    }
    if capitals > 1, others == 0 {
      style = .capitals
    } else if capitals == 1, beginsWithCapital {
      style = .capitalized
    } else {
      return nil
    }
    self.typed = typed
  }

  /// Returns a candidate in the case that was typed; nil when it stays as it is.
  ///
  /// - Parameter match: The match of the candidate as it is: only the beginning of a word is the word being typed.
  func applied(to candidate: Candidate, match: MatchKind) -> Candidate? {
    guard match >= .prefix || match == .typo, CaseTransfer.isPlain(candidate),
      let text = text(of: candidate.text)
    else { return nil }
    var changed = candidate
    changed.text = text
    changed.original = candidate.text
    return changed
  }

  private static func isPlain(_ candidate: Candidate) -> Bool {
    guard candidate.snippet == nil, candidate.attachment == nil, candidate.start == nil else { return false }
    guard candidate.label ?? candidate.text == candidate.text, candidate.filter ?? candidate.text == candidate.text
    else { return false }
    return candidate.kind == .text || candidate.kind == .value
  }

  private func text(of word: String) -> String? {
    var isCased = false
    for scalar in word.unicodeScalars {
      if CaseTransfer.isCapital(scalar) { return nil }
      // Nobody writes `Hello_world`.
      if style == .capitalized, scalar == "_" { return nil }
      isCased = isCased || CaseTransfer.isSmall(scalar)
    }
    guard isCased, let first = word.unicodeScalars.first else { return nil }
    switch style {
    case .capitals: return word.uppercased()
    case .capitalized:
      // A word that begins with anything but a small letter has no first letter to capitalize.
      guard CaseTransfer.isSmall(first) else { return nil }
      return first.properties.titlecaseMapping + String(word.unicodeScalars.dropFirst())
    }
  }

  private static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? scalar.value &- 0x41 < 26 : scalar.properties.isUppercase || scalar.isTitlecase
  }

  private static func isSmall(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? scalar.value &- 0x61 < 26 : scalar.properties.isLowercase
  }
}

extension Unicode.Scalar {
  /// True for letters such as `ǅ`, which are a capital and a small letter in one.
  fileprivate var isTitlecase: Bool { properties.generalCategory == .titlecaseLetter }
}
