import CatchwordMatching
import CatchwordPrediction
import CatchwordText

extension Composer {
  /// Returns the words that the model would write here, as if a source had offered them; nil when none are wanted. A
  /// rare word that the context calls for must not be lost among frequent ones.
  ///
  /// - Parameters:
  ///   - gathered: The candidates that are offered already.
  ///   - pattern: The pattern of the whole word being typed.
  func predictedPart(besides gathered: borrowing Gathered, _ pattern: Pattern) -> Part? {
    guard wantsPredictions else { return nil }
    let (prediction, lead) = (gathered.prediction, gathered.lead)
    func isOffered(_ text: String) -> Bool { gathered.places[text] != nil }
    let typed = lead.isEmpty ? query.typed : String(query.typed.dropFirst(lead.count))
    let following = query.tokensToFollow(prediction, lead: lead)
    // Once something has been typed, those that are wanted are among the likeliest, and are scored with all others below.
    let words =
      typed.isEmpty
      ? prediction.words(
        typed: typed, limit: min(query.limit, Composer.maximumPredicted), following: following
      ).map { ($0.text, LetterSet.any) }
      : prediction.likeliestWords(typed: typed, limit: 2 * Composer.maximumPredicted, following: following)
    let parts = gathered.partsOfCompounds(query.document.scanner.rules)
    let isSegmented = query.document.scanner.rules.segmentsIdeographs
    let pattern = lead.isEmpty ? pattern : Pattern(typed)
    // Of a text with other characters than those of ASCII, or one that is cut for matching, not all letters need be there.
    let wanted = pattern.isWholeASCII ? LetterSet(of: typed) : LetterSet()
    var candidates: [Candidate] = []
    for (word, letters) in words where candidates.count < Composer.maximumPredicted {
      guard letters.isSuperset(of: wanted), pattern.mayMatch(word) else { continue }
      if !isSegmented, WordScanner.isUnspaced(word) { continue }
      let whole = lead.isEmpty ? word : lead + word
      if whole == query.typed || isOffered(whole) || !lead.isEmpty && isOffered(word) { continue }
      if lead.isEmpty, query.isStrayNumber(word) { continue }
      // Text that has only been written as a part of another word is no word.
      if parts.contains(whole) || parts.contains(word) { continue }
      var candidate = Candidate(word)
      if !lead.isEmpty { candidate.start = prediction.wordStart }
      candidates.append(candidate)
    }
    let rules = settings.rules(for: query.document.languageID)
    return Part(source: rules.adjusted(Composer.predicted), answer: SourceAnswer(candidates))
  }

  /// True when the user's rules let the model offer words of its own here.
  var wantsPredictions: Bool {
    let rules = settings.rules(for: query.document.languageID)
    return offersPredictions && rules.takesPredictions && Composer.predicted.applies(to: query)
      && rules.allows(query, from: Composer.predicted)
      && rules.sources?.contains(Composer.predicted.name) != false && Composer.predicted.isAmong(query.sources)
  }

  /// The maximum number of predicted words: nobody looks farther down for them.
  static let maximumPredicted = 40

  /// The model is not a source and is not asked as one, but the words that it adds to a list must have one.
  static let predicted = SourceDescriptor(name: "prediction")
}

extension CompletionQuery {
  /// True in natural languages, behind a character that joins words there.
  func isCompound(behind lead: String) -> Bool {
    let rules = document.scanner.rules
    return rules.isProse && lead.utf8.last.map(rules.joiners.contains) == true
  }

  /// The number of tokens before the typed part that must have preceded a word for it to continue a compound.
  ///
  /// In programs a compound is a name: `my-` goes on as other names do that begin so, not as just any name. In prose it
  /// is two words; but an apostrophe may come before a word, as in `l'hiver`, or before an ending, as in `don't`.
  fileprivate func tokensToFollow(_ prediction: Prediction, lead: String) -> Int {
    guard let joiner = lead.last else { return 0 }
    let isApostrophe = joiner == "'" || joiner == "\u{2019}"
    let joinsWords = isApostrophe ? prediction.hasWord(following: 2, ofLetters: 3) : document.scanner.rules.isProse
    if !joinsWords { return 2 }
    return typed.count == lead.count ? 1 : 0
  }
}

extension Prediction {
  /// Returns the typed text of a word of the language before the part that is being typed: `left-` of `left-ha`.
  func lead(of query: CompletionQuery) -> String {
    guard wordStart > query.typedRange.lowerBound, wordStart <= query.offset else { return "" }
    return query.document.text.string(in: query.typedRange.lowerBound..<wordStart)
  }

  /// Returns the model's signals for a candidate.
  ///
  /// - Parameter isAccepted: True when the user has chosen it before: it is then wanted as often as a name from a list.
  func signals(of candidate: Candidate, lead: String, letters: Int, isAccepted: Bool) -> Signals {
    let uses = max(Prediction.uses(of: candidate), isAccepted ? Prediction.usesOfNames : 0)
    // A name from a list or a server that has been written must not count as used less than one that has not.
    let leastUses = candidate.isPlainWord && !isAccepted ? 0 : uses
    let letters = lead.isEmpty ? letters : letters - lead.unicodeScalars.count
    // Text that stands for something else is not the next word of the text.
    if Prediction.isFitting(candidate) { return self.signals(of: "", letters: letters, uses: uses) }
    func signals(of text: String) -> Signals {
      let isRest = candidate.start == nil && !lead.isEmpty && text.hasPrefix(lead)
      return self.signals(
        of: isRest ? String(text.dropFirst(lead.count)) : text, letters: letters, uses: uses, leastUses: leastUses)
    }
    var best = signals(of: candidate.text)
    // In the typed case it may be a word that has never been written.
    if let original = candidate.original {
      let own = signals(of: original)
      let penalty = isProse ? Prediction.changedCase : Prediction.changedCaseInCode
      if own.score - penalty > best.score {
        best = own
        best.score -= penalty
      }
    }
    return best
  }

  /// The penalty for a word in another case than it is written in. In programs it is another name, which may not exist.
  private static let changedCase = 0.7
  private static let changedCaseInCode = 2.0

  /// Returns the number of uses that a candidate counts for besides those that the model knows of.
  ///
  /// A word counts as its source says; anything else is offered only where it fits, so it counts as just used.
  private static func uses(of candidate: Candidate) -> Double {
    if isFitting(candidate) { return 4000 }
    if candidate.hasAttachment || candidate.kind != .text { return usesOfNames }
    return candidate.signals.frequency * 10
  }

  /// The number of uses that a name from a list, a tags file or a language server counts for.
  private static let usesOfNames = 100.0

  /// True for a candidate that is offered only where it fits, as are paths, symbols and snippets.
  private static func isFitting(_ candidate: Candidate) -> Bool {
    if candidate.hasAttachment { return false }
    return candidate.snippet != nil || (candidate.start != nil && (candidate.kind != .text || candidate.filter != nil))
  }
}
