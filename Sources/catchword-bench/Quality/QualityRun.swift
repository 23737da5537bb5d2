import CatchwordCompletion
import CatchwordPrediction
import CatchwordRPC
import CatchwordSettings
import CatchwordSources
import CatchwordText
import Foundation

/// A run that types files of a folder anew, and asks all orders for each word after each letter.
///
/// A word is asked for with the text before it in its file, with nothing after it, and with all other files of the
/// folder; its own file is not among them. By this protocol editors' orders have been compared offline, so the figures
/// here are about which word comes first, and not about the effort of reading a list.
struct QualityRun {
  /// One word that was typed.
  struct Word {
    let file: String
    /// The start of the word, in bytes of its file.
    let offset: Int
    let text: String
    /// Its ranks by the names of the orders.
    let ranks: [String: [Int]]
  }

  /// The name of our own order.
  static let ours = "Catchword"

  let corpus: ReplayCorpus
  let heldOut: [HeldOutFile]
  private(set) var tallies: [(name: String, tally: RankTally)]
  private(set) var words: [Word] = []
  /// The number of words that occurred neither in other files nor before in their own.
  private(set) var unknownWords = 0
  /// The time of each of our lists.
  private(set) var listTimes: [Duration] = []
  /// The time that our model alone took for each list.
  private(set) var predictionTimes: [Duration] = []
  /// The tallies of ghost text, one for each of `confidences`.
  private(set) var ghosts: [GhostTally]
  /// The time of each request for ghost text.
  private(set) var ghostTimes: [Duration] = []
  /// The model's status after learning, with the first file held out.
  private(set) var status = ModelStatus()

  /// The minimum confidences of ghost text; the first stands for all that there is, and 0.5 is the one for showing it.
  static let confidences = [0.05, 0.3, 0.5, 0.7]
  /// The number of tokens at the start of a file before which no ghost text is requested.
  private static let firstGhost = 5
  /// The minimum number of places per file to ask for ghost text: with few, a calibration error is mostly chance.
  private static let leastGhosts = 300

  private let options: QualityOptions

  /// - Throws: `ReplayFolder.Failure` when no file can be held out.
  init(_ folder: ReplayFolder, _ options: QualityOptions) throws {
    self.options = options
    corpus = ReplayCorpus(folder.files)
    heldOut = HeldOutFile.draw(
      from: corpus, extensions: options.extensions, files: options.files, words: options.words, seed: options.seed)
    tallies = [(QualityRun.ours, RankTally())] + WordOrder.allCases.map { ($0.name, RankTally()) }
    ghosts = QualityRun.confidences.map(GhostTally.init)
    if heldOut.isEmpty { throw HeldOutFile.nothingToType(in: options.folder, extensions: options.extensions) }
  }

  /// Types the files.
  ///
  /// - Parameters:
  ///   - folder: An empty folder, for the workspace.
  ///   - place: Another empty folder, for published words.
  ///   - progress: Called with the number of files that are done.
  mutating func run(in folder: URL, publishingIn place: URL, progress: (Int) -> Void) async throws {
    if !options.isAlone { for span in corpus.spans { try span.file.write(to: folder) } }
    let further = try options.further.map { path in
      FarSource(try FarTexts.make(of: ReplayFolder(path: path).files), root: path, isFurther: true)
    }
    if !options.shared.isEmpty { try publish(options.shared, in: place.path) }
    let whole = options.nearTokens == nil ? nil : try FarTexts.make(of: corpus.spans.map(\.file))
    for (done, file) in heldOut.enumerated() {
      let held = corpus.spans[file.number].file
      if !options.isAlone { try FileManager.default.removeItem(at: folder.appendingPathComponent(held.path)) }
      let others = corpus.spans.indices.filter { $0 != file.number && !options.isAlone }.map { corpus.spans[$0].file }
      let own = whole.map { FarSource($0, root: folder.path, isFurther: false, changed: [held.path]) }
      let engine = QualityEngine(
        folder: folder.path, path: held.path, others: own == nil ? others : nearest(others, to: held.path),
        nearTokens: options.nearTokens, far: (own.map { [$0] } ?? []) + further,
        shared: options.shared.isEmpty ? nil : place.path)
      try await engine.waitForWords()
      if done == 0 { status = engine.model.status }
      await type(file, engine)
      if options.measuresGhostText { typeForGhosts(file, engine) }
      if !options.isAlone { try held.write(to: folder) }
      progress(done + 1)
    }
  }

