import CatchwordMatching
import CatchwordPrediction
import CatchwordText

/// The rules for lists that come up as the user types: only candidates that begin so, and none behind a whole word.
///
/// In 12,500 keys typed as in real use, no list without a word that began as typed contained the wanted word, and where
/// Enter accepts the first item, such a list replaced words that were finished.
extension Composer {
  /// The minimum number of letters of a later part of a word: fewer say nothing.
  static let leastPart = 3
  /// The minimum number of letters with which text that nobody has written may be a typo or an abbreviation.
  private static let leastLoose = 5
  /// The amount, in nats, by which a word must be likelier to end here than to go on as any other word that is offered.
  ///
  /// Code favours long names, and users pass over a list there that comes up too often; prose does neither.
  private static let certainty = (code: 0.0, prose: -1.5)

  /// True when a request looks for all that could be meant.
  var looksLoosely: Bool { !query.isTyping || query.typed.unicodeScalars.count >= Composer.leastLoose }

  /// True when a match of this kind is wanted, given the text that has been typed of the candidate.
  func wants(_ kind: MatchKind, typed: String) -> Bool {
    if !query.isTyping { return true }
    switch kind {
    case .exact, .prefix: return true
    case .wordPrefix: return typed.unicodeScalars.count >= Composer.leastPart
    // Capitals within the typed text, as in `fBB`, mean the parts of a name.
    case .initials: return typed.dropFirst().contains(where: \.isUppercase)
    case .substring, .scattered, .typo: return false
    }
  }

  /// True when a match is wanted where nothing begins as it was typed. In prose only typos and missing letters are,
  /// since nobody abbreviates there, and the long names of a project have the letters of any word somewhere.
  func wantsLoosely(_ kind: MatchKind, _ candidate: Candidate, in gathered: borrowing Gathered) -> Bool {
    if !query.isTyping || !gathered.prediction.isProse { return true }
    return kind == .typo ? !endsOtherwise(than: candidate.text) : lacksOneLetter(of: candidate.text)
  }

  /// True when only the last typed letter tells the typed text from the beginning of a word, as one more or another one:
  /// in prose it is then an ending, such as `einen` beside `einer`, and no typo.
  ///
  /// - Complexity: O(characters typed).
  func endsOtherwise(than word: String) -> Bool {
    let typed = Array(query.typed.lowercased().unicodeScalars)
    let word = Array(String(word.prefix(typed.count + 1)).lowercased().unicodeScalars)
    guard typed.count > 1, word.starts(with: typed.dropLast()) else { return false }
    // With a letter left out, the word goes on as it was typed.
    return !word.dropFirst(typed.count).starts(with: typed.suffix(1))
  }

  /// True when all but one of the first letters of a word have been typed, the very first one among them.
  ///
  /// - Complexity: O(characters typed).
  private func lacksOneLetter(of word: String) -> Bool {
    // By scalars: comparing characters would normalize the order of their marks, however many there are.
    var rest = Array(query.typed.lowercased().unicodeScalars)[...]
    let beginning = String(String.UnicodeScalarView(word.unicodeScalars.prefix(rest.count + 1))).lowercased()
    for (place, letter) in beginning.unicodeScalars.enumerated() {
      if rest.first == letter { rest.removeFirst() } else if place == 0 { return false }
    }
    return rest.isEmpty
  }

  /// True when little has been typed and nothing begins so: other matches are hardly ever meant.
  ///
  /// Of 15,000 lists that came up as texts of this repository were typed, none without a beginning had the wanted word.
  /// Capitals within a name, however, are not typed by chance.
  ///
  /// - Complexity: O(entries).
  func lacksBeginnings(_ gathered: borrowing Gathered) -> Bool {
    if looksLoosely || query.typed.isEmpty || gathered.hasBeginnings { return false }
    return !gathered.entries.contains { $0.signals.matchKind == .initials }
  }

  /// True for a word with a hyphen that does not join words in this language, or in prose. Hyphenated words from links
  /// and other languages come up once the hyphen is typed.
  func isStrayCompound(_ candidate: Candidate) -> Bool {
    guard query.isTyping, candidate.text.hasAny(of: Composer.hyphen), candidate.isPlainWord,
      !query.typed.hasAny(of: Composer.hyphen)
    else { return false }
    let rules = query.document.scanner.rules
    return rules.isProse || !rules.joiners.contains(UInt8(ascii: "-"))
  }

  private static let hyphen = ASCIISet("-".utf8)

  /// True in a text for a name of code of which a later part begins as typed: its first letters are typed where it is meant.
  ///
  /// - Complexity: O(length).
  func isStrayName(_ candidate: Candidate, _ kind: MatchKind) -> Bool {
    guard query.isTyping, kind == .wordPrefix, candidate.isPlainWord else { return false }
    let isName = candidate.text.unicodeScalars.dropFirst().contains { $0 == "_" || $0.properties.isUppercase }
    return isName && query.document.scanner.rules.isProse
  }

  /// True when a word has been typed that is likelier to end here than to go on; where whole words are left alone, it
  /// suffices that it may end here.
  ///
  /// - Complexity: O(entries).
  func isFinished(_ gathered: borrowing Gathered) -> Bool {
    query.isTyping && endsHere(gathered, by: query.leavesWholeWords ? .infinity : 0)
  }

  /// True when a word has been typed that is likelier to end here than to go on, or nearly so.
  ///
  /// - Parameter slack: The amount, in nats, by which it may be less likely.
  /// - Complexity: O(entries).
  func endsHere(_ gathered: borrowing Gathered, by slack: Double) -> Bool {
    guard !query.typed.isEmpty, gathered.isTypedKnown else { return false }
    var best = -Double.infinity
    for index in gathered.entries.indices where gathered.entries[index].candidate.text != query.typed {
      let signals = gathered.entries[index].signals
      // Nobody types the name of a snippet, a symbol or a file by chance.
      if signals.isWholeName || signals.symbolLength > 0 || isNameInPlace(gathered.entries, index) { return false }
      if signals.isPrefix { best = max(best, signals.prediction.score + signals.accepted) }
    }
    if best == -Double.infinity { return true }
    let prediction = gathered.prediction
    var typed = Candidate(query.typed)
    typed.original = gathered.typedOriginal
    let letters = query.typed.unicodeScalars.count
    let end = prediction.signals(of: typed, lead: gathered.lead, letters: letters, isAccepted: false).score
    return end >= best + (prediction.isProse ? Composer.certainty.prose : Composer.certainty.code) - slack
  }
}

extension CompletionQuery {
  /// The minimum number of letters in prose before a list comes up by itself: shorter words are typed as quickly.
  private static let leastInProse = 3

  /// The minimum number of characters of a word that must have been typed; a setting may require more.
  var leastTyped: Int {
    let isProse = isTyping && document.isProse && !WordScanner.isUnspaced(typed)
    return isProse ? CompletionQuery.leastInProse : 0
  }
}
