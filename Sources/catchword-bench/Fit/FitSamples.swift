import CatchwordCompletion
import CatchwordPrediction
import CatchwordText

/// Words that somebody typed, with all that the model knows about them and about what else it could have been.
struct FitSamples {
  /// One word after some letters.
  struct Question {
    /// How many letters have been typed.
    let letters: Int
    /// What is known about each word that goes on so; the first one is what was typed.
    let words: [Features.Vector]
    /// How much it matters: how many keys are saved by having it first.
    let weight: Float
  }

  private(set) var questions: [Question] = []
  /// What ranks words as yet.
  private let network: Network
  private var random: SoakRandom

  /// Of the words that go on with what was typed, so many are looked at, and so many of those are kept that come first by
  /// the network as yet, and that are likeliest: a network has to know what it must not put there.
  private static let mostLookedAt = 1500
  private static let mostFirst = 40
  /// Of the others, so many are kept, whatever they are.
  private static let mostOthers = 24
  /// Asked for are words after so many letters.
  private static let askedAfter = [0, 1, 2, 3, 5]
  /// More than so many saved keys do not make a word matter more; and one that saves none does not matter less than one that
  /// saves one.
  private static let mostSaved = 4

  init(_ network: Network, seed: UInt64) {
    self.network = network
    random = SoakRandom(seed: seed)
  }

  /// Types some words of some files of a folder anew.
  ///
  /// Half of the files are typed in their workspace with nothing behind the cursor; a quarter with what comes after the line;
  /// and a quarter without other files.
  mutating func add(_ folder: ReplayFolder, files: Int, words: Int) {
    let corpus = ReplayCorpus(folder.files)
    let secrets = WordFilter()
    let isLearned: @Sendable (String) -> Bool = { secrets.allows($0) }
    var builder = CorpusBuilder(isLearned: isLearned)
    for file in folder.files { _ = builder.add(file.bytes, path: file.path) }
    let full = LanguageModel(seed: 1, isLearned: isLearned, path: { $0 })
    full.install(builder.build())
    let alone = LanguageModel(seed: 1, isLearned: isLearned)
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
    // The file of an open document does not count.
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

  /// Words that go on with what was typed; of many, some.
  private mutating func others(beginningWith typed: String, in corpus: ReplayCorpus) -> [String] {
    let entries = corpus.entries(beginningWith: typed).filter { corpus.isWord[$0] && corpus.lengths[$0] > 1 }
    return HeldOutFile.sample(of: entries, count: FitSamples.mostLookedAt, &random).map { corpus.vocabulary[$0] }
  }

  /// The first word; those that would come first, and those that are likeliest; and some of the others.
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
