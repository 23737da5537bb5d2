import CatchwordMatching
import CatchwordPrediction

extension Composer {
  /// The entries so far, and the place of each by its text.
  struct Gathered {
    let prediction: Prediction
    /// See `Prediction.lead(of:)`.
    let lead: String
    var entries: [Composer.Entry] = []
    var places: [String: Int] = [:]
    /// True when a candidate begins as it was typed.
    var hasBeginnings = false
    /// True when a candidate carries something, as a language server's do.
    var hasAttachments = false

    private let isCompound: Bool

    /// The least score of the best few entries that begin as it was typed; nil when there are none.
    ///
    /// - Complexity: O(*n* log count).
    func leastScore(ofBest count: Int) -> Double? {
      var best = BestSelection<Double>(capacity: count, by: >)
      for entry in entries where entry.signals.isPrefix { best.insert(entry.score) }
      return best.sorted().last
    }

    init(_ prediction: Prediction, for query: CompletionQuery) {
      self.prediction = prediction
      lead = prediction.lead(of: query)
      isCompound = query.isCompound(behind: lead)
    }

    /// In prose only what is to come of a compound word: behind `left-` it is `hand`, whether or not the whole is known.
    func shortened(_ candidate: Candidate) -> Candidate {
      guard isCompound, candidate.start == nil, candidate.attachment == nil, candidate.snippet == nil,
        candidate.label == nil, candidate.filter == nil, candidate.text.hasPrefix(lead), candidate.text != lead
      else { return candidate }
      var rest = candidate
      rest.text = String(candidate.text.dropFirst(lead.count))
      rest.original = candidate.original ?? candidate.text
      rest.start = prediction.anchor
      return rest
    }
  }
}
