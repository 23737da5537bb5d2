import CatchwordText

/// The learned text of a model: a corpus, its changed files, and the open documents.
struct LearnedText: ~Copyable {
  /// An open document.
  struct Followed {
    var tokens: DocumentTokens
    var snapshot: DocumentSnapshot
    var path: String?
  }

  /// A file that has changed since the corpus was made.
  struct Changed {
    var tokens: DocumentTokens
    /// The weight of a vote.
    var weight: Float
  }

  /// The maximum number of open documents that count besides the current one.
  static let maximumOthers = 16
  /// The number of last used documents among which these are searched, as some may be private.
  static let maximumLookedAt = 64
  /// The maximum number of files that may differ from the corpus before it should be built again, and the part of its
  /// tokens that may (one in so many). The new text of further files does not count until then.
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
  /// The files of each far text that do not count.
  private(set) var farDead: [FarDead] = []
  let extent: DocumentTokens.Extent
  /// The uris of the open documents, in the order of their last use.
  private(set) var order = UseOrder()
  /// The number of open documents by path.
  private var openPaths: [String: Int] = [:]
  /// The sorted paths of `changed`.
  private var changedPaths: [String] = []
  /// True when more files have changed than are kept.
  private var hasMissed = false
  /// The number of words of documents at which the unused ones are forgotten.
  private var tidyCount = LearnedText.maximumUnused
  static let maximumUnused = 4096
  /// The last prediction, which is valid while only its word is typed.
  var last: (place: Place, prediction: Prediction)?
  /// A number that grows whenever the learned text changes, so that a prediction from an older text is not kept.
  private(set) var revision = 0

  init(
    seed: UInt64, isLearned: @escaping @Sendable (String) -> Bool, isPrivate: @escaping @Sendable (String) -> Bool,
    path: @escaping @Sendable (String) -> String?, extent: DocumentTokens.Extent = DocumentTokens.Extent()
  ) {
    self.extent = extent
    self.seed = seed
    self.isLearned = isLearned
    self.isPrivate = isPrivate
    self.path = path
    vocabulary = Vocabulary(corpus, seed: seed)
  }

  // MARK: Following

  mutating func open(_ document: DocumentSnapshot) {
    endLast()
    let uri = document.uri
    if documents[uri] == nil {
      let path = path(uri)
      if let path { count(path, by: 1) }
      documents[uri] = Followed(tokens: DocumentTokens(extent), snapshot: document, path: path)
    } else {
      documents[uri]?.tokens = DocumentTokens(extent)
      documents[uri]?.snapshot = document
    }
    order.use(uri)
  }

  private mutating func count(_ path: String, by change: Int) {
    let count = openPaths[path, default: 0] + change
    openPaths[path] = count > 0 ? count : nil
    updateDead(path)
  }

  /// Notes an edit, whose result is the text of `document` or of an earlier version.
  mutating func note(_ change: TextChange, in document: DocumentSnapshot) {
    if (last?.place).map({ isTyping(change, in: document.uri, at: $0) }) != true { endLast() }
    documents[document.uri]?.tokens.note(change)
    documents[document.uri]?.snapshot = document
  }

  /// True when an edit only continues the word of a prediction.
  private func isTyping(_ change: TextChange, in uri: String, at place: Place) -> Bool {
    place.uri == uri && change.replaced.lowerBound >= place.wordStart
      && change.after.wordRange(around: change.inserted.upperBound, scanner: Tokenizer.scanner).lowerBound
        == place.wordStart
      && change.before.wordRange(around: change.replaced.upperBound, scanner: Tokenizer.scanner).lowerBound
        == place.wordStart
  }

  /// Discards the last prediction.
  private mutating func endLast() {
    last = nil
    revision += 1
  }

  mutating func close(_ uri: String) {
    endLast()
    guard let document = documents.removeValue(forKey: uri) else { return }
    order.remove(uri)
    if let path = document.path { count(path, by: -1) }
    if documents.isEmpty && changed.isEmpty { vocabulary = Vocabulary(corpus, seed: seed) }
  }

