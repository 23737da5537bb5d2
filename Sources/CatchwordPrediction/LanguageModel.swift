public import CatchwordText
import Synchronization

/// What is written here, as a model that says how likely each word is to come next.
///
/// It knows the open documents, which are followed edit by edit, and a corpus of the files of a workspace, which is made
/// elsewhere and installed. Its methods return at once and may be called from any thread.
public final class LanguageModel: Sendable {
  /// Creates a model that knows nothing yet.
  public init() {}

  // MARK: Open documents

  /// Learns from a document until it is closed.
  public func documentDidOpen(_ document: DocumentSnapshot) {}

  /// Follows an edit; `document` is its new version. Only what changed is read anew, when it is next needed.
  public func documentDidChange(_ change: TextChange, in document: DocumentSnapshot) {}

  /// Forgets a document; its file, if the corpus has it, counts again.
  public func documentDidClose(uri: String) {}

  // MARK: Files

  /// Takes a corpus in place of the one before; nil forgets it.
  public func install(_ corpus: Corpus?) {}

  /// Takes the new texts of files that have changed, and forgets those that are nil.
  ///
  /// - Returns: False when so much has changed that the corpus should be made anew.
  public func update(_ files: [(path: String, text: ContiguousArray<UInt8>?)]) -> Bool { true }

  /// What there is, and what it takes.
  public var status: ModelStatus { ModelStatus() }

  // MARK: Asking

  /// What may come after a cursor.
  ///
  /// - Parameters:
  ///   - offset: The cursor, as a byte offset; what of a word stands before it is taken as the beginning of what comes.
  ///   - document: The document.
  ///   - options: How much is wanted, and how certain it must be.
  public func continuation(at offset: Int, in document: DocumentSnapshot, options: ContinuationOptions) -> Continuation?
  {
    nil
  }
}

/// How much of a continuation is wanted.
public struct ContinuationOptions: Equatable, Sendable {
  /// How certain the whole of it must be, from 0 to 1.
  public var confidence = 0.5
  /// How many lines it may have.
  public var lines = 1
  /// How it must begin, from the beginning of the word before the cursor on; nil when that does not matter.
  public var beginning: String?

  /// The defaults.
  public init() {}
}

/// Text that may come next.
public struct Continuation: Equatable, Sendable {
  /// What comes after the cursor.
  public var text: String
  /// How likely all of it is, from 0 to 1.
  public var confidence: Double
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

/// Makes a corpus of files.
public struct CorpusBuilder {
  /// - Parameters:
  ///   - maximumTokens: The most tokens it may have; what comes later is left out.
  ///   - isLearned: Tells whether a word may be learned.
  public init(maximumTokens: Int = 4_000_000, isLearned: @escaping @Sendable (String) -> Bool = { _ in true }) {}

  /// Adds a file.
  ///
  /// - Returns: False when there is no more room, and the file was left out.
  public mutating func add(_ text: ContiguousArray<UInt8>, path: String) -> Bool { false }

  /// Sorts what was added.
  ///
  /// - Returns: Nil when it was cancelled.
  /// - Complexity: O(*n*).
  public consuming func build(isCancelled: () -> Bool = { false }) -> Corpus? { nil }
}

/// The files of a workspace as a model sees them; it never changes.
public final class Corpus: Sendable {}
