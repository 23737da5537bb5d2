import CatchwordPrediction
import CatchwordSources
import CatchwordText
import Foundation

/// Benchmarks of a model that has learned from many files: the cost of learning and of predictions.
struct PredictionBenchmarks {
  /// The number of tokens of a made-up project.
  private static let tokens = 1_600_000
  /// The reference for the memory of a token, with all that belongs to it, in bytes.
  private static let bytesOfToken = 14
  /// The number of places at which predictions are made.
  private static let places = 1000
  /// The number of files of a user's folder in which predictions are made.
  private static let askedFiles = 8

  /// Measures the rows that work on any machine.
  static func rows() -> [Row] {
    let files = PredictionCorpus.files(tokens: tokens, seed: 7)
    var learned: CatchwordPrediction.Corpus?
    let learning = Measurement(3) {
      var builder = CorpusBuilder()
      for file in files where !builder.add(file.text, path: file.path) { fatalError("no room for a file") }
      learned = builder.build()
    }
    guard let learned, let asked = files.last else { fatalError("nothing was learned") }
    let name = grouped(tokens)
    let megabytes = { (bytes: Int) in Measurement([.microseconds(Double(bytes) / 1e6)]) }
    let model = LanguageModel()
    model.install(learned)
    let (words, lines) = ask(model, [asked.text], seed: 8)
    let looking = Measurement(3) { precondition(files.reduce(0) { $0 + countWords(in: $1.text) } > 0) }
    let row = { (what: String, times: Measurement) in
      Row(name: "\(what) \(name) tokens", ours: times, reference: looking, referenceName: "finding all their words")
    }
    return [
      row("learn", learning),
      Row(
        name: "memory of \(name) tokens, in MB", ours: megabytes(learned.byteCount),
        reference: megabytes(bytesOfToken * learned.tokenCount), referenceName: "\(bytesOfToken) bytes a token",
        unit: "MB"),
      row("predict a word from", words), row("predict a word, the slowest of 100, from", Measurement([words.p99])),
      row("predict a line from", lines), row("predict a line, the slowest of 100, from", Measurement([lines.p99])),
    ]
  }

  /// Measures a folder of the user's, and returns a few lines of text.
  static func report(on folder: String) async throws -> String {
    try await OwnFolder.with { try await report(on: folder, cacheFolder: $0.path) }
  }

  private static func report(on folder: String, cacheFolder: String) async throws -> String {
    let model = LanguageModel(path: { PredictionFeed.path(ofURI: $0) })
    let feed = PredictionFeed(model, cacheFolder: cacheFolder)
    let clock = ContinuousClock()
    let start = clock.now
    let before = Foundation.clock()
    let workspace = WorkspaceSource(feed: feed)
    let folders = [URL(fileURLWithPath: folder).path]
    workspace.apply(WorkspaceSettings(), folders: folders)
    feed.apply(PredictionSettings(), workspace: WorkspaceSettings(), folders: folders)
    workspace.prepare()
    feed.documentDidOpen(DocumentSnapshot(uri: "untitled:1", languageID: "", version: 1, text: Text("")))
    while feed.isBusy { try await Task.sleep(for: .milliseconds(1)) }
    let (taken, busy) = (clock.now - start, Double(Foundation.clock() - before) / Double(CLOCKS_PER_SEC))
    let status = model.status
    guard status.tokens > 0 else { return "There is nothing to learn from in \(folder).\n" }
    let (words, lines) = ask(model, texts(in: folder), seed: 9)
    return """
      \(grouped(status.files)) files, \(grouped(status.tokens)) tokens\(feed.status.isCut ? ", and more that was left out" : "")
      \(readable(Double(status.memoryBytes) / Double(status.tokens))) bytes a token
      in a file: \(grouped(status.farFiles)) files, \(grouped(status.farTokens)) tokens, \
      \(readable(Double(status.farBytes) / Double(max(1, status.farTokens)))) bytes a token
      read and learned in \(readable(taken.microseconds / 1e6)) s, \(readable(busy)) s of a core's time
      predict a word: \(readable(words.p50.microseconds)) µs, of 100 the slowest \(readable(words.p99.microseconds)) µs
      predict a line: \(readable(lines.p50.microseconds)) µs, of 100 the slowest \(readable(lines.p99.microseconds)) µs

      """
  }

  /// Measures predictions at random places of documents, as if someone continued to write there.
  private static func ask(
    _ model: LanguageModel, _ texts: [ContiguousArray<UInt8>], seed: UInt64
  ) -> (words: Measurement, lines: Measurement) {
    var random = SoakRandom(seed: seed)
    var (words, lines): ([Duration], [Duration]) = ([], [])
    for (number, text) in texts.enumerated() {
      let document = DocumentSnapshot(
        uri: "file:///asked\(number)", languageID: "c", version: 1, text: Text(String(decoding: text, as: UTF8.self)))
      model.documentDidOpen(document)
      // The first prediction reads the document, which no key press has to wait for.
      _ = model.prediction(at: 0, in: document)
      let asked = (0..<places / texts.count).map { _ in endOfWord(text, at: random.number(below: text.count)) }
      words += least(asked) { place in
        let words = model.prediction(at: place, in: document).words(typed: "", limit: 100)
        precondition(words.count <= 100)
      }
      lines += least(asked) { _ = model.continuation(at: $0, in: document, options: ContinuationOptions()) }
      model.documentDidClose(uri: document.uri)
    }
    return (Measurement(words), Measurement(lines))
  }

  /// Returns the end of the word at a place, because no prediction is made in the middle of a word.
  private static func endOfWord(_ text: ContiguousArray<UInt8>, at place: Int) -> Int {
    let rest = text[place...]
    return rest.firstIndex { byte in
      let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
      return !isLetter && byte &- 0x30 > 9 && byte != 0x5F && byte < 0x80
    } ?? text.count
  }

  /// Measures an action at each place: the fastest of three times, because other programs may slow down one. Between
  /// two times at a place, the action runs at all other places.
  private static func least(_ places: [Int], _ action: (Int) -> Void) -> [Duration] {
    let clock = ContinuousClock()
    let rounds = (0..<3).map { _ in places.map { place in clock.measure { action(place) } } }
    return places.indices.map { index in rounds.map { $0[index] }.min() ?? .zero }
  }

  /// Returns the largest text files of a folder, of those smaller than 256 KiB, at most `askedFiles`.
  private static func texts(in folder: String) -> [ContiguousArray<UInt8>] {
    var texts: [ContiguousArray<UInt8>] = []
    let names = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []).sorted()
    for name in names where !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)"), data.count < 1 << 18,
        !data.contains(0), String(validating: data, as: UTF8.self) != nil
      else { continue }
      texts.append(ContiguousArray(data))
      texts.sort { $0.count > $1.count }
      if texts.count > askedFiles { texts.removeLast() }
    }
    return texts.filter { !$0.isEmpty }
  }

  private static func countWords(in text: ContiguousArray<UInt8>) -> Int {
    var count = 0
    WordScanner().forEachWord(in: text) { _ in count += 1 }
    return count
  }
}
