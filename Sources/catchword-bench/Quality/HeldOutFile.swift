/// A file that is typed anew in a replay, with the words of it that are measured.
struct HeldOutFile {
  /// The index of the file among the spans of the corpus.
  let number: Int
  /// The tokens that are measured, in order.
  let places: [Int]

  /// The minimum length of a measured word, in letters: nobody completes shorter ones.
  static let leastLength: Int32 = 4
  /// The minimum number of words to measure in a file that is typed.
  static let leastWords = 40
  /// The maximum share of a file that also stands in other files: a copy is no test.
  static let mostRepeated = 0.5
  /// The number of consecutive tokens that are compared to find repetitions.
  private static let windowLength = 8

  /// Draws files, and words of them: the same for the same seed.
  ///
  /// - Parameters:
  ///   - extensions: The extensions of the files, without dots; empty for all.
  ///   - files: The maximum number of files.
  ///   - words: The maximum number of words per file.
  ///   - isWanted: Returns true for the path of a file that may be drawn; by default all may.
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
    // A lot for each path: whatever other files exist, a file gets the same words, and nearly the same files are drawn.
    let lots = able.map { number in (number: number, lot: lot(of: corpus.spans[number].file.path, seed: seed)) }
    let drawn = lots.sorted { ($0.lot, $0.number) < ($1.lot, $1.number) }.prefix(files).sorted { $0.number < $1.number }
    return drawn.map { number, lot in
      var random = SoakRandom(seed: lot)
      return HeldOutFile(
        number: number, places: sample(of: targets(in: number, of: corpus), count: words, &random))
    }
  }

  /// Returns a pseudo-random number for a path (FNV-1a, mixed).
  private static func lot(of path: String, seed: UInt64) -> UInt64 {
    var random = SoakRandom(seed: seed)
    let hash = path.utf8.reduce(0xCBF2_9CE4_8422_2325 ^ random.next()) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    random = SoakRandom(seed: hash)
    return random.next()
  }

  /// Returns the error for a folder with nothing to type.
  static func nothingToType(in folder: String, extensions: Set<String>) -> ReplayFolder.Failure {
    let kind = extensions.isEmpty ? "" : " of the wanted kind"
    return ReplayFolder.Failure(
      description:
        "\(folder): no file\(kind) has \(leastWords) words of \(leastLength) letters, and at least half of it "
        + "for itself")
  }

  /// Returns a random sample, in the order of the original.
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

  /// Returns the share of each file that also stands in other files.
  private static func repeatedShares(_ corpus: ReplayCorpus) -> [Double] {
    /// The owner of a window that stands in more than one file.
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
