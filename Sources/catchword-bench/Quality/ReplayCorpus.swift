/// The texts of a folder as numbers: the tokens in order, and a sorted vocabulary.
final class ReplayCorpus: Sendable {
  /// The tokens of one text.
  struct Span: Sendable {
    /// The range of its tokens among all.
    let tokens: Range<Int>
    /// The file of the folder.
    let file: ReplayFolder.File
  }

  let spans: [Span]
  /// The entry of each token in the vocabulary.
  let tokens: [Int32]
  /// The start of each token, in bytes of its file.
  let starts: [Int32]
  /// The distinct tokens in alphabetical order, whatever the case; where only the case differs, capitals come first.
  let vocabulary: [String]
  /// The vocabulary in lower case.
  let lowercased: [String]
  /// True for an entry that is a word.
  let isWord: [Bool]
  /// The number of letters of each entry.
  let lengths: [Int32]
  /// The number of occurrences of each entry.
  let counts: [Int32]
  /// The entry that stands for the end of lines; -1 when there is none.
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
          // A copy, so that the whole text is not retained.
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

  /// The number of different words.
  var wordCount: Int { isWord.count { $0 } }

  /// Returns the range of a token in its file, in bytes.
  func bytes(of token: Int) -> Range<Int> {
    let start = Int(starts[token])
    return start..<start + vocabulary[Int(tokens[token])].utf8.count
  }

  /// Returns the entries that begin with some letters, whatever the case.
  ///
  /// - Complexity: O(log *v*).
  func entries(beginningWith prefix: String) -> Range<Int> {
    let prefix = prefix.lowercased().utf8
    if prefix.isEmpty { return 0..<vocabulary.count }
    let start = first { !lowercased[$0].utf8.lexicographicallyPrecedes(prefix) }
    let end = first(from: start) { !lowercased[$0].utf8.starts(with: prefix) }
    return start..<end
  }

  /// Returns the first entry for which a condition is true that holds for all later entries, too.
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
  /// Returns the index of a byte.
  fileprivate func index(_ offset: Int) -> Index { utf8.index(utf8.startIndex, offsetBy: offset) }
}
