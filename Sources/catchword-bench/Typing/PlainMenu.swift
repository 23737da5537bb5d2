/// The menu of an editor's own word completion: the words that begin as typed, in the same case, the nearest first.
///
/// It has the words before the cursor, and after those the words of other files, in their order.
struct PlainMenu {
  /// The words of the other files, each once.
  private let elsewhere: [String]
  /// The typed words, each once, the newest last.
  private var typed: [String] = []

  /// - Complexity: O(*n*).
  init(_ files: [ReplayFolder.File]) {
    var known: Set<String> = []
    var words: [String] = []
    for file in files {
      let text = Array(file.bytes)
      ReplayToken.forEach(in: file.text) { token in
        guard token.kind == .word else { return }
        let word = String(decoding: text[token.range], as: UTF8.self)
        if known.insert(word).inserted { words.append(word) }
      }
    }
    elsewhere = words
  }

  /// Records a word that has been typed.
  ///
  /// - Complexity: O(typed words).
  mutating func type(_ word: String) {
    typed.removeAll { $0 == word }
    typed.append(word)
  }

  /// Returns the longer words with this beginning.
  ///
  /// - Complexity: O(words).
  func words(beginningWith beginning: String) -> [String] {
    let fits = { (word: String) in
      word.utf8.count > beginning.utf8.count && word.utf8.starts(with: beginning.utf8)
    }
    let near = typed.reversed().filter(fits)
    let known = Set(near)
    return near + elsewhere.filter { fits($0) && !known.contains($0) }
  }
}
