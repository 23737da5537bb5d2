import CatchwordMatching
import CatchwordPrediction
import CatchwordText

/// What comes up by itself while somebody types: only what begins so, and nothing where a word is done.
///
/// In 12,500 keys that were typed as in use, no list without a word that began as typed had the one that was wanted in it,
/// and where Enter takes the first item, such a list replaced words that were finished.
extension Composer {
  /// Of fewer letters, a part of a word says nothing.
  private static let leastPart = 3
  /// With so many letters, what nobody has written may be a typo or an abbreviation.
  private static let leastLoose = 5
  /// By so much, in nats, a word must be likelier to end here than to go on as any other one that is offered.
  ///
  /// Code is written for the sake of long names, and what is offered there too often is passed over; prose is not.
  private static let certainty = (code: 0.0, prose: -1.5)

  /// True when a request looks for all that could be meant.
  var looksLoosely: Bool { !query.isTyping || query.typed.unicodeScalars.count >= Composer.leastLoose }

  /// True when a match of a kind is wanted, by what has been typed of the candidate.
  func wants(_ kind: MatchKind, typed: String) -> Bool {
    if !query.isTyping { return true }
    switch kind {
    case .exact, .prefix: return true
    case .wordPrefix: return typed.unicodeScalars.count >= Composer.leastPart
    // Who types `fBB` means the parts of a name.
    case .initials: return typed.dropFirst().contains(where: \.isUppercase)
    case .substring, .scattered, .typo: return false
    }
  }

  /// True when a match is wanted where nothing begins as it was typed: in a text, only a typo, for nobody
  /// abbreviates there, and the long names of a project have the letters of any word somewhere.
  func wantsLoosely(_ kind: MatchKind, _ candidate: Candidate, in gathered: Gathered) -> Bool {
    !query.isTyping || !gathered.prediction.isProse || kind == .typo || lacksOneLetter(of: candidate.text)
  }

  /// True when all but one of the letters with which a word begins have been typed, the first one among them.
  ///
  /// - Complexity: O(characters typed).
  private func lacksOneLetter(of word: String) -> Bool {
    // By scalars: comparing characters would put their marks in order, for as long as there are any.
    var rest = Array(query.typed.lowercased().unicodeScalars)[...]
    let beginning = String(String.UnicodeScalarView(word.unicodeScalars.prefix(rest.count + 1))).lowercased()
    for (place, letter) in beginning.unicodeScalars.enumerated() {
      if rest.first == letter { rest.removeFirst() } else if place == 0 { return false }
    }
    return rest.isEmpty
  }

  /// True when little has been typed and nothing begins so: whatever else fits is hardly ever meant.
  ///
  /// Of 15,000 lists that came up as texts of this repository were typed, none without a beginning had the wanted word. Capitals
  /// within a name, however, are not typed by chance.
  ///
  /// - Complexity: O(entries).
  func lacksBeginnings(_ gathered: Gathered) -> Bool {
    if looksLoosely || query.typed.isEmpty || gathered.hasBeginnings { return false }
    return !gathered.entries.contains { $0.signals.matchKind == .initials }
  }

  /// True for a word with a hyphen that is none in this language, or would be a word's beginning in a text: what stands in
  /// links and in other languages comes up when the hyphen is typed.
  func isStrayCompound(_ candidate: Candidate) -> Bool {
    guard query.isTyping, candidate.isPlainWord else { return false }
    let hyphen = UInt8(ascii: "-")
    guard candidate.text.utf8.contains(hyphen), !query.typed.utf8.contains(hyphen) else { return false }
    let rules = query.document.scanner.rules
    return rules.isProse || !rules.joiners.contains(hyphen)
  }

  /// True when what was typed is a word, and it is likelier that it ends here than that it goes on, or may end here at all
  /// where whole words are left alone.
  ///
  /// - Complexity: O(entries).
  func isFinished(_ gathered: Gathered) -> Bool {
    query.isTyping && endsHere(gathered, by: query.leavesWholeWords ? .infinity : 0)
  }

  /// True when what was typed is a word, and it is likelier that it ends here than that it goes on, or nearly so.
  ///
  /// - Parameter slack: By how much, in nats, it may be less likely.
  /// - Complexity: O(entries).
  func endsHere(_ gathered: Gathered, by slack: Double) -> Bool {
    guard !query.typed.isEmpty, gathered.isTypedKnown else { return false }
    var best = -Double.infinity
    for entry in gathered.entries where entry.candidate.text != query.typed {
      let signals = entry.signals
      // Nobody types the name of a snippet, a symbol or a file by chance.
      if signals.isWholeName || signals.symbolLength > 0 || goesOnWithPath(entry) { return false }
      if signals.isPrefix { best = max(best, signals.prediction.score + signals.accepted) }
    }
    if best == -Double.infinity { return true }
    let typed = String(query.typed.dropFirst(gathered.lead.count))
    let prediction = gathered.prediction
    let end = prediction.score(of: typed, letters: typed.unicodeScalars.count)
    return end >= best + (prediction.isProse ? Composer.certainty.prose : Composer.certainty.code) - slack
  }
}

extension CompletionQuery {
  /// So many letters are needed in prose before anything comes up by itself: shorter words are as quickly typed.
  private static let leastInProse = 3

  /// How many characters must have been typed of a word; a setting may want more.
  var leastTyped: Int {
    let isProse = isTyping && document.isProse && !WordScanner.isUnspaced(typed)
    return isProse ? CompletionQuery.leastInProse : 0
  }
}
