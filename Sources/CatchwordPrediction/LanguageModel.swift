public import CatchwordText
import Synchronization

/// What is written here, as a model that says how likely each word is to come next.
///
/// It is a nested cache model: each place where the tokens before the cursor stood before, in the open documents and in
/// the files of a workspace, votes for what followed, longer contexts and nearer places more. It knows the open documents,
/// which it follows edit by edit, and a corpus of files, which is made elsewhere and installed. Nothing is counted
/// beforehand, so nothing can be forgotten wrongly. Its methods may be called from any thread, and wait for each other
/// for at most as long as a first reading takes: that of the documents that count, or of the files of one `update`.
public final class LanguageModel: Sendable {
  private let state: Mutex<LearnedText>

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
    state = Mutex(LearnedText(seed: seed, isLearned: isLearned, isPrivate: isPrivate, path: path))
  }

  // MARK: Open documents

  /// Learns from a document until it is closed.
  public func documentDidOpen(_ document: DocumentSnapshot) { state.withLock { $0.open(document) } }

  /// Follows an edit; `document` is its new version. Only what changed is read anew, when it is next needed.
  ///
  /// - Complexity: O(1) in the length of the text.
  public func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) {
    state.withLock { $0.note(change, in: document) }
  }

  /// Forgets a document; its file, if the corpus has it, counts again.
  public func documentDidClose(uri: String) { state.withLock { $0.close(uri) } }

  // MARK: Files

  /// Takes a corpus in place of the one before; nil forgets it.
  ///
  /// - Complexity: O(1); the open documents are read anew when they are next needed.
  public func install(_ corpus: Corpus?) {
    // What is let go of is freed outside the lock.
    let old = state.withLock { state in
      defer { state.install(corpus ?? .empty) }
      return state.corpus
    }
    _ = old
  }

  /// Takes the new texts of files that have changed, and forgets those that are nil.
  ///
  /// - Returns: False when so much has changed that the corpus should be made anew.
  public func update(_ files: [(path: String, text: ContiguousArray<UInt8>?)]) -> Bool {
    state.withLock { $0.update(files) }
  }

  /// What there is, and what it takes.
  public var status: ModelStatus { state.withLock(\.status) }

  // MARK: Asking

  /// How likely each word is at a cursor.
  ///
  /// - Parameters:
  ///   - offset: The cursor, as a byte offset.
  ///   - document: The document.
  /// - Complexity: O(changed text) and the votes, whose number is bounded.
  public func prediction(at offset: Int, in document: DocumentSnapshot) -> Prediction {
    state.withLock { $0.prediction(at: offset, in: document) }
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
    state.withLock { $0.continuation(at: offset, in: document, options) }
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
