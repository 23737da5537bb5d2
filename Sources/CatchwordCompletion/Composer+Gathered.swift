import CatchwordMatching
import CatchwordPrediction
import CatchwordText

extension Composer {
  /// The entries so far, and the index of each by its identity.
  struct Gathered: ~Copyable {
    let prediction: Prediction
    /// The text before the part that is being typed; see `Prediction.lead(of:)`.
    let lead: String
    var entries: [Composer.Entry] = []
    var places = EntryPlaces()
    /// The number of candidates that begin as it was typed.
    var beginnings = 0
    var hasBeginnings: Bool { beginnings > 0 }
    /// The indices of the entries with an attachment, as a language server's have, by text: of several, the first.
    private var items: [String: Int] = [:]

    /// True when candidates were left out that may be wanted once more has been typed.
    var holdsBack = false

    /// True when what was typed is a whole word.
    var isTypedKnown: Bool
    /// The word that was typed, in the case in which it is known; nil when it is known in the typed case, or not at all.
    var typedOriginal: String? { didSet { isTypedKnown = true } }
    /// The number of words of which it was found out whether they only begin sentences.
    var sentences = 0

    /// True in the message of a commit, which has the change behind it with `git commit --verbose`.
    let describesChange: Bool
    /// True when only the rest of a compound is being typed.
    let isCompound: Bool
    private let typed: String
    /// The number of characters that have been typed.
    let typedLength: Int

    /// True when a candidate has an attachment.
    var hasAttachments: Bool { !items.isEmpty }

    /// Returns the index of the first entry of the same text with an attachment, for a candidate that has one, too.
    func place(ofItem candidate: Candidate) -> Int? { items[candidate.text] }

    /// Records a candidate that is about to be appended.
    mutating func noteItem(_ candidate: Candidate) {
      if candidate.hasAttachment { items[candidate.text] = items[candidate.text] ?? entries.count }
    }

    /// Returns the lowest score of the best few entries that begin as it was typed; nil when there are none.
    ///
    /// - Complexity: O(*n* log count).
    func leastScore(ofBest count: Int) -> Double? {
      var best = BestSelection<Double>(capacity: count, by: >)
      for entry in entries where entry.signals.isPrefix { best.insert(entry.score) }
      return best.sorted().last
    }

    init(_ prediction: consuming Prediction, for query: CompletionQuery) {
      lead = prediction.lead(of: query)
      describesChange = ["git-commit", "gitcommit"].contains(query.document.languageID)
      isCompound = query.isCompound(behind: lead)
      typed = query.typed
      typedLength = typed.unicodeScalars.count
      isTypedKnown = prediction.knows(typed)
      self.prediction = prediction
    }

    /// True for the typed text in another case that is less likely here: `Return`, where `return` has been typed.
    func isOutdone(_ text: String) -> Bool {
      guard text != typed, prediction.knows(typed) else { return false }
      let letters = typedLength
      return prediction.score(of: text, letters: letters) < prediction.score(of: typed, letters: letters)
    }

    /// Returns the parts before others of the compounds that are offered: `font`, `font-variant` and `variant`, of
    /// `font-variant-caps`. The last part is mostly a word of its own: in style sheets, `height` is as well as `line-height`.
    ///
    /// - Complexity: O(*n*) in their bytes, and O(1) in languages that have none.
    func partsOfCompounds(_ rules: WordRules) -> Set<String> {
      let joiners = ASCIISet(rules.joiners.union(rules.closers))
      if joiners.isEmpty { return [] }
      var parts: Set<String> = []
      // By index, because iteration would copy the entries.
      for position in entries.indices {
        let text = entries[position].candidate.text
        guard text.hasAny(of: joiners) else { continue }
        let isRest = isCompound && entries[position].candidate.start == prediction.wordStart
        guard isRest || entries[position].candidate.isPlainWord else { continue }
        var start = text.startIndex
        for (index, byte) in zip(text.utf8.indices, text.utf8) where joiners.contains(byte) && index > text.startIndex {
          parts.formUnion([String(text[..<index]), String(text[start..<index])])
          start = text.utf8.index(after: index)
        }
      }
      return parts
    }

    /// Returns only the rest of a compound in prose: behind `left-` it is `hand`, whether or not the whole is known.
    func shortened(_ candidate: Candidate) -> Candidate {
      guard isCompound, candidate.start == nil, !candidate.hasAttachment, candidate.snippet == nil,
        candidate.label == nil, candidate.filter == nil, candidate.text.hasPrefix(lead), candidate.text != lead,
        candidate.text != typed
      else { return candidate }
      var rest = candidate
      rest.text = String(candidate.text.dropFirst(lead.count))
      rest.original = candidate.original ?? candidate.text
      rest.start = prediction.wordStart
      return rest
    }
  }
}
