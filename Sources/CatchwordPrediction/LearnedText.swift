import CatchwordText

/// All that a model has learned: a corpus, what of it has changed, and the open documents.
struct LearnedText {
  /// An open document.
  struct Followed {
    var tokens = DocumentTokens()
    var snapshot: DocumentSnapshot
    var path: String?
    /// A number that grows with each use.
    var lastUse: UInt64
  }

  /// A file that has changed since the corpus was made.
  struct Changed {
    var tokens: DocumentTokens
  }

  /// Beside the one that is written in, so many documents count.
  static let maximumOthers = 16
  /// So many files may differ from the corpus before it should be made anew, and so large a part of its tokens.
  static let maximumChanged = 64
  static let changedShare = 10

  let seed: UInt64
  let isLearned: @Sendable (String) -> Bool
  let isPrivate: @Sendable (String) -> Bool
  let path: @Sendable (String) -> String?
  private(set) var corpus = Corpus.empty
  var vocabulary: Vocabulary
  var documents: [String: Followed] = [:]
  private(set) var changed: [String: Changed] = [:]
  private(set) var gone: Set<String> = []
  private(set) var dead = DeadFiles()
  private var uses: UInt64 = 0
  /// The last prediction, which holds for as long as only the word is typed on.
  private var last: (place: Place, prediction: Prediction)?

  /// Where a word begins.
  private struct Place: Equatable {
    let uri: String
    let anchor: Int
  }

  init(
    seed: UInt64, isLearned: @escaping @Sendable (String) -> Bool, isPrivate: @escaping @Sendable (String) -> Bool,
    path: @escaping @Sendable (String) -> String?
  ) {
    self.seed = seed
    self.isLearned = isLearned
    self.isPrivate = isPrivate
    self.path = path
    vocabulary = Vocabulary(corpus.words, seed: seed)
  }

  // MARK: Following

  mutating func open(_ document: DocumentSnapshot) {
    uses += 1
    let path = documents[document.uri]?.path ?? path(document.uri)
    documents[document.uri] = Followed(snapshot: document, path: path, lastUse: uses)
    last = nil
    updateDead()
  }

  mutating func note(_ change: TextChange, in document: DocumentSnapshot) {
    if let last, !isTyping(change, in: document, at: last.place) { self.last = nil }
    documents[document.uri]?.tokens.note(change, version: document.version)
    documents[document.uri]?.snapshot = document
  }

  /// True when an edit only goes on with the word that a prediction is about.
  private func isTyping(_ change: TextChange, in document: DocumentSnapshot, at place: Place) -> Bool {
    place.uri == document.uri && change.replaced.lowerBound >= place.anchor
      && LearnedText.word(at: change.inserted.upperBound, in: document).lowerBound == place.anchor
      && change.before.wordRange(around: change.replaced.upperBound, scanner: Tokenizer.scanner).lowerBound
        == place.anchor
  }

  mutating func close(_ uri: String) {
    documents[uri] = nil
    last = nil
    updateDead()
    if documents.isEmpty && changed.isEmpty { vocabulary = Vocabulary(corpus.words, seed: seed) }
  }

  mutating func install(_ corpus: Corpus) {
    self.corpus = corpus
    vocabulary = Vocabulary(corpus.words, seed: seed)
    for uri in documents.keys { documents[uri]?.tokens = DocumentTokens() }
    changed = [:]
    gone = []
    last = nil
    dead = DeadFiles()
    updateDead()
  }

  mutating func update(_ files: [(path: String, text: ContiguousArray<UInt8>?)]) -> Bool {
    last = nil
    for (path, text) in files {
      changed[path] = nil
      gone.insert(path)
      guard let text else { continue }
      gone.remove(path)
      let snapshot = DocumentSnapshot(
        uri: path, languageID: Language.id(forPath: path), version: 0, text: Text(String(decoding: text, as: UTF8.self))
      )
      var tokens = DocumentTokens()
      _ = tokens.read(snapshot, around: nil) { read($0, $1) }
      changed[path] = Changed(tokens: tokens)
    }
    updateDead()
    let tokens = changed.reduce(dead.tokenCount) { $0 + $1.value.tokens.tokens.count }
    return changed.count <= LearnedText.maximumChanged && gone.count <= LearnedText.maximumChanged * 16
      && tokens * LearnedText.changedShare <= max(corpus.tokenCount, 100_000)
  }

  private mutating func updateDead() {
    var files: Set<Int> = []
    for path in documents.values.compactMap(\.path) + changed.keys + gone {
      if let number = corpus.numbers[path] { files.insert(number) }
    }
    dead.update(to: files, in: corpus)
  }

  // MARK: Reading