  mutating func install(_ corpus: Corpus) {
    self.corpus = corpus
    vocabulary = Vocabulary(corpus, seed: seed)
    tidyCount = LearnedText.maximumUnused
    for uri in documents.keys { documents[uri]?.tokens = DocumentTokens(extent) }
    (changed, changedPaths, gone, hasMissed) = ([:], [], [], false)
    endLast()
    dead = DeadFiles()
    dead.update(to: Set(openPaths.keys.compactMap { corpus.numbers[$0] }), in: corpus)
    farDead = corpus.far.tiers.map { tier in
      var dead = tier.dead
      for file in openPaths.keys.compactMap(tier.file) { dead.set(file, isDead: true, in: tier) }
      return dead
    }
  }

  /// Reads files and learns them at once.
  ///
  /// - Returns: False when the corpus should be built again.
  mutating func update(_ files: [(path: String, text: ContiguousArray<UInt8>?)]) -> Bool {
    for (path, text) in files {
      update(path, to: text.map { FileTokens($0, extent, seed: seed, isLearned: isLearned) })
    }
    return isEnough
  }

  /// Sets the new tokens of a file; nil when the file is gone.
  ///
  /// - Complexity: O(tokens of the file).
  mutating func update(_ path: String, to file: FileTokens?) {
    endLast()
    changed[path] = nil
    if let file, changed.count < LearnedText.maximumChanged {
      changed[path] = Changed(tokens: file.tokens(in: &vocabulary), weight: weight(of: path))
    } else if file != nil {
      hasMissed = true
    }
    if changed[path] == nil && isKnown(path) { gone.insert(path) } else { gone.remove(path) }
    updateDead(path)
    changedPaths = changed.keys.sorted()
  }

  /// False when so much differs from the corpus that it should be built again.
  var isEnough: Bool {
    let tokens = changed.reduce(dead.tokenCount) { $0 + $1.value.tokens.tokens.count }
    return !hasMissed && gone.count <= LearnedText.maximumChanged * 16
      && tokens * LearnedText.changedShare <= max(corpus.tokenCount, 100_000)
  }

  /// Returns the weight of a vote of a file that has changed.
  private func weight(of path: String) -> Float {
    if corpus.isFurther(path) { return VoteWeights.further }
    // What had changed before, and other roots have, counts as theirs.
    let tier = corpus.far.tiers.first { tier in tier.file(at: path).map { !tier.changed.contains($0) } ?? false }
    return tier?.weight ?? 1
  }

  /// True when the corpus, or a far text, has a file.
  private func isKnown(_ path: String) -> Bool {
    corpus.numbers[path] != nil || corpus.far.tiers.contains { $0.file(at: path) != nil }
  }

  /// Updates whether a file of the corpus, and of far texts, counts.
  private mutating func updateDead(_ path: String) {
    let isDead = openPaths[path] != nil || changed[path] != nil || gone.contains(path)
    if let number = corpus.numbers[path] { dead.set(number, isDead: isDead, in: corpus) }
    for (index, tier) in corpus.far.tiers.enumerated() {
      guard let file = tier.file(at: path) else { continue }
      farDead[index].set(file, isDead: isDead || tier.changed.contains(file), in: tier)
    }
  }

  // MARK: Forgetting

  /// Forgets the words that no text contains any more, before they outnumber those that are used.
  private mutating func tidyIfNeeded() {
    if vocabulary.ownCount < tidyCount { return }
    tidy()
    tidyCount = 2 * vocabulary.ownCount + LearnedText.maximumUnused
  }

  /// Forgets the words that no followed text contains.
  ///
  /// - Complexity: O(tokens of all documents).
  mutating func tidy() {
    endLast()
    let start = vocabulary.ownStart
    var used = ContiguousArray<Bool>(repeating: false, count: vocabulary.ownCount)
    func note(_ tokens: DocumentTokens) {
      tokens.counts.forEach { if $1 > 0 && Int($0) >= start { used[Int($0) - start] = true } }
    }
    for document in documents.values { note(document.tokens) }
    for file in changed.values { note(file.tokens) }
    let numbers = vocabulary.keepOwn { used[$0] }
    func number(_ token: Token) -> Token { Int(token) < start ? token : numbers[Int(token) - start] }
    for uri in documents.keys { documents[uri]?.tokens.renumber(number) }
    for path in changedPaths { changed[path]?.tokens.renumber(number) }
  }

