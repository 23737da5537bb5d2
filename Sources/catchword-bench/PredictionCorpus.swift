/// Made-up files of a made-up project, the same for the same seed: their words are distributed as unevenly as those of
/// programs, and lines recur, unchanged or with one word changed.
struct PredictionCorpus {
  struct File {
    let path: String
    let text: ContiguousArray<UInt8>
  }

  private typealias Piece = ContiguousArray<UInt8>

  /// The number of different words.
  private static let words = 40_000
  /// The number of lines that are remembered, to recur.
  private static let lines = 20_000
  /// The number of lines of a file.
  private static let linesOfFile = 250
  private static let marks = [" ", " ", "(", ") ", ".", ", ", " = ", ": ", "[", "] "].map { Piece($0.utf8) }

  private let corpus: MadeUpWords
  private var random: SoakRandom
  private var known: [[Piece]] = []
  /// The number of tokens so far.
  private var tokens = 0

  init(seed: UInt64) {
    corpus = MadeUpWords(seed: seed)
    random = SoakRandom(seed: seed)
  }

  /// Returns as many files as needed to have at least `tokens` tokens.
  static func files(tokens: Int, seed: UInt64) -> [File] {
    var corpus = PredictionCorpus(seed: seed)
    var files: [File] = []
    while corpus.tokens < tokens {
      files.append(File(path: "/part\(files.count / 50)/file\(files.count).c", text: corpus.file()))
    }
    return files
  }

  private mutating func file() -> Piece {
    var text: Piece = []
    for _ in 0..<PredictionCorpus.linesOfFile {
      text += Piece(repeating: 0x20, count: 2 * random.number(below: 4))
      for piece in line() { text += piece }
      text.append(0x0A)
    }
    return text
  }

  /// Returns words with marks between them, one piece each.
  private mutating func line() -> [Piece] {
    var line: [Piece] = []
    if known.isEmpty || random.number(below: 3) == 0 {
      for _ in 0..<2 + random.number(below: 6) {
        line.append(word())
        line.append(PredictionCorpus.marks[random.number(below: PredictionCorpus.marks.count)])
      }
      if known.count < PredictionCorpus.lines {
        known.append(line)
      } else {
        known[random.number(below: known.count)] = line
      }
    } else {
      line = known[random.number(below: 1 + random.number(below: known.count))]
      if random.number(below: 2) == 0 { line[2 * random.number(below: line.count / 2)] = word() }
    }
    // White space alone is no token, but the end of the line is one.
    tokens += 1 + line.count { $0 != [0x20] }
    return line
  }

  private mutating func word() -> Piece {
    var word: Piece = []
    corpus.append(
      random.number(below: 1 + random.number(below: 1 + random.number(below: PredictionCorpus.words))), to: &word)
    return word
  }
}
