/// A completion that a source offers.
public struct Candidate: Sendable {
  /// The text that is inserted; also shown and matched, unless `label` and `filter` say otherwise.
  public var text: String
  /// The text that the menu shows; nil for `text`.
  public var label: String? {
    get { rare.isEmpty ? nil : rare[0].label }
    set { changeRarities { $0.label = newValue } }
  }
  /// The text that is matched against the typed one; nil for the label or, without one, `text`.
  public var filter: String? {
    get { rare.isEmpty ? nil : rare[0].filter }
    set { changeRarities { $0.filter = newValue } }
  }
  /// The start of the range that it replaces, as a byte offset in the query's document; nil for the start of the word.
  ///
  /// The candidate is matched against the text from there to the cursor, so the start may lie before the word, as for
  /// `\\alpha`, or within it. A candidate that begins more than 1024 bytes before the cursor is not shown.
  public var start: Int?
  /// The maximum distance in bytes from the start of a replaced range to the cursor. Each start costs a copy of the
  /// text from there on, and the items that begin later are sent with the line's text in front of them.
  package static let reach = 1024
  /// The text with places to fill in: `$1`, `${2:text}`, `${1|one,two|}`, and `$0` where the cursor ends; a backslash
  /// makes `$`, `}` and itself text. Clients without snippet support insert `text`.
  public var snippet: String? {
    get { rare.isEmpty ? nil : rare[0].snippet }
    set { changeRarities { $0.snippet = newValue } }
  }
  /// The documentation in Markdown, if the source has it at hand; else the source is asked when the user looks.
  public var documentation: String? {
    get { rare.isEmpty ? nil : rare[0].documentation }
    set { changeRarities { $0.documentation = newValue } }
  }
  /// The edits elsewhere that are made when it is accepted.
  public var additionalEdits: [CandidateEdit] {
    get { rare.isEmpty ? [] : rare[0].additionalEdits }
    set { changeRarities { $0.additionalEdits = newValue } }
  }
  /// An attachment for the part that shows candidates; the engine passes it through.
  public var attachment: (any Sendable)? {
    get { rare.isEmpty ? nil : rare[0].attachment }
    set { changeRarities { $0.attachment = newValue } }
  }
  /// True when it has one; to ask for it would copy it.
  package var hasAttachment: Bool { !rare.isEmpty && rare[0].attachment != nil }
  /// The kind of thing that it is.
  public var kind: CandidateKind
  /// A line about it, shown beside it.
  public var detail: String?
  /// The signals of the source about its worth.
  public var signals: CandidateSignals
  /// A key by which the source recognises it when more about it is requested.
  public var key: String?
  /// True for a candidate that should no longer be used; it is offered all the same, and marked as such.
  public var isDeprecated = false
  /// True for a candidate that should be selected first, wherever it stands; of several in a list, the best one is.
  public var isPreselected = false
  /// The characters that accept it when typed, in addition to those of the user's editor.
  public var commitCharacters: String {
    get { rare.isEmpty ? "" : rare[0].commitCharacters }
    set { changeRarities { $0.commitCharacters = newValue } }
  }
  /// True for a name that is another one in another case, and so is never given the typed one.
  package var keepsCase: Bool {
    get { rare.isEmpty ? false : rare[0].keepsCase }
    set { changeRarities { $0.keepsCase = newValue } }
  }
  /// The text as its source wrote it, when it is offered in the typed case or as the rest of a compound.
  @inline(__always)
  var original: String? {
    get { rare.isEmpty ? nil : rare[0].original }
    set { changeRarities { $0.original = newValue } }
  }
  /// What few candidates have, at most one: an array is copied and dropped as one reference, and not at all when it is empty.
  private var rare: [CandidateRarities] = []

  /// True for a text that stands for itself: with no other one to show, to match or to fill in, and no attachment.
  @inline(__always)
  var isPlainText: Bool { rare.isEmpty || rare[0].isPlainText }

  private mutating func changeRarities(_ change: (inout CandidateRarities) -> Void) {
    if rare.isEmpty { rare.append(CandidateRarities()) }
    change(&rare[0])
  }
}

extension Candidate {
  /// Creates a candidate.
  public init(
    _ text: String, kind: CandidateKind = .text, detail: String? = nil, signals: CandidateSignals = CandidateSignals(),
    key: String? = nil
  ) {
    // By the memberwise one: property after property, the compiler makes a copy at the end.
    self.init(text: text, start: nil, kind: kind, detail: detail, signals: signals, key: key)
  }
}

extension Candidate: ExpressibleByStringLiteral {
  /// Creates a candidate that is a word.
  public init(stringLiteral text: String) { self.init(text) }
}

extension Candidate {
  /// The text that the menu shows.
  public var shown: String { label ?? text }
  /// The text that is matched against the typed one.
  public var matched: String { filter ?? label ?? text }

  /// The candidate as its source offered it, which is how the source recognises it: not in the case that was typed.
  public var asOffered: Candidate {
    guard let original else { return self }
    var offered = self
    offered.text = original
    offered.original = nil
    return offered
  }

