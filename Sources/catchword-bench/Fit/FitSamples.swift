import CatchwordCompletion
import CatchwordPrediction
import CatchwordText

/// Words that somebody typed, with the features that the model has for them and for their alternatives.
struct FitSamples {
  /// A word after some of its letters.
  struct Question {
    /// The number of letters that have been typed.
    let letters: Int
    /// The features of each word that continues the letters; the first one is the word that was typed.
    let words: [Features.Vector]
    /// The importance, from the number of keys saved when the word comes first.
    let weight: Float
  }

  private(set) var questions: [Question] = []
  /// The current network, by which words are ranked.
  private let network: Network
  private var random: SoakRandom

  /// The maximum number of alternatives examined, and of those kept that the current network ranks first, and of those
  /// kept that are likeliest: a network has to learn which words not to put there.
  private static let mostLookedAt = 1500
  private static let mostFirst = 40
  /// The maximum number of other alternatives that are kept, chosen at random.
  private static let mostOthers = 24
  /// The numbers of letters after which a word is asked for.
  private static let askedAfter = [0, 1, 2, 3, 5]
  /// The number of saved keys beyond which a word's weight no longer grows; a word that saves none weighs as much as
  /// one that saves one.
  private static let mostSaved = 4

  init(_ network: Network, seed: UInt64) {
    self.network = network
    random = SoakRandom(seed: seed)
  }

  /// Types some words of some files of a folder anew.
  ///
  /// Half of the files are typed in their workspace with nothing behind the cursor; a quarter with the text after the
  /// line; and a quarter without other files.
  mutating func add(_ folder: ReplayFolder, files: Int, words: Int) {
    let corpus = ReplayCorpus(folder.files)
    let secrets = WordFilter()
    let isLearned: @Sendable (String) -> Bool = { secrets.allows($0) }
    var builder = CorpusBuilder(isLearned: isLearned)
    for file in folder.files { _ = builder.add(file.bytes, path: file.path) }
    let full = LanguageModel(seed: 1, isLearned: isLearned, path: { $0 })
    full.install(builder.build())
    let alone = LanguageModel(seed: 1, isLearned: isLearned, path: { $0 })
    let held = HeldOutFile.draw(from: corpus, extensions: [], files: files, words: 1, seed: random.next())
    for (number, file) in held.enumerated() {
      let span = corpus.spans[file.number]
      let places = span.tokens.filter {
        corpus.isWord[Int(corpus.tokens[$0])] && corpus.lengths[Int(corpus.tokens[$0])] > 1
      }
      for place in HeldOutFile.sample(of: places, count: words, &random) {
        let isAlone = number % 4 == 1
        ask(place, of: span, in: corpus, isAlone ? alone : full, hasRest: number % 4 == 3)
      }
    }
  }

  private mutating func ask(
    _ place: Int, of span: ReplayCorpus.Span, in corpus: ReplayCorpus, _ model: LanguageModel, hasRest: Bool
  ) {
    let bytes = span.file.bytes
    let word = corpus.bytes(of: place)
    var text = String(decoding: bytes[..<word.lowerBound], as: UTF8.self)
    if hasRest {
      text += String(decoding: bytes[word.upperBound...].drop { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    // The model does not count the file of an open document.
    let document = DocumentSnapshot(
      uri: span.file.path, languageID: Language.id(forPath: span.file.path), version: 1, text: Text(text))
    model.documentDidOpen(document)
    defer { model.documentDidClose(uri: document.uri) }
    let prediction = model.prediction(at: word.lowerBound, in: document)
    let entry = Int(corpus.tokens[place])
    let target = corpus.vocabulary[entry]
    guard prediction.knows(target) else { return }
    let length = Int(corpus.lengths[entry])
    for letters in FitSamples.askedAfter where letters < length {
      let typed = String(String.UnicodeScalarView(target.unicodeScalars.prefix(letters)))
      var words = [target]
      var seen: Set = [target]
      let predicted = prediction.words(typed: typed, limit: 2 * FitSamples.mostFirst).map(\.text)
      for other in predicted + others(beginningWith: typed, in: corpus) {
        guard other.utf8.count > typed.utf8.count, other.hasPrefix(typed), seen.insert(other).inserted,
          prediction.knows(other)
        else { continue }
        words.append(other)
      }
      words = choose(words, prediction, letters)
      questions.append(
        Question(
          letters: letters, words: words.map { prediction.features(of: $0, letters: letters).vector },
          weight: Float(max(1, min(length - letters - 1, FitSamples.mostSaved))) / Float(FitSamples.mostSaved)))
    }
  }

  /// Returns words that continue the typed letters; a random sample when there are many.
  private mutating func others(beginningWith typed: String, in corpus: ReplayCorpus) -> [String] {
    let entries = corpus.entries(beginningWith: typed).filter { corpus.isWord[$0] && corpus.lengths[$0] > 1 }
    return HeldOutFile.sample(of: entries, count: FitSamples.mostLookedAt, &random).map { corpus.vocabulary[$0] }
  }

  /// Returns the first word, those that rank first, those that are likeliest, and a sample of the others.
  private mutating func choose(_ words: [String], _ prediction: Prediction, _ letters: Int) -> [String] {
    let features = words.map { prediction.features(of: $0, letters: letters) }
    let scores = features.map { network.score($0, letters: letters) }
    let byScore = words.indices.dropFirst().sorted { scores[$0] > scores[$1] }
    let byLikelihood = words.indices.dropFirst().sorted { features[$0][.likelihood] > features[$1][.likelihood] }
    var chosen: Set = [0]
    chosen.formUnion(byScore.prefix(FitSamples.mostFirst))
    chosen.formUnion(byLikelihood.prefix(FitSamples.mostFirst))
    let others = words.indices.filter { !chosen.contains($0) }
    chosen.formUnion(HeldOutFile.sample(of: others, count: FitSamples.mostOthers, &random))
    return chosen.sorted().map { words[$0] }
  }
}
