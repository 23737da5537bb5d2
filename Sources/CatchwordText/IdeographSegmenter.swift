/// Cuts text of Han and kana into words, from left to right, without a dictionary.
///
/// What a person who types Chinese or Japanese wants offered is the rest of a term, so a word begins where a term does:
/// after punctuation, after a word of grammar, where the script changes. Nothing is cut where none of these tells: of Han
/// between two words of grammar, however many they are, the terms are found by what else is written. Whether there is a break before a scalar
/// depends on what is to its left and on that scalar alone. So the words before the cursor are the same whatever
/// follows it, and typing on never moves the start of the word being typed.
struct IdeographSegmenter {
  /// Greetings and the endings of verbs are shorter (ありがとうございます is ten).
  private static let maximumHiragana = 12

  private var last: UInt32
  private var script: UnspacedScript?
  private var han = 0
  private var hiragana = 0
  /// The word is a particle after a noun, so it ends here.
  private var isParticle = false
  /// The word ends with a compound, after which another word begins.
  private var isCompound = false

  /// Begins a run with its first scalar.
  init(_ first: UInt32) {
    last = first
    begin(with: first)
  }

  /// Goes on to the next scalar, which is not a mark.
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
    // お金 and ご飯: the prefix goes with the noun if nothing else is before it.
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

  /// True when there is a break between two scalars whatever is around them.
  ///
  /// Between two such places is a run, and no run needs to be known to cut another. This is what makes an edit cost
  /// no more than its neighbourhood.
  static func alwaysBreaks(_ left: UInt32, _ right: UInt32) -> Bool {
    switch (UnspacedScript(left), UnspacedScript(right)) {
    case (.katakana, .katakana): false
    case (.hiragana, .hiragana): left == IdeographTables.objectParticle || right == IdeographTables.objectParticle
    // Particles are told from other kana by the noun before them, so they are of one run with it.
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
