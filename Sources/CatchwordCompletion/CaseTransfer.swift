import CatchwordMatching
import CatchwordPrediction
import CatchwordText

/// Gives words the case that was typed: `Hel` brings `Hello`, and `HEL` brings `HELLO`, also where only `hello` is
/// known; and in prose `hel` brings `hello`, where only a sentence has begun with `Hello`.
///
/// Only single plain words are changed, and small letters only: a capital is there for a reason (`iPhone`, `helloWorld`), unless
/// it begins a sentence, and names in programs and files are different names in another case.
struct CaseTransfer: Sendable {
  private enum Style {
    case capitalized, capitals, small
  }

  private let style: Style

  /// Creates the transfer for a word that is being typed; nil when its case says nothing.
  ///
  /// A single capital at the start asks for a capitalized word; only two or more capitals ask for capitals throughout.
  ///
  /// - Parameter takesCapitals: True to take capitals from words, too, that only begin sentences.
  init?(typed: String, takesCapitals: Bool) {
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
    } else if takesCapitals, capitals == 0, typed.unicodeScalars.first.map(CaseTransfer.isSmall) == true {
      style = .small
    } else {
      return nil
    }
  }

  /// True when the transfer finds out whether words only begin sentences.
  var asksForSentences: Bool { style == .small }

  /// True for a candidate that the transfer may change.
  ///
  /// - Complexity: O(1).
  func mayChange(_ candidate: Candidate) -> Bool {
    guard style == .small else { return true }
    return candidate.kind == .text && candidate.text.unicodeScalars.first.map(CaseTransfer.isCapital) == true
  }

  /// Returns a candidate in the case that was typed; nil when it stays as it is.
  ///
  /// - Parameters:
  ///   - match: The match of the candidate as it is: only the beginning of a word is the word being typed.
  ///   - prediction: The texts where a capital may only have begun a sentence.
  ///   - scanner: The scanner for words of the document: several words, or a path, stay as they are.
  func applied(
    to candidate: Candidate, match: MatchKind, _ prediction: Prediction, _ scanner: WordScanner
  ) -> Candidate? {
    guard match >= .prefix || match == .typo, CaseTransfer.isPlain(candidate),
      let text = text(of: candidate.text, prediction), CaseTransfer.isWord(candidate.text, scanner)
    else { return nil }
    var changed = candidate
    changed.text = text
    changed.original = candidate.text
    return changed
  }

  private static func isPlain(_ candidate: Candidate) -> Bool {
    guard candidate.snippet == nil, !candidate.hasAttachment, candidate.start == nil, !candidate.keepsCase else {
      return false
    }
    guard candidate.label ?? candidate.text == candidate.text, candidate.filter ?? candidate.text == candidate.text
    else { return false }
    return candidate.kind == .text || candidate.kind == .value
  }

  /// True for a single word.
  private static func isWord(_ text: String, _ scanner: WordScanner) -> Bool {
    let bytes = ContiguousArray(text.utf8)
    var isWord = false
    scanner.forEachWord(in: bytes) { isWord = $0 == bytes.indices }
    return isWord
  }

  private func text(of word: String, _ prediction: Prediction) -> String? {
    guard let first = word.unicodeScalars.first else { return nil }
    let rest = word.unicodeScalars.dropFirst()
    let isCased = CaseTransfer.isSmall(first) || rest.contains(where: CaseTransfer.isSmall)
    guard isCased, !rest.contains(where: CaseTransfer.isCapital) else { return nil }
    // Nobody writes `Hello_world`.
    if style != .capitals, word.unicodeScalars.contains("_") { return nil }
    switch style {
    case .small:
      guard CaseTransfer.isCapital(first), prediction.onlyBeginsSentences(word) else { return nil }
      // Of `İ` it would be two, a letter and its dot.
      let small = first.properties.lowercaseMapping
      return small.unicodeScalars.count == 1 ? small + String(rest) : nil
    case .capitalized:
      // A word that begins with anything but a small letter has no first letter to capitalize.
      return CaseTransfer.isSmall(first) ? first.properties.titlecaseMapping + String(rest) : nil
    case .capitals: return CaseTransfer.isCapital(first) ? nil : word.uppercased()
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