  private mutating func read(_ kind: TokenKind, _ word: UnsafeBufferPointer<UInt8>) -> Token {
    vocabulary.token(adding: word) { kind == .mark || isLearned($0) }
  }

  /// The word at a place, by the rules that hold for tokens.
  static func word(at offset: Int, in document: DocumentSnapshot) -> Range<Int> {
    document.text.wordRange(around: offset, scanner: Tokenizer.scanner)
  }

  /// Reads what must be read of the documents, and tells what they say.
  ///
  /// - Returns: The evidence, whose first document is this one; and the counts of the words of the others.
  mutating func evidence(
    around word: Range<Int>, in document: DocumentSnapshot
  ) -> (Evidence, DocumentTokens, [TokenTable<Int32>]) {
    uses += 1
    var own = documents[document.uri]?.tokens ?? DocumentTokens()
    documents[document.uri]?.tokens = DocumentTokens()
    let cursor = own.read(document, around: word) { read($0, $1) }
    documents[document.uri]?.tokens = own
    documents[document.uri]?.lastUse = uses
    var all = [Evidence.Document(tokens: own.tokens, gaps: own.gaps, cursor: cursor, weight: Weights.here)]
    var counts: [TokenTable<Int32>] = []
    let others = documents.filter { $0.key != document.uri && !isPrivate($0.key) }
      .sorted { $0.value.lastUse > $1.value.lastUse }.prefix(LearnedText.maximumOthers)
    for (uri, other) in others {
      var tokens = other.tokens
      documents[uri]?.tokens = DocumentTokens()
      _ = tokens.read(other.snapshot, around: nil) { read($0, $1) }
      documents[uri]?.tokens = tokens
      all.append(Evidence.Document(tokens: tokens.tokens, gaps: tokens.gaps, cursor: nil, weight: Weights.open))
      counts.append(tokens.counts)
    }
    let opened = Set(documents.values.compactMap(\.path))
    for (path, file) in changed where !opened.contains(path) {
      all.append(
        Evidence.Document(tokens: file.tokens.tokens, gaps: file.tokens.gaps, cursor: nil, weight: 1))
      counts.append(file.tokens.counts)
    }
    return (Evidence(corpus: corpus, dead: dead, documents: all), own, counts)
  }

  // MARK: Asking

  mutating func prediction(at offset: Int, in document: DocumentSnapshot) -> Prediction {
    let word = LearnedText.word(at: offset, in: document)
    let place = Place(uri: document.uri, anchor: word.lowerBound)
    if let last, last.place == place { return last.prediction }
    let (evidence, own, counts) = evidence(around: word, in: document)
    let prediction = Prediction(
      Setting(
        anchor: word.lowerBound, evidence: evidence, vocabulary: vocabulary, counts: own.counts, otherCounts: counts,
        context: Context(evidence.documents[0], beginsText: own.beginsText, vocabulary),
        indent: document.text.lineIndent(before: word.lowerBound), isProse: document.isProse))
    if documents[document.uri] != nil { last = (place, prediction) }
    return prediction
  }

  var status: ModelStatus {
    var status = ModelStatus()
    status.files = corpus.files.count - dead.files.count + changed.count
    status.tokens = corpus.files.isEmpty ? 0 : max(0, corpus.tokenCount - dead.tokenCount)
    status.documents = documents.count
    status.memoryBytes =
      (corpus.files.isEmpty ? 0 : corpus.byteCount) + vocabulary.ownByteCount
      + documents.values.reduce(0) { $0 + $1.tokens.byteCount }
      + changed.values.reduce(0) { $0 + $1.tokens.byteCount }
    return status
  }
}

extension DocumentSnapshot {
  /// True for languages that people talk to each other in: their words are not made of parts.
  ///
  /// Editors call plain text whatever they do not know; then the end of the file's name tells more.
  var isProse: Bool {
    guard scanner.rules.joiners.contains(UInt8(ascii: "'")) else { return false }
    guard ["plaintext", "text", "txt", ""].contains(languageID.lowercased()) else { return true }
    let name = uri.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".").dropFirst().last.map { $0.lowercased() }
    return ending.map { ["txt", "text", "asc", "adoc", "md", "markdown", "rst", "org", "tex"].contains($0) } ?? true
  }
}

extension Text {
  /// How far the line is indented that a place is on; nil when something else stands before the place.
  func lineIndent(before place: Int) -> Int? {
    let start = Swift.max(0, place - 256)
    let bytes = bytes(in: scalarBoundary(atOrBefore: start)..<place)
    var gap = Gap.Builder()
    for byte in bytes.reversed() {
      switch byte {
      case 0x20, 0x09: gap.add(byte)
      case 0x0A, 0x0D: return gap.take().width
      default: return nil
      }
    }
    return start == 0 ? gap.take().width : nil
  }
}
