public import CatchwordText
import Synchronization

/// What is written here, as a model that says how likely each word is to come next.
///
/// It is a nested cache model: each place where the tokens before the cursor stood before, in the open documents and in
/// the files of a workspace, votes for what followed, longer contexts and nearer places more. It knows the open documents,
/// which it follows edit by edit, and a corpus of files, which is made elsewhere and installed. Nothing is counted
/// beforehand, so nothing can be forgotten wrongly.
///
/// Its methods may be called from any thread. There are two locks. What happens to documents and files is noted under
/// `waiting`, in O(1); that is the only one that `documentDidOpen`, `documentDidChange`, `documentDidClose` and `install`
/// take, so a receive loop may call them. What has been learned is under `learned`: a question first learns what waits,
/// so it knows every edit that was noted before it, and reads the documents that count under that lock; votes for a
/// prediction are counted outside of it. Files are read outside of both. `waiting` may be taken while `learned` is held,
/// and never the other way round.
public final class LanguageModel: Sendable {
  private let waiting = Mutex(WaitingText())
  private let learned: Mutex<LearnedText>
  private let seed: UInt64
  private let isLearned: @Sendable (String) -> Bool

  /// Creates a model that knows nothing yet.
  ///
  /// - Parameters:
  ///   - seed: Something unknown to whoever writes the texts.
  ///   - isLearned: Tells whether a word of a document may be learned.
  ///   - isPrivate: Tells by its uri whether what is in a document is nobody else's business.
  ///   - path: The path of a document's file by its uri, as the corpus knows it; nil for a document that is in none.
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
  /// - Complexity: O(1); it is read when that is next needed.
  public func documentDidOpen(_ document: DocumentSnapshot) { waiting.withLock { $0.open(document) } }

  /// Follows an edit; `document` is its new version. Only what changed is read anew, when it is next needed.
  ///
  /// - Complexity: O(1) in the length of the text.
  public func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) {
    waiting.withLock { $0.note(change, in: document) }
  }

  /// Forgets a document; its file, if the corpus has it, counts again.
  ///
  /// - Complexity: O(1).
  public func documentDidClose(uri: String) { waiting.withLock { $0.close(uri) } }

  // MARK: Files

  /// Takes a corpus in place of the one before; nil forgets it. No later question knows the one before.
  ///
  /// Its memory is freed when the model is next asked or fed, or by `settle()`.
  ///
  /// - Complexity: O(1); the open documents are read anew when they are next needed.
  public func install(_ corpus: Corpus?) {
    // What is let go of is freed outside the lock.
    let old = waiting.withLock { $0.install(corpus ?? .empty) }
    _ = old
  }

  /// Takes the new texts of files that have changed, and forgets those that are nil.
  ///
  /// - Returns: False when so much has changed that the corpus should be made anew.
  /// - Complexity: O(bytes of the files), up to what is read of a document each.
  public func update(_ files: [(path: String, text: ContiguousArray<UInt8>?)]) -> Bool {
    note(read(files))
    return settle()
  }

  /// The tokens of some files, by path; nil for those that are gone.
  package typealias ReadFiles = [(path: String, tokens: FileTokens?)]

  /// Reads the new texts of files without having the model learn them; takes no lock.
  package func read(_ files: [(path: String, text: ContiguousArray<UInt8>?)]) -> ReadFiles {
    files.map { path, text in
      (path, text.map { FileTokens($0, DocumentTokens.Extent(), seed: seed, isLearned: isLearned) })
    }
  }

  /// Notes the new texts of files, to be learned when the model is next asked, or by `settle()`.
  ///
  /// - Complexity: O(number of files).
  package func note(_ files: ReadFiles) {
    waiting.withLock { waiting in
      for (path, tokens) in files { waiting.note(tokens, path: path) }
    }
  }

  /// Learns what waits, in steps between which others can ask.
  ///
  /// - Returns: False when so much has changed that the corpus should be made anew.
  /// - Complexity: O(tokens of the files that wait).
  @discardableResult
  package func settle() -> Bool {
    while true {
      let isEnough = withLearned(files: 1) { $0.isEnough }
      if !waiting.withLock(\.hasFiles) { return isEnough }
    }
  }

  /// What there is, and what it takes.
  public var status: ModelStatus { withLearned { $0.status } }

  // MARK: Asking

  /// How likely each word is at a cursor.
  ///
  /// - Parameters:
  ///   - offset: The cursor, as a byte offset.
  ///   - document: The document.
  /// - Complexity: O(changed text) and the votes, whose number is bounded.
  public func prediction(at offset: Int, in document: DocumentSnapshot) -> Prediction {
    switch withLearned({ $0.question(at: offset, in: document) }) {
    case .answered(let prediction): return prediction
    case .open(let question):
      let prediction = Prediction(question.setting)
      learned.withLock { $0.keep(prediction, of: question) }
      return prediction
    }
  }

  /// What may come after a cursor.
  ///
  /// - Parameters:
  ///   - offset: The cursor, as a byte offset; what of a word stands before it is taken as the beginning of what comes.
  ///   - document: The document.
  ///   - options: How much is wanted, and how certain it must be.
  /// - Returns: Nil when nothing is certain enough.
  public func continuation(at offset: Int, in document: DocumentSnapshot, options: ContinuationOptions) -> Continuation?
  {
    withLearned { $0.continuation(at: offset, in: document, options) }
  }

  /// Learns what waits, and calls `body` with all that has been learned.
  ///
  /// - Parameter files: How many of the files that wait are learned at most.
  private func withLearned<Value: Sendable>(files: Int = .max, _ body: (inout LearnedText) -> Value) -> Value {
    var old: (Corpus, WaitingText)?
    defer { withExtendedLifetime(old) {} }
    return learned.withLock { learned in
      let news = waiting.withLock { $0.take(files: files) }
      // What is let go of is freed outside the locks.
      if !news.isEmpty { old = (learned.corpus, news) }
      learned.learn(news)
      return body(&learned)
    }
  }
}

/// What a model knows, and what that takes.
public struct ModelStatus: Equatable, Sendable {
  /// How many files of the workspace it has learned from.
  public var files = 0
  /// How many tokens they have: words, numbers, marks, ends of lines.
  public var tokens = 0
  /// How many open documents it follows.
  public var documents = 0
  /// How many bytes of memory all that takes.
  public var memoryBytes = 0

  /// Nothing.
  public init() {}
}
