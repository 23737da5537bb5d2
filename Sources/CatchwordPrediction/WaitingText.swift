import CatchwordText

/// The changes of documents and files that have not been learned yet.
///
/// There is at most one entry for each document that is open or was known, and one for each file, so it does not grow
/// with the number of edits. Noting a change takes O(1) in the length of the texts, so a receive loop may do it.
struct WaitingText {
  /// The changes of one document.
  struct Document {
    /// The step in which it was opened or closed; 0 when it was only edited.
    fileprivate(set) var step = 0
    /// The version that was opened; nil when it was open already.
    fileprivate(set) var opened: DocumentSnapshot?
    /// The edits since then, the oldest first.
    fileprivate(set) var edits: [TextChange] = []
    /// The newest version; nil when it was closed.
    fileprivate(set) var newest: DocumentSnapshot?
  }

  /// The maximum number of edits kept apart for each document; more are merged into one that spans them all.
  static let maximumEdits = 64
  /// The maximum length in bytes of adjacent edits that are merged into one.
  private static let maximumMergedLength = 1024

  /// The changes of documents, by uri.
  private(set) var documents: [String: Document] = [:]
  /// A corpus that replaces the previous one.
  private(set) var corpus: Corpus?
  /// The new tokens of files, by path; nil for deleted files.
  private(set) var files: [String: FileTokens?] = [:]
  /// The documents that are open according to the changes taken so far.
  private var known: Set<String> = []
  private var steps = 0

  // MARK: Noting

  mutating func open(_ document: DocumentSnapshot) {
    steps += 1
    documents[document.uri] = Document(step: steps, opened: document, newest: document)
  }

  mutating func note(_ change: TextChange, in document: DocumentSnapshot) {
    let uri = document.uri
    guard documents[uri].map({ $0.newest != nil }) ?? known.contains(uri) else { return }
    documents[uri, default: Document()].note(change, document)
  }

  mutating func close(_ uri: String) {
    documents[uri] = nil
    guard known.contains(uri) else { return }
    steps += 1
    documents[uri] = Document(step: steps)
  }

  /// Notes a corpus, which contains the files as they were when it was built.
  ///
  /// - Returns: The replaced values, to be freed outside of a lock.
  mutating func install(_ corpus: Corpus) -> (Corpus?, [String: FileTokens?]) {
    defer { (self.corpus, files) = (corpus, [:]) }
    return (self.corpus, files)
  }

  mutating func note(_ file: FileTokens?, path: String) { files[path] = .some(file) }

  // MARK: Taking

  /// Takes all waiting changes, but only some of the files.
  ///
  /// - Parameter maximumFiles: The maximum number of files that are taken.
  mutating func take(files maximumFiles: Int = .max) -> WaitingText {
    var taken = WaitingText()
    swap(&taken.documents, &documents)
    swap(&taken.corpus, &corpus)
    if maximumFiles >= files.count {
      swap(&taken.files, &files)
    } else {
      for path in files.keys.prefix(maximumFiles) { taken.files[path] = files.removeValue(forKey: path) }
    }
    for (uri, document) in taken.documents {
      if document.newest == nil { known.remove(uri) } else { known.insert(uri) }
    }
    return taken
  }

  /// True when there is nothing to learn.
  var isEmpty: Bool { documents.isEmpty && !hasFiles }

  /// True when a corpus or the text of a file waits.
  var hasFiles: Bool { corpus != nil || !files.isEmpty }
}

extension WaitingText.Document {
  fileprivate mutating func note(_ change: TextChange, _ document: DocumentSnapshot) {
    newest = document
    if let merged = edits.last?.merged(with: change), merged.inserted.count <= WaitingText.maximumMergedLength,
      merged.replaced.count <= WaitingText.maximumMergedLength
    {
      edits[edits.count - 1] = merged
      return
    }
    edits.append(change)
    guard edits.count > WaitingText.maximumEdits else { return }
    let all = edits.dropFirst().reduce(Optional(edits[0])) { $0?.merged(with: $1) }
    // Edits that do not follow from each other do not tell which text is unchanged.
    edits = all.map { [$0] } ?? []
    if all == nil { opened = document }
  }
}

extension LearnedText {
  /// Learns the waiting changes. The order of different documents and files makes no difference, except for the order
  /// in which documents were last used.
  mutating func learn(_ waiting: WaitingText) {
    if let corpus = waiting.corpus { install(corpus) }
    for (path, file) in waiting.files { update(path, to: file) }
    for (uri, document) in waiting.documents.sorted(by: { $0.value.step < $1.value.step }) {
      guard let newest = document.newest else {
        close(uri)
        continue
      }
      if let opened = document.opened { open(opened) }
      for edit in document.edits { note(edit, in: newest) }
    }
  }
}
