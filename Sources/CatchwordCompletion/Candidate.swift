/// Something that a source offers to write.
public struct Candidate: Sendable {
  /// What is inserted, and what the menu shows.
  public var text: String
  /// What kind of thing it is.
  public var kind: CandidateKind
  /// A line about it, shown beside it.
  public var detail: String?
  /// What the source knows about its worth.
  public var signals: CandidateSignals
  /// Anything by which the source will know it again when more about it is asked for.
  public var key: String?
  /// True for what should no longer be written; it is offered all the same, and shown as such.
  public var isDeprecated = false
  /// True for what should be selected first wherever it stands; of several in a list, that is the best.
  public var isPreselected = false
  /// The characters that accept it when they are typed, in addition to what the user's editor has for that.
  public var commitCharacters = ""

  /// Creates a candidate.
  public init(
    _ text: String, kind: CandidateKind = .text, detail: String? = nil, signals: CandidateSignals = CandidateSignals(),
    key: String? = nil
  ) {
    self.text = text
    self.kind = kind
    self.detail = detail
    self.signals = signals
    self.key = key
  }
}

extension Candidate {
  /// Takes over what another one of the same text says of it: each source knows a part, and none that something is not so.
  mutating func adopt(_ other: Candidate) {
    isDeprecated = isDeprecated || other.isDeprecated
    isPreselected = isPreselected || other.isPreselected
    if commitCharacters == other.commitCharacters { return }
    for character in other.commitCharacters where !commitCharacters.contains(character) {
      commitCharacters.append(character)
    }
  }
}

/// What kind of thing a candidate is; the raw values are LSP's.
public enum CandidateKind: Int, Sendable {
  /// A word.
  case text = 1
  /// A function.
  case function = 3
  /// A variable.
  case variable = 6
  /// A value from a list.
  case value = 12
  /// A keyword of a language.
  case keyword = 14
  /// A file.
  case file = 17
  /// A constant; unknown to the oldest clients, which get `text`.
  case constant = 21
}

/// What a source knows about a candidate's worth. Each from 0 to 1; 0, the neutral default, means "knows nothing".
public struct CandidateSignals: Equatable, Sendable {
  /// How common it is: people want common words more often than rare ones.
  public var frequency: Double
  /// How recently it was written: a word comes in bursts.
  public var recency: Double
  /// How much it belongs here: 1 in the same document, less in the same language, 0 elsewhere.
  public var affinity: Double

  /// Creates signals.
  public init(frequency: Double = 0, recency: Double = 0, affinity: Double = 0) {
    self.frequency = frequency
    self.recency = recency
    self.affinity = affinity
  }

  /// The stronger of two opinions on each point.
  func merged(with other: CandidateSignals) -> CandidateSignals {
    CandidateSignals(
      frequency: max(frequency, other.frequency), recency: max(recency, other.recency),
      affinity: max(affinity, other.affinity))
  }
}

/// What a source answers.
public struct SourceAnswer: Sendable {
  /// What it offers, in any order.
  public var candidates: [Candidate]
  /// True when there is more than was given, so that a longer word may bring something else.
  public var isIncomplete: Bool

  /// Creates an answer.
  public init(_ candidates: [Candidate], isIncomplete: Bool = false) {
    self.candidates = candidates
    self.isIncomplete = isIncomplete
  }
}
