import CatchwordCompletion
import CatchwordFiles
import CatchwordPrediction
import CatchwordRPC
import CatchwordSettings
import CatchwordSources
import CatchwordText
import Foundation

/// The package's own engine with one document, driven as the server drives it, without the wire.
///
/// It has all built-in sources with their defaults, except that the workspace reads every file of its folder, as the
/// other orders do. Nothing is stored on disk, and nothing has been learned from choices.
final class QualityEngine {
  /// A list and the time that it took.
  struct List {
    let result: CompletionResult
    /// The time from the request to the complete list.
    let time: Duration
  }

  /// A reason why there are no lists.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let model: LanguageModel
  private let sources: BuiltInSources
  private let scheduler: CompletionScheduler
  private let observers: [any DocumentObserver]
  private let settings: CompletionSettings
  private var document: OpenDocument

  /// The name under which the words of others are published.
  static let sharedNamespace = "others"
  /// The maximum time to wait for the words of the other files.
  private static let patience = Duration.seconds(120)
  /// The time budget of a list, which is long: figures about order must not depend on the machine's load.
  private static let budget = Duration.seconds(10)

  /// Creates an engine with an empty document and with a model of the other files.
  ///
  /// - Parameters:
  ///   - folder: The workspace, in which the document's file is missing.
  ///   - path: The document's path, relative to the folder.
  ///   - others: The other files of the folder, those that are learned first at the beginning.
  ///   - nearTokens: The maximum number of their tokens in memory.
  ///   - far: The far texts behind them.
  ///   - shared: The folder in which words of others are published; nil for none.
  init(
    folder: String, path: String, others: some Sequence<ReplayFolder.File>, nearTokens: Int? = nil,
    far: [FarSource] = [], shared: String? = nil
  ) {
    var settings = CompletionSettings()
    settings.budget = QualityEngine.budget
    // As in the program.
    settings.offersPredictions = true
    self.settings = settings
    sources = BuiltInSources()
    // The same filters as in the program, but a fixed seed, so that every run is the same.
    let secrets = WordFilter()
    model = LanguageModel(
      seed: 1, isLearned: { secrets.allows($0) }, isPrivate: { SensitiveFiles.isSensitive(uri: $0) })
    let everything = SettingsLayer(
      [
        "workspace": ["respectsIgnoreFiles": false, "includesHidden": true, "exclude": []],
        "prediction": ["folders": .array(far.filter(\.isFurther).map { .string($0.root) })],
        "shared": .object(
          shared.map { ["others": ["folder": .string($0), "namespaces": [.string(QualityEngine.sharedNamespace)]]] }
            ?? [:]),
      ], origin: .user(path: ""))
    let effective = EffectiveSettings(
      [everything], schema: BuiltInSources.schema, home: folder, workingFolder: folder)
    let all = sources.all + sources.apply(effective, folders: [folder])
    scheduler = CompletionScheduler(sources: all, model: model, settings: settings)
    observers = all.compactMap(\.documentObserver) + [model]
    var builder = CorpusBuilder(maximumTokens: nearTokens ?? 100_000_000, isLearned: { secrets.allows($0) })
    for file in others { _ = builder.add(file.bytes, path: "\(folder)/\(file.path)") }
    for source in far { builder.add(source) }
    model.install(builder.build())
    document = OpenDocument(
      uri: URL(fileURLWithPath: "\(folder)/\(path)").absoluteString, languageID: Language.id(forPath: path), version: 1,
      text: "")
    for observer in observers { observer.documentDidOpen(document.snapshot) }
  }

  deinit { scheduler.shutDown() }

  /// The document's current snapshot; the cursor is at its end.
  var snapshot: DocumentSnapshot { document.snapshot }

  /// Waits until the words of all other files are available.
  func waitForWords() async throws {
    // Further folders are read from the first key on.
    type("\n")
    clear()
    let deadline = ContinuousClock.now + QualityEngine.patience
    while sources.isBusy {
      if ContinuousClock.now > deadline {
        throw Failure(description: "the files of the workspace were not read within \(QualityEngine.patience)")
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Types at the end of the document, as one edit.
  func type(_ text: some StringProtocol) {
    guard !text.isEmpty else { return }
    let end = document.snapshot.text.position(of: document.snapshot.text.count, encoding: .utf8)
    let change = document.apply(
      replacing: (end, end), with: String(text), version: document.snapshot.version + 1, encoding: .utf8)
    for observer in observers { observer.documentDidChange(change, in: document.snapshot) }
    scheduler.documentDidChange(change, in: document.snapshot)
  }

  /// Empties the document.
  func clear() {
    let old = document.snapshot
    for observer in observers { observer.documentDidClose(uri: old.uri) }
    scheduler.documentDidClose(uri: old.uri)
    document = OpenDocument(uri: old.uri, languageID: old.languageID, version: 1, text: "")
    for observer in observers { observer.documentDidOpen(document.snapshot) }
  }

  /// Measures the model alone: the time to predict as many words at the end of the document as a list has.
  func predictionTime() -> Duration {
    let snapshot = document.snapshot
    let start = snapshot.text.wordStart(before: snapshot.text.count, scanner: snapshot.scanner)
    let typed = snapshot.text.string(in: start..<snapshot.text.count)
    return ContinuousClock().measure {
      let prediction = model.prediction(at: snapshot.text.count, in: snapshot)
      let words = prediction.words(typed: typed, limit: settings.limit)
      precondition(words.count <= settings.limit)
    }
  }

  /// Requests the list at the end of the document, and waits for it.
  ///
  /// - Parameters:
  ///   - isTyping: True to ask as our own clients do while somebody types; false to ask as for a manual request.
  ///   - takesFirst: True to ask as clients do whose Enter takes the first item.
  func list(isTyping: Bool = false, takesFirst: Bool = false) async -> List {
    let snapshot = document.snapshot
    let start = ContinuousClock.now
    let query = CompletionQuery(
      document: snapshot, offset: snapshot.text.count, trigger: isTyping ? .automatic : .invoked,
      limit: isTyping ? min(settings.limit, CompletionSettings.typingLimit) : settings.limit, budget: settings.budget,
      isTyping: isTyping, takesFirst: takesFirst)
    let result = await withCheckedContinuation { continuation in
      scheduler.request(
        PendingCompletion(query) { update in
          if case .end(let ending) = update { continuation.resume(returning: ending.result) }
        })
    }
    return List(result: result, time: ContinuousClock.now - start)
  }
}

extension CompletionResult {
  /// Returns the rank, from 1, of the first item that writes the word being typed; 0 when none does.
  ///
  /// - Parameters:
  ///   - word: The range of the word in the file, in bytes.
  ///   - text: The whole file, as UTF-8.
  func rank(of word: Range<Int>, in text: ContiguousArray<UInt8>) -> Int {
    let place = items.firstIndex { OfferedItem($0.candidate, of: query).writes(word, in: text) }
    return place.map { $0 + 1 } ?? 0
  }
}
