import CatchwordCompletion
import CatchwordFiles
import CatchwordPrediction
import CatchwordRPC
import CatchwordSettings
import CatchwordSources
import CatchwordText
import Foundation

/// Our own engine with one document, driven as the server drives it, without the wire.
///
/// All sources that are built in are there with their defaults, but that the workspace reads every file of its folder: that
/// is what the other orders get. Nothing is kept on the disk, and nothing has been learned from choices.
final class QualityEngine {
  /// What a list took, and what is in it.
  struct List {
    let result: CompletionResult
    /// From the question to the whole list.
    let time: Duration
  }

  /// Why there are no lists.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let model: LanguageModel
  private let sources: BuiltInSources
  private let scheduler: CompletionScheduler
  private let observers: [any DocumentObserver]
  private let settings: CompletionSettings
  private var document: OpenDocument
  private var requests: UInt64 = 0

  /// How long to wait for the words of the other files.
  private static let patience = Duration.seconds(120)
  /// So long a list may take: figures about order are not to depend on how busy the machine is.
  private static let budget = Duration.seconds(10)

  /// Creates an engine with an empty document, and makes its model of the other files.
  ///
  /// - Parameters:
  ///   - folder: The workspace, in which the document's file is missing.
  ///   - path: The document's path, from the folder.
  ///   - others: The files of the folder.
  init(folder: String, path: String, others: some Sequence<ReplayFolder.File>) {
    var settings = CompletionSettings()
    settings.budget = QualityEngine.budget
    self.settings = settings
    sources = BuiltInSources()
    // As the program has it, but the same in every run.
    let secrets = WordFilter()
    model = LanguageModel(
      seed: 1, isLearned: { secrets.allows($0) }, isPrivate: { SensitiveFiles.isSensitive(uri: $0) })
    let everything = SettingsLayer(
      ["workspace": ["respectsIgnoreFiles": false, "includesHidden": true, "exclude": []]])
    let effective = EffectiveSettings(
      [everything], schema: BuiltInSources.schema, home: folder, workingFolder: folder)
    let further = sources.apply(effective, folders: [folder])
    let all = sources.all + further
    scheduler = CompletionScheduler(sources: all, model: model, settings: settings)
    observers = all.compactMap { $0 as? any DocumentObserver } + [model]
    var builder = CorpusBuilder(isLearned: { secrets.allows($0) })
    for file in others { _ = builder.add(file.bytes, path: "\(folder)/\(file.path)") }
    model.install(builder.build())
    document = OpenDocument(
      uri: URL(fileURLWithPath: "\(folder)/\(path)").absoluteString, languageID: Language.id(forPath: path), version: 1,
      text: "")
    for observer in observers { observer.documentDidOpen(document.snapshot) }
  }

  deinit { scheduler.shutDown() }

  /// The document as it is now; the cursor is at its end.
  var snapshot: DocumentSnapshot { document.snapshot }

  /// Waits until the words of all other files are there.
  func waitForWords() async throws {
    let deadline = ContinuousClock.now + QualityEngine.patience
    while sources.isBusy {
      if ContinuousClock.now > deadline {
        throw Failure(description: "the files of the workspace were not read within \(QualityEngine.patience)")
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Types at the end of the document: one edit.
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

  /// How long the model alone takes to say what may come at the end of the document: as many words as a list has.
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

  /// Asks for the list at the end of the document, and waits for it.
  ///
  /// - Parameters:
  ///   - isTyping: True to ask as our own clients do while somebody types; false for by hand.
  ///   - takesFirst: True to ask as clients do whose Enter takes the first item.
  func list(isTyping: Bool = false, takesFirst: Bool = false) async -> List {
    requests += 1
    let snapshot = document.snapshot
    let id = CompletionRequestID(requests)
    let start = ContinuousClock.now
    let query = CompletionQuery(
      document: snapshot, offset: snapshot.text.count, trigger: isTyping ? .automatic : .invoked,
      limit: isTyping ? min(settings.limit, CompletionSettings.typingLimit) : settings.limit, budget: settings.budget,
      isTyping: isTyping, takesFirst: takesFirst)
    let result = await withCheckedContinuation { continuation in
      scheduler.request(query, id: id) { update in
        if case .end(let ending) = update { continuation.resume(returning: ending.result) }
      }
    }
    return List(result: result, time: ContinuousClock.now - start)
  }
}

extension CompletionResult {
  /// The rank, from 1, of the first item that writes a word which is being typed; 0 when none does.
  ///
  /// - Parameters:
  ///   - word: Where the word is in the file, in bytes.
  ///   - text: The whole file, as UTF-8.
  func rank(of word: Range<Int>, in text: ContiguousArray<UInt8>) -> Int {
    let place = items.firstIndex { OfferedItem($0.candidate, of: query).writes(word, in: text) }
    return place.map { $0 + 1 } ?? 0
  }
}