  /// The key of equal candidates: they insert the same text, and one with places to fill in never equals plain text.
  ///
  /// A candidate with an attachment equals another one only where nothing tells them apart. The name of a snippet is
  /// part of its key, because the name is what is typed of it.
  var identity: String {
    if hasAttachment { return "\u{1}\(shown)\u{0}\(text)\u{0}\(snippet ?? "")\u{0}\(detail ?? "")" }
    let hasName = snippet != nil || kind == .snippet && shown != text
    return hasName ? "\u{0}\(shown)\u{0}\(snippet ?? text)" : text
  }

  /// Adopts the flags and commit characters of an equal candidate: a source states what applies, never what does not.
  mutating func adopt(_ other: Candidate) {
    isDeprecated = isDeprecated || other.isDeprecated
    isPreselected = isPreselected || other.isPreselected
    if commitCharacters == other.commitCharacters { return }
    for character in other.commitCharacters where !commitCharacters.contains(character) {
      commitCharacters.append(character)
    }
  }
}

/// An edit of the query's document that a candidate brings along, outside the range that it replaces.
public struct CandidateEdit: Equatable, Sendable {
  /// The byte range that is replaced; it lies before the word being typed, so that typing on does not move it.
  public var range: Range<Int>
  /// The text that replaces it.
  public var text: String

  /// Creates an edit.
  public init(_ range: Range<Int>, text: String) {
    self.range = range
    self.text = text
  }
}

/// The kind of thing that a candidate is.
public enum CandidateKind: CaseIterable, Sendable {
  /// A word.
  case text
  /// A method.
  case method
  /// A function.
  case function
  /// A function that creates an object.
  case constructor
  /// A field of an object.
  case field
  /// A variable.
  case variable
  /// A class.
  case `class`
  /// An interface, a protocol, a trait.
  case interface
  /// A module, a package, a namespace.
  case module
  /// A property of an object.
  case property
  /// A unit of measurement.
  case unit
  /// A value from a list.
  case value
  /// An enumeration.
  case `enum`
  /// A keyword of a language.
  case keyword
  /// A piece of text with places to fill in.
  case snippet
  /// A colour.
  case color
  /// A file.
  case file
  /// A reference to something elsewhere; one with a `start` of its own that begins as typed comes before all words.
  case reference
  /// A folder.
  case folder
  /// A case of an enumeration.
  case enumMember
  /// A constant.
  case constant
  /// A structure.
  case structure
  /// An event.
  case event
  /// An operator.
  case `operator`
  /// A type parameter.
  case typeParameter
}

/// The signals of a source about a candidate's worth, each from 0 to 1; 0, the neutral default, means "knows nothing".
public struct CandidateSignals: Equatable, Sendable {
  /// A measure of how common it is: people want common words more often than rare ones.
  public var frequency: Double
  /// A measure of how recently it was written: words come in bursts.
  public var recency: Double
  /// A measure of how closely it belongs here: 1 in the same document, less in the same language, 0 elsewhere.
  public var affinity: Double

  /// The evidence that it is a word, in text without spaces.
  public var cohesion: Double

  /// Creates signals.
  public init(frequency: Double = 0, recency: Double = 0, affinity: Double = 0, cohesion: Double = 0) {
    self.frequency = frequency
    self.recency = recency
    self.affinity = affinity
    self.cohesion = cohesion
  }

  /// Returns the greater of two values for each signal.
  func merged(with other: CandidateSignals) -> CandidateSignals {
    CandidateSignals(
      frequency: max(frequency, other.frequency), recency: max(recency, other.recency),
      affinity: max(affinity, other.affinity), cohesion: max(cohesion, other.cohesion))
  }
}

/// The answer of a source to a query.
public struct SourceAnswer: Sendable {
  /// The candidates, in any order.
  public var candidates: [Candidate]
  /// True when there are more candidates than these, so that a longer word may bring others.
  public var isIncomplete: Bool
  /// True when open text that may contain a word which begins as typed has not been looked through, so that nothing is taken for
  /// a typo yet.
  package var isBehind = false
  /// Returns candidates that are offered only where no other source has any, in any order; nil where there are none. It is
  /// called when a list is made, and must not block.
  public var further: (@Sendable () -> [Candidate])?

  /// Creates an answer.
  public init(_ candidates: [Candidate], isIncomplete: Bool = false) {
    self.candidates = candidates
    self.isIncomplete = isIncomplete
  }

  /// Creates an answer of words.
  public init(_ words: some Sequence<String>, kind: CandidateKind = .text, isIncomplete: Bool = false) {
    self.init(words.map { Candidate($0, kind: kind) }, isIncomplete: isIncomplete)
  }

  /// Creates an answer of names, some of which have several words.
  ///
  /// Of a name whose first words stand before the cursor already, the rest is offered: of `New York` behind "new ",
  /// `York`, with the whole name beside it. What stands there depends on where the word begins and not on what of it
  /// has been typed, so this suits sources that `dependsOnlyOnAnchor`.
  ///
  /// - Complexity: O(number of names), and O(*w*²) for each name of several words, where *w* is the number of words of
  ///   the line before the cursor, of at most 128 bytes.
  public init(
    names: some Sequence<String>, for query: CompletionQuery, kind: CandidateKind = .text, isIncomplete: Bool = false
  ) {
    let words = PrecedingWords(query)
    let candidates = names.map { name in
      words.rest(of: name).map { Candidate($0, kind: kind, detail: name) } ?? Candidate(name, kind: kind)
    }
    self.init(candidates, isIncomplete: isIncomplete)
  }
}