  /// Publishes the words of folders as `catchword publish` does.
  private func publish(_ folders: [String], in place: String) throws {
    var publisher = SharedPublisher(filter: WordFilter(), minimumFiles: 2)
    for folder in folders {
      let settings = EffectiveSettings([], schema: BuiltInSources.schema, home: place, workingFolder: folder)
      try publisher.add(
        folder: URL(fileURLWithPath: folder).path, settings: settings, cacheFolder: nil, home: nil)
    }
    var settings = SharedSettings()
    settings.folder = place
    let summary = try publisher.publish(to: settings, as: QualityEngine.sharedNamespace, time: 1)
    StandardStream.error.write("\(summary.words) words of others are published.\n")
  }

  /// Returns files in the order of the steps from folder to folder to a path.
  private func nearest(_ files: [ReplayFolder.File], to path: String) -> [ReplayFolder.File] {
    let folder = path.split(separator: "/").dropLast()
    func distance(_ file: ReplayFolder.File) -> Int {
      let other = file.path.split(separator: "/").dropLast()
      return folder.count + other.count - 2 * zip(folder, other).prefix { $0 == $1 }.count
    }
    let distances = files.map(distance)
    return files.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }.map { files[$0] }
  }

  private mutating func type(_ file: HeldOutFile, _ engine: QualityEngine) async {
    let held = corpus.spans[file.number].file
    let bytes = held.bytes
    var typed = TypedSoFar(corpus, file: file.number)
    for place in file.places {
      let word = corpus.bytes(of: place)
      let entry = Int(corpus.tokens[place])
      typed.type(upTo: place)
      engine.type(String(decoding: bytes[engine.snapshot.text.count..<word.lowerBound], as: UTF8.self))
      if !typed.isKnown(entry) { unknownWords += 1 }
      var ours: [Int] = []
      let letters = corpus.vocabulary[entry].unicodeScalars
      for letter in letters.prefix(RankTally.mostLetters) {
        let list = await engine.list()
        listTimes.append(list.time)
        ours.append(list.result.rank(of: word, in: bytes))
        predictionTimes.append(engine.predictionTime())
        engine.type(String(letter))
      }
      var ranks = [QualityRun.ours: ours]
      for order in WordOrder.allCases {
        ranks[order.name] = ours.indices.map { typed.rank(of: entry, typed: $0, in: order) }
      }
      for index in tallies.indices {
        tallies[index].tally.add(length: letters.count, ranks: ranks[tallies[index].name] ?? [])
      }
      words.append(
        Word(file: held.path, offset: word.lowerBound, text: corpus.vocabulary[entry], ranks: ranks))
    }
  }

  /// Requests ghost text before tokens of all kinds, except at ends of lines.
  private mutating func typeForGhosts(_ file: HeldOutFile, _ engine: QualityEngine) {
    let span = corpus.spans[file.number]
    let places = span.tokens.dropFirst(QualityRun.firstGhost).filter { corpus.tokens[$0] != corpus.lineEnd }
    var random = SoakRandom(seed: options.seed &* 77 &+ UInt64(file.number))
    let bytes = span.file.bytes
    engine.clear()
    for place in HeldOutFile.sample(of: places, count: max(options.words, QualityRun.leastGhosts), &random) {
      let start = corpus.bytes(of: place).lowerBound
      engine.type(String(decoding: bytes[engine.snapshot.text.count..<start], as: UTF8.self))
      for index in ghosts.indices {
        var wanted = ContinuationOptions()
        wanted.confidence = ghosts[index].confidence
        let begin = ContinuousClock.now
        let continuation = engine.model.continuation(at: start, in: engine.snapshot, options: wanted)
        ghostTimes.append(ContinuousClock.now - begin)
        ghosts[index].add(continuation.flatMap { GhostTally.Answer($0, before: bytes[start...]) })
      }
    }
  }
}

extension GhostTally.Answer {
  /// - Parameter rest: The continuation of the file.
  /// - Returns: Nil for a text that is too short to be shown.
  fileprivate init?(_ continuation: Continuation, before rest: ContiguousArray<UInt8>.SubSequence) {
    let visible = continuation.text.unicodeScalars.count { !$0.properties.isWhitespace }
    if visible < GhostTally.leastLength { return nil }
    self.init(
      confidence: continuation.confidence, isRight: rest.starts(with: continuation.text.utf8),
      length: continuation.text.count)
  }
}
