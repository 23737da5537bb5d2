/// A file that is typed anew in a replay, and the words of it that are measured.
struct HeldOutFile {
  /// Its number among the spans of the corpus.
  let number: Int
  /// The tokens that are measured, in their order.
  let places: [Int]

  /// Shorter words are not measured: nobody completes them.
  static let leastLength: Int32 = 4
  /// Files with fewer words to measure are not typed.
  static let leastWords = 40
  /// Files of which a larger share stands in other files as well are not typed: a copy is no test.
  static let mostRepeated = 0.5
  /// So many tokens in a row make something that is repeated.
  private static let windowLength = 8

  /// Draws files, and words of them: the same for the same seed.
  ///
  /// - Parameters:
  ///   - extensions: The extensions of the files, without dots; none for all.
  ///   - files: The most files.
  ///   - words: The most words of a file.
  ///   - isWanted: Told the path of a file; by default all are wanted.
  static func draw(
    from corpus: ReplayCorpus, extensions: Set<String>, files: Int, words: Int, seed: UInt64,
    where isWanted: (String) -> Bool = { _ in true }
  ) -> [HeldOutFile] {
    let repeated = repeatedShares(corpus)
    let able = corpus.spans.indices.filter { number in
      let name = corpus.spans[number].file.path.split(separator: "/").last ?? ""
      let ending = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
      return (extensions.isEmpty || extensions.contains(ending)) && repeated[number] <= mostRepeated
        && isWanted(corpus.spans[number].file.path) && targets(in: number, of: corpus).count >= leastWords
    }
    // A lot for each name: whatever other files there are, of a file the same words are drawn, and of all files nearly the same.
    let lots = able.map { number in (number: number, lot: lot(of: corpus.spans[number].file.path, seed: seed)) }
    let drawn = lots.sorted { ($0.lot, $0.number) < ($1.lot, $1.number) }.prefix(files).sorted { $0.number < $1.number }
    return drawn.map { number, lot in
      var random = SoakRandom(seed: lot)
      return HeldOutFile(
        number: number, places: sample(of: targets(in: number, of: corpus), count: words, &random))
    }
  }

  /// A number for a path, as good as drawn (FNV-1a, mixed).
  private static func lot(of path: String, seed: UInt64) -> UInt64 {
    var random = SoakRandom(seed: seed)
    let hash = path.utf8.reduce(0xCBF2_9CE4_8422_2325 ^ random.next()) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    random = SoakRandom(seed: hash)
    return random.next()
  }

  /// Why there is nothing to type in a folder.
  static func nothingToType(in folder: String, extensions: Set<String>) -> ReplayFolder.Failure {
    let kind = extensions.isEmpty ? "" : " of the wanted kind"
    return ReplayFolder.Failure(
      description:
        "\(folder): no file\(kind) has \(leastWords) words of \(leastLength) letters, and at least half of it "
        + "for itself")
  }

  /// Some of many, in the order of the many.
  static func sample(of all: [Int], count: Int, _ random: inout SoakRandom) -> [Int] {
    var all = all
    for index in 0..<min(count, all.count) {
      all.swapAt(index, index + Int(random.next() % UInt64(all.count - index)))
    }
    return all.prefix(count).sorted()
  }

  private static func targets(in number: Int, of corpus: ReplayCorpus) -> [Int] {
    corpus.spans[number].tokens.filter { place in
      let entry = Int(corpus.tokens[place])
      return corpus.isWord[entry] && corpus.lengths[entry] >= leastLength
    }
  }

  /// What share of each file stands in other files as well.
  private static func repeatedShares(_ corpus: ReplayCorpus) -> [Double] {
    /// Stands for more files than one.
    let several = Int32(-1)
    var owners: [UInt64: Int32] = [:]
    for (number, span) in corpus.spans.enumerated() {
      forEachWindow(in: span.tokens, of: corpus) { window in
        let owner = owners[window] ?? Int32(number)
        owners[window] = owner == Int32(number) ? owner : several
      }
    }
    return corpus.spans.map { span in
      var (repeated, all) = (0, 0)
      forEachWindow(in: span.tokens, of: corpus) { window in
        all += 1
        if owners[window] == several { repeated += 1 }
      }
      return all == 0 ? 1 : Double(repeated) / Double(all)
    }
  }

  private static func forEachWindow(in tokens: Range<Int>, of corpus: ReplayCorpus, _ body: (UInt64) -> Void) {
    guard tokens.count > windowLength else { return }
    for start in tokens.dropLast(windowLength) {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for token in corpus.tokens[start..<start + windowLength] {
        hash = (hash ^ UInt64(token)) &* 0x0000_0100_0000_01B3
        hash ^= hash >> 29
      }
      body(hash)
    }
  }
}
