/// Something that a source offers to write.
public struct Candidate: Sendable {
  /// What is inserted; what the menu shows and what is matched, unless `label` and `filter` say otherwise.
  public var text: String
  /// What the menu shows; nil for the text.
  public var label: String?
  /// What is matched against what has been typed; nil for the label, or else the text.
  public var filter: String?
  /// Where what it replaces begins, as a byte offset in the query's document; nil for the beginning of the word.
  ///
  /// What is between it and the cursor is what the candidate is matched against, so it may stand before the word, as for
  /// `\\alpha`, or within it. One that begins more than 1024 bytes before the cursor is not shown.
  public var start: Int?
  /// How far before the cursor what a candidate replaces may begin, in bytes: each beginning costs a copy of the text from
  /// there on, and what of the line stands in front of the others goes with each of them.
  package static let reach = 1024
  /// The text with places to fill in, in LSP's snippet syntax; `text` is then what clients insert that do not know it.
  public var snippet: String?
  /// More about it, in Markdown, where the source knows it without work; else it is asked when the user looks.
  public var documentation: String?
  /// What is changed elsewhere when it is accepted.
  public var additionalEdits: [CandidateEdit] = []
  /// Whatever the part that shows candidates may know what to do with; the engine hands it through.
  public var attachment: (any Sendable)?
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
  /// The text as its source wrote it, when it is offered in the case that was typed.
  var original: String?

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
  /// What the menu shows.
  public var shown: String { label ?? text }
  /// What is matched against what has been typed.
  public var matched: String { filter ?? label ?? text }

  /// As its source offered it, which is how the source knows it again: not in the case that was typed.
  public var asOffered: Candidate {
    guard let original else { return self }
    var offered = self
    offered.text = original
    offered.original = nil
    return offered
  }

  /// What two candidates share that are one: they insert the same, and a piece with places to fill in is no plain text.
  ///
  /// What carries an attachment is one with another only where nothing tells them apart. Of a snippet its name is a part,
  /// which is what is typed of it.
  var identity: String {
    if attachment != nil { return "\u{1}\(shown)\u{0}\(text)\u{0}\(snippet ?? "")\u{0}\(detail ?? "")" }
    let hasName = snippet != nil || kind == .snippet && shown != text
    return hasName ? "\u{0}\(shown)\u{0}\(snippet ?? text)" : text
  }

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

/// A change to the query's document that a candidate brings along, outside what it replaces.
public struct CandidateEdit: Equatable, Sendable {
  /// What is replaced, as byte offsets; before the word that is being typed, so that typing on does not move it.
  public var range: Range<Int>
  /// By what.
  public var text: String

  /// Creates an edit.
  public init(_ range: Range<Int>, text: String) {
    self.range = range
    self.text = text
  }
}

/// What kind of thing a candidate is; the raw values are LSP's.
public enum CandidateKind: Int, Sendable {
  /// A word.
  case text = 1
  /// A method.
  case method = 2
  /// A function.
  case function = 3
  /// What makes an object.
  case constructor = 4
  /// A field of an object.
  case field = 5
  /// A variable.
  case variable = 6
  /// A class.
  case `class` = 7
  /// An interface, a protocol, a trait.
  case interface = 8
  /// A module, a package, a namespace.
  case module = 9
  /// A property of an object.
  case property = 10
  /// A unit of measurement.
  case unit = 11
  /// A value from a list.
  case value = 12
  /// An enumeration.
  case `enum` = 13
  /// A keyword of a language.
  case keyword = 14
  /// A piece of text with places to fill in.
  case snippet = 15
  /// A colour.
  case color = 16
  /// A file.
  case file = 17
  /// A reference to something elsewhere.
  case reference = 18
  /// A folder.
  case folder = 19
  /// A case of an enumeration.
  case enumMember = 20
  /// A constant; unknown to the oldest clients, as all that follow, which get `text`.
  case constant = 21
  /// A structure.
  case structure = 22
  /// An event.
  case event = 23
  /// An operator.
  case `operator` = 24
  /// A type parameter.
  case typeParameter = 25
}

/// What a source knows about a candidate's worth. Each from 0 to 1; 0, the neutral default, means "knows nothing".
public struct CandidateSignals: Equatable, Sendable {
  /// How common it is: people want common words more often than rare ones.
  public var frequency: Double
  /// How recently it was written: a word comes in bursts.
  public var recency: Double
  /// How much it belongs here: 1 in the same document, less in the same language, 0 elsewhere.
  public var affinity: Double

  /// How much speaks for its being a word, in text without spaces.
  public var cohesion: Double

  /// Creates signals.
  public init(frequency: Double = 0, recency: Double = 0, affinity: Double = 0, cohesion: Double = 0) {
    self.frequency = frequency
    self.recency = recency
    self.affinity = affinity
    self.cohesion = cohesion
  }

  /// The stronger of two opinions on each point.
  func merged(with other: CandidateSignals) -> CandidateSignals {
    CandidateSignals(
      frequency: max(frequency, other.frequency), recency: max(recency, other.recency),
      affinity: max(affinity, other.affinity), cohesion: max(cohesion, other.cohesion))
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