  // MARK: Reading

  private mutating func read(_ kind: TokenKind, _ word: UnsafeBufferPointer<UInt8>) -> Token {
    vocabulary.token(adding: word) { kind == .mark || isLearned($0) }
  }

  /// True when a document is open, and its text is the newest one.
  func isCurrent(_ document: DocumentSnapshot) -> Bool { documents[document.uri]?.snapshot.text == document.text }

  /// Returns the word at an offset, by the rules of the tokenizer.
  static func word(at offset: Int, in document: DocumentSnapshot) -> Range<Int> {
    document.text.wordRange(around: offset, scanner: Tokenizer.scanner)
  }

  /// Reads the documents as far as necessary and returns their evidence.
  ///
  /// - Returns: The evidence, whose first document is this one; its tokens; the word counts of the others.
  mutating func evidence(
    around word: Range<Int>, in document: DocumentSnapshot
  ) -> (Evidence, DocumentTokens, [TokenTable<Int32>]) {
    tidyIfNeeded()
    let isCurrent = isCurrent(document)
    var own = isCurrent ? documents[document.uri]?.tokens ?? DocumentTokens(extent) : DocumentTokens(extent)
    if isCurrent { documents[document.uri]?.tokens = DocumentTokens(extent) }
    let cursor = own.read(document.text, around: word, isStepwise: true) { read($0, $1) }
    // Tokens of another version are not kept: the edits up to the newest one are known, so its text is not read again.
    if isCurrent { documents[document.uri]?.tokens = own }
    if documents[document.uri] != nil { order.use(document.uri) }
    var all = [Evidence.Document(tokens: own.tokens, gaps: own.gaps, cursor: cursor, weight: VoteWeights.here)]
    var counts: [TokenTable<Int32>] = []
    let others = order.lastUsed(LearnedText.maximumLookedAt).filter { $0 != document.uri && !isPrivate($0) }
    for uri in others.prefix(LearnedText.maximumOthers) {
      guard let other = documents[uri] else { continue }
      var tokens = other.tokens
      documents[uri]?.tokens = DocumentTokens(extent)
      _ = tokens.read(other.snapshot.text, around: nil) { read($0, $1) }
      documents[uri]?.tokens = tokens
      all.append(Evidence.Document(tokens: tokens.tokens, gaps: tokens.gaps, cursor: nil, weight: VoteWeights.open))
      counts.append(tokens.counts)
    }
    for path in changedPaths where openPaths[path] == nil {
      guard let file = changed[path] else { continue }
      all.append(
        Evidence.Document(tokens: file.tokens.tokens, gaps: file.tokens.gaps, cursor: nil, weight: file.weight))
      counts.append(file.tokens.counts)
    }
    return (Evidence(corpus: corpus, dead: dead, farDead: farDead, documents: all), own, counts)
  }

  var status: ModelStatus {
    var status = ModelStatus()
    status.files = corpus.files.count - dead.files.count + changed.count
    status.tokens = corpus.files.isEmpty ? 0 : max(0, corpus.tokenCount - dead.tokenCount)
    status.farFiles = corpus.far.tiers.reduce(0) { $0 + $1.text.fileCount }
    status.farTokens = corpus.far.tiers.reduce(0) { $0 + $1.text.tokenCount }
    status.farBytes = corpus.far.tiers.reduce(0) { $0 + $1.text.byteCount }
    status.documents = documents.count
    status.memoryBytes =
      (corpus.files.isEmpty ? 0 : corpus.byteCount) + vocabulary.ownByteCount
      + documents.values.reduce(0) { $0 + $1.tokens.byteCount }
      + changed.values.reduce(0) { $0 + $1.tokens.byteCount }
    return status
  }
}
