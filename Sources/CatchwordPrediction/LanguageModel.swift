public import CatchwordText
import Synchronization

/// A model of the text in a workspace that estimates how likely each word is to come next.
///
/// It is a nested cache model: each place where the tokens before the cursor occurred, in the open documents and in the
/// files of a workspace, votes for the token that followed; longer contexts and nearer places have more weight. It
/// follows the open documents edit by edit; the corpus of files is built elsewhere and installed. Nothing is counted in
/// advance but the most frequent contexts of the corpus, so nothing can be forgotten wrongly.
///
/// Its methods may be called from any thread. There are two locks. Changes of documents and files are noted under
/// `waiting`, in O(1); `documentDidOpen`, `documentDidChange`, `documentDidClose` and `install` take only that lock, so
/// a receive loop may call them. The learned text is under `learned`: a request first learns what waits, so it knows
/// every edit noted before it, and reads the documents that count under that lock; the votes for a prediction are
/// counted outside of it. Files are read outside of both. `waiting` may be taken while `learned` is held, but never the
/// other way round.
public final class LanguageModel: Sendable {
  private let waiting = Mutex(WaitingText())
  private let learned: Mutex<LearnedText>
  private let seed: UInt64
  private let isLearned: @Sendable (String) -> Bool

  /// Creates a model that knows nothing yet.
  ///
  /// - Parameters:
  ///   - seed: A number that the authors of the texts do not know.
  ///   - isLearned: True for a word of a document that may be learned.
  ///   - isPrivate: True for the uri of a document whose text must not be used in other documents.
  ///   - path: The path of a document's file by its uri, as in the corpus; nil for a document without a file.
  public init(
    seed: UInt64 = .random(in: .min ... .max), isLearned: @escaping @Sendable (String) -> Bool = { _ in true },
    isPrivate: @escaping @Sendable (_ uri: String) -> Bool = { _ in false },
    path: @escaping @Sendable (_ uri: String) -> String? = { _ in nil }
  ) {
    self.seed = seed
    self.isLearned = isLearned
    learned = Mutex(LearnedText(seed: seed, isLearned: isLearned, isPrivate: isPrivate, path: path))
  }

  // MARK: Open documents

  /// Learns from a document until it is closed.
  ///
  /// - Complexity: O(1); the document is read when it is next needed.
  public func documentDidOpen(_ document: DocumentSnapshot) { waiting.withLock { $0.open(document) } }

