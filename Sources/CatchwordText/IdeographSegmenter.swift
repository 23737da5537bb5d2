/// A segmenter that divides text of Han and kana into words, from left to right, without a dictionary.
///
/// A writer of Chinese or Japanese wants the rest of a term to be offered, so a word begins where a term does: after
/// punctuation, after a function word, where the script changes. Elsewhere nothing is divided: the terms in a run of
/// Han between two function words, however long, are found by other occurrences in the text. A break before a scalar
/// depends only on the text to its left and on that scalar. So the words before the cursor do not depend on the text
/// after it, and typing never moves the start of the current word.
struct IdeographSegmenter {
  /// The maximum length of a word in hiragana; greetings and verb endings are shorter (ありがとうございます is ten).
  private static let maximumHiragana = 12

  private var last: UInt32
  private var script: UnspacedScript?
  private var han = 0
  private var hiragana = 0
  /// True when the word is a particle after a noun, so it ends here.
  private var isParticle = false
  /// True when the word ends with a compound, after which another word begins.
  private var isCompound = false

  /// Starts a run with its first scalar.
  init(_ first: UInt32) {
    last = first
    begin(with: first)
  }

  /// Advances to the next scalar, which is not a mark.
  ///
  /// - Returns: True when a word begins with it.
  mutating func breaks(before next: UInt32) -> Bool {
    let nextScript = UnspacedScript(next)
    let isNewCompound = script == .han && nextScript == .han && !isCompound && IdeographTables.isCompound(last, next)
    let isBreak = !isNewCompound && isBreak(before: next, nextScript)
    if isBreak {
      let isAfterNoun = script != .hiragana
      begin(with: next)
      isParticle = isAfterNoun && IdeographTables.particles.contains(next)
    } else {
      count(nextScript)
      isCompound = isNewCompound
    }
    last = next
    script = nextScript
    return isBreak
  }

  private func isBreak(before next: UInt32, _ nextScript: UnspacedScript?) -> Bool {
    if IdeographSegmenter.alwaysBreaks(last, next) { return true }
    switch (script, nextScript) {
    case (.katakana, .katakana): return false
    case (.hiragana, .hiragana): return isParticle || hiragana >= IdeographSegmenter.maximumHiragana
    // お金 and ご飯: a prefix belongs to the noun if nothing else precedes it.
    case (.hiragana, .han): return hiragana + han > 1
    case (.han, .hiragana): return IdeographTables.particles.contains(next)
    case (.han, .han):
      return isCompound && !IdeographTables.goesOn(last, next)
    default: return true
    }
  }

  private mutating func begin(with first: UInt32) {
    script = UnspacedScript(first)
    han = 0
    hiragana = 0
    isCompound = false
    isParticle = false
    count(script)
  }

  private mutating func count(_ script: UnspacedScript?) {
    switch script {
    case .han: han += 1
    case .hiragana: hiragana += 1
    default: break
    }
  }

  /// True when there is a break between two scalars whatever surrounds them.
  ///
  /// The text between two such places is a run, and no run must be known to divide another. So the cost of an edit is
  /// limited to its neighbourhood.
  static func alwaysBreaks(_ left: UInt32, _ right: UInt32) -> Bool {
    switch (UnspacedScript(left), UnspacedScript(right)) {
    case (.katakana, .katakana): false
    case (.hiragana, .hiragana): left == IdeographTables.objectParticle || right == IdeographTables.objectParticle
    // Particles are distinguished from other kana by the noun before them, so they are in one run with it.
    case (.katakana, .hiragana): !IdeographTables.particles.contains(right)
    case (.hiragana, .han): !IdeographTables.honorifics.contains(left)
    case (.han, .hiragana): right == IdeographTables.objectParticle
    case (.han, .han):
      (IdeographTables.functionWords.contains(left) || IdeographTables.functionWords.contains(right))
        && !IdeographTables.isCompound(left, right)
    default: true
    }
  }
}
