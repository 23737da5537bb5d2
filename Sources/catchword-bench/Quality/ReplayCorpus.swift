/// The texts of a folder as numbers: what occurs where.
final class ReplayCorpus: Sendable {
  /// What a text consists of.
  struct Span: Sendable {
    /// Its tokens among all.
    let tokens: Range<Int>
    /// The folder's file.
    let file: ReplayFolder.File
  }

  let spans: [Span]
  /// Each token's entry in the vocabulary.
  let tokens: [Int32]
  /// Where each token begins, in bytes of its file.
  let starts: [Int32]
  /// All that occurs, in the order of the alphabet whatever the case; of what differs in case only, capitals come first.
  let vocabulary: [String]
  /// The vocabulary in small letters.
  let lowercased: [String]
  /// Whether an entry is a word.
  let isWord: [Bool]
  /// How many letters an entry has.
  let lengths: [Int32]
  /// How often an entry occurs.
  let counts: [Int32]
  /// The entry that stands for the end of lines.
  let lineEnd: Int32

  /// Reads texts.
  ///
  /// - Complexity: O(*n*), and O(*v* log *v*) for *v* different words.
  init(_ files: [ReplayFolder.File]) {
    var numbers: [Substring: Int32] = [:]
    var entries: [(text: String, isWord: Bool, length: Int32, count: Int32)] = []
    var (tokens, starts, spans): ([Int32], [Int32], [Span]) = ([], [], [])
    for file in files {
      let first = tokens.count
      let text = file.text
      ReplayToken.forEach(in: text) { token in
        let piece = text[text.index(token.range.lowerBound)..<text.index(token.range.upperBound)]
        var number = numbers[piece]
        if number == nil {
          number = Int32(entries.count)
          // A copy, so that the whole text is not kept.
          numbers[Substring(String(piece))] = number
          entries.append((String(piece), token.kind == .word, Int32(token.length), 0))
        }
        entries[Int(number ?? 0)].count += 1
        tokens.append(number ?? 0)
        starts.append(Int32(token.range.lowerBound))
      }
      spans.append(Span(tokens: first..<tokens.count, file: file))
    }
    let small = entries.map { $0.text.lowercased() }
    let order = entries.indices.sorted { left, right in
      if small[left] != small[right] { return small[left].utf8.lexicographicallyPrecedes(small[right].utf8) }
      return entries[left].text.utf8.lexicographicallyPrecedes(entries[right].text.utf8)
    }
    var places = [Int32](repeating: 0, count: order.count)
    for (place, number) in order.enumerated() { places[number] = Int32(place) }
    vocabulary = order.map { entries[$0].text }
    lowercased = order.map { small[$0] }
    isWord = order.map { entries[$0].isWord }
    lengths = order.map { entries[$0].length }
    counts = order.map { entries[$0].count }
    lineEnd = numbers["\n"].map { places[Int($0)] } ?? -1
    self.tokens = tokens.map { places[Int($0)] }
    self.starts = starts
    self.spans = spans
  }

  /// How many different words there are.
  var wordCount: Int { isWord.count { $0 } }

  /// Where a token is in its file, in bytes.
  func bytes(of token: Int) -> Range<Int> {
    let start = Int(starts[token])
    return start..<start + vocabulary[Int(tokens[token])].utf8.count
  }

  /// The entries that begin with some letters, whatever the case.
  ///
  /// - Complexity: O(log *v*).
  func entries(beginningWith prefix: String) -> Range<Int> {
    let prefix = prefix.lowercased().utf8
    if prefix.isEmpty { return 0..<vocabulary.count }
    let start = first { !lowercased[$0].utf8.lexicographicallyPrecedes(prefix) }
    let end = first(from: start) { !lowercased[$0].utf8.starts(with: prefix) }
    return start..<end
  }

  /// The first entry of which something is true, when it is of all that follow.
  private func first(from start: Int = 0, where isTrue: (Int) -> Bool) -> Int {
    var (low, high) = (start, vocabulary.count)
    while low < high {
      let middle = (low + high) / 2
      if isTrue(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension String {
  /// The place of a byte.
  fileprivate func index(_ offset: Int) -> Index { utf8.index(utf8.startIndex, offsetBy: offset) }
}