  /// Notes an edit; `document` is the new version. Only the changed text is read again, when it is next needed.
  ///
  /// - Complexity: O(1) in the length of the text.
  public func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) {
    waiting.withLock { $0.note(change, in: document) }
  }

  /// Forgets a document; its file, if it is in the corpus, counts again.
  ///
  /// - Complexity: O(1).
  public func documentDidClose(uri: String) { waiting.withLock { $0.close(uri) } }

  // MARK: Files

  /// Replaces the corpus; nil removes it. No later request uses the previous one.
  ///
  /// The memory of the previous corpus is freed by the next request or update, or by `settle()`.
  ///
  /// - Complexity: O(1); the open documents are read again when they are next needed.
  public func install(_ corpus: Corpus?) {
    // The replaced values are freed outside the lock.
    let old = waiting.withLock { $0.install(corpus ?? .empty) }
    _ = old
  }

  /// Takes the new texts of changed files, and forgets the files whose text is nil.
  ///
  /// - Returns: False when so much has changed that the corpus should be built again.
  /// - Complexity: O(bytes of the files), each up to the extent that is read of a document.
  public func update(_ files: [(path: String, text: ContiguousArray<UInt8>?)]) -> Bool {
    note(read(files))
    return settle()
  }

  /// The tokens of some files, by path; nil for deleted files.
  package typealias ReadFiles = [(path: String, tokens: FileTokens?)]

  /// Reads the new texts of files without learning them; takes no lock.
  package func read(_ files: [(path: String, text: ContiguousArray<UInt8>?)]) -> ReadFiles {
    files.map { path, text in
      (path, text.map { FileTokens($0, DocumentTokens.Extent(), seed: seed, isLearned: isLearned) })
    }
  }

  /// Notes the new texts of files, which are learned by the next request or by `settle()`.
  ///
  /// - Complexity: O(number of files).
  package func note(_ files: ReadFiles) {
    waiting.withLock { waiting in
      for (path, tokens) in files { waiting.note(tokens, path: path) }
    }
  }

  /// Learns the waiting changes in steps, between which other threads can make requests.
  ///
  /// - Returns: False when so much has changed that the corpus should be built again.
  /// - Complexity: O(tokens of the files that wait).
  @discardableResult
  package func settle() -> Bool {
    while true {
      let isEnough = withLearned(files: 1) { $0.isEnough }
      if !waiting.withLock(\.hasFiles) { return isEnough }
    }
  }

  /// The current size of the model.
  public var status: ModelStatus { withLearned { $0.status } }

  // MARK: Asking

  /// Returns the likelihoods of words at a cursor.
  ///
  /// - Parameters:
  ///   - offset: The cursor, as a byte offset.
  ///   - document: The document.
  /// - Complexity: O(changed text), plus a bounded number of votes.
  public func prediction(at offset: Int, in document: DocumentSnapshot) -> Prediction {
    switch withLearned({ $0.question(at: offset, in: document) }) {
    case .answered(let prediction): return prediction
    case .open(let question):
      let prediction = Prediction(question.setting)
      learned.withLock { $0.keep(prediction, of: question) }
      return prediction
    }
  }

  /// Returns text that may come after a cursor.
  ///
  /// - Parameters:
  ///   - offset: The cursor, as a byte offset; the part of a word before it is taken as the beginning of the next word.
  ///   - document: The document.
  ///   - options: The limits of the continuation, and the confidence that it needs.
  /// - Returns: Nil when no continuation is certain enough.
  public func continuation(at offset: Int, in document: DocumentSnapshot, options: ContinuationOptions) -> Continuation?
  {
    withLearned { $0.continuation(at: offset, in: document, options) }
  }

  /// Returns other texts than `continuation(at:in:options:)` that may come after a cursor, the likeliest first: each goes on
  /// with another word, and is likelier than 0.05.
  ///
  /// - Parameters:
  ///   - offset: The cursor, as a byte offset.
  ///   - document: The document.
  ///   - options: The limits of the continuation.
  /// - Returns: Two texts at most.
  public func alternatives(at offset: Int, in document: DocumentSnapshot, options: ContinuationOptions)
    -> [Continuation]
  {
    withLearned { $0.alternatives(at: offset, in: document, options) }
  }

  /// Learns the waiting changes, and calls `body` with the learned text.
  ///
  /// - Parameter files: The maximum number of waiting files that are learned.
  private func withLearned<Value: Sendable>(files: Int = .max, _ body: (inout LearnedText) -> Value) -> Value {
    var old: (Corpus, WaitingText)?
    defer { withExtendedLifetime(old) {} }
    return learned.withLock { learned in
      let news = waiting.withLock { $0.take(files: files) }
      // The replaced values are freed outside the locks.
      if !news.isEmpty { old = (learned.corpus, news) }
      learned.learn(news)
      return body(&learned)
    }
  }
}

/// The size of a model: its texts and its memory.
public struct ModelStatus: Equatable, Sendable {
  /// The number of workspace files that it has learned from.
  public var files = 0
  /// The number of tokens in these files: words, numbers, marks, line ends.
  public var tokens = 0
  /// The number of open documents that it follows.
  public var documents = 0
  /// The memory size in bytes.
  public var memoryBytes = 0
  /// The number of files of the far texts, which all servers share.
  public var farFiles = 0
  /// The number of tokens in these files.
  public var farTokens = 0
  /// The size of the far texts, in bytes.
  public var farBytes = 0

  /// Creates an empty status.
  public init() {}
}
