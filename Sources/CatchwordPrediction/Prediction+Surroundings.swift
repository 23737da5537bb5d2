/// Evidence from the words around the cursor, whatever their order, and from the kinds of words and files.
extension PredictionInput {
  /// The number of tokens before the cursor whose words count, and the distance scale of their decay.
  private static let reach = 40
  private static let decay = 20.0
  /// The maximum number of words that count, the nearest ones.
  private static let maximumWords = 12
  /// The number of occurrences in the corpus above which a word says little about what stands near it.
  private static let mostOccurrences = 2048
  /// The maximum number of occurrences read for each word, in the corpus and in each document.
  private static let mostRead = 32
  /// The maximum number of occurrences looked at in the corpus, as many may be in files that no longer count.
  private static let mostLookedAt = 256
  /// The number of documents that are read besides the current one, those that were used last.
  private static let mostOthers = 4
  /// The number of tokens behind an occurrence that are near it.
  private static let window = 16
  /// The weight of an occurrence in this document; that of one which is read in a file is 1.
  private static let here: Float = 4
  /// What is added to the occurrences of a word: of one that occurs once, all its neighbours are chance.
  private static let doubt: Float = 2

  /// Some places behind the occurrences of a word in one text.
  private struct Places {
    let tokens: ContiguousArray<Token>
    let places: [Int]
    let end: Int
    let weight: Float
  }

  /// Returns votes for the words that stand soon behind the words before the cursor, where those occurred before.
  ///
  /// It is the trigger pairs of Lau, Rosenfeld and Roukos 1993, counted when they are needed.
  ///
  /// - Complexity: O(`maximumWords` · `mostRead` · `window`), plus one search of each document in which a word occurs.
  func nearbyVotes() -> Mixture.Votes {
    var votes = Mixture.Votes(capacity: 1024)
    var seen = TokenTable<Bool>(none: false, capacity: PredictionInput.reach)
    var words = 0
    for index in (max(0, cursor - PredictionInput.reach)..<cursor).reversed() {
      let word = document.tokens[index]
      guard vocabulary.initial(of: word).isWord, seen.insert(word, true), let elsewhere = corpusPlaces(behind: word)
      else { continue }
      let all = [elsewhere] + documentPlaces(behind: word, before: index)
      let total = all.reduce(0) { $0 + $1.weight * Float($1.places.count) }
      if total == 0 { continue }
      let nearness = Float(SystemMath.exponential(of: Double(index - cursor) / PredictionInput.decay))
      for each in all { vote(each, nearness / (total + PredictionInput.doubt), &votes) }
      words += 1
      if words == PredictionInput.maximumWords { break }
    }
    return votes
  }

  /// Returns the places behind some occurrences of a word in the corpus; nil when it is too frequent.
  private func corpusPlaces(behind word: Token) -> Places? {
    let (corpus, dead) = (evidence.corpus, evidence.dead)
    var places: [Int] = []
    if let slice = corpus.slices(following: [word]).first {
      let alive = slice.count - Int(dead.counts[word])
      guard alive <= PredictionInput.mostOccurrences else { return nil }
      let limit = PredictionInput.mostRead * slice.count / max(1, alive)
      evidence.forEachPosition(in: slice, limit: min(limit, PredictionInput.mostLookedAt)) { place, _ in
        places.append(place)
      }
    }
    return Places(tokens: corpus.tokens, places: places, end: corpus.tokens.count, weight: 1)
  }

  /// Returns the places behind the last occurrences of a word in this document, and in some of the others.
  private func documentPlaces(behind word: Token, before index: Int) -> [Places] {
    var all: [Places] = []
    func find(in tokens: ContiguousArray<Token>, before start: Int, upTo end: Int, _ count: Int32, _ weight: Float) {
      let wanted = min(Int(count), PredictionInput.mostRead)
      if wanted <= 0 { return }
      var places: [Int] = []
      TokenSearch.forEachIndex(of: word, in: tokens, before: start) { index in
        places.append(index + 1)
        return places.count < wanted
      }
      all.append(Places(tokens: tokens, places: places, end: end, weight: weight))
    }
    // One of the occurrences is the word itself; and what stands behind the cursor does not vote for its repetition.
    find(in: document.tokens, before: index, upTo: cursor, counts[word] - 1, PredictionInput.here)
    for (other, counts) in zip(evidence.documents.dropFirst(), otherCounts).prefix(PredictionInput.mostOthers) {
      find(in: other.tokens, before: other.tokens.count, upTo: other.tokens.count, counts[word], 1)
    }
    return all
  }

  /// Adds votes for the words near some places, up to the end of the window or of the file.
  private func vote(_ found: Places, _ weight: Float, _ votes: inout Mixture.Votes) {
    for start in found.places where start < found.end {
      for token in found.tokens[start..<min(found.end, start + PredictionInput.window)] {
        if token == .separator { break }
        if vocabulary.initial(of: token).isWord { votes.add(token, found.weight * weight) }
      }
    }
  }

  /// The weight of the shorter context: that of as many votes from files.
  private static let formEscape: Float = 4
  /// What is added to each likelihood of a form, so that its logarithm is bounded.
  private static let leastForm = 0.01

  /// Returns the logarithm of the likelihood of each `WordForm` after the last one or two tokens; empty where nothing
  /// followed them.
  ///
  /// - Complexity: O(number of different tokens that followed).
  func forms(_ mixture: Mixture) -> [Float] {
    if mixture.orders.isEmpty { return [] }
    var likelihoods = [Float](repeating: 1 / Float(WordForm.allCases.count), count: WordForm.allCases.count)
    for order in mixture.orders.prefix(2) {
      var (sums, total) = ([Float](repeating: 0, count: likelihoods.count), PredictionInput.formEscape)
      order.votes.weights.forEach { token, weight in
        guard weight > 0, vocabulary.initial(of: token).isWord else { return }
        sums[Int(vocabulary.form(of: token).rawValue)] += weight
        total += weight
      }
      for form in sums.indices {
        likelihoods[form] = (sums[form] + PredictionInput.formEscape * likelihoods[form]) / total
      }
    }
    return likelihoods.map { Float(SystemMath.logarithm(of: Double($0) + PredictionInput.leastForm)) }
  }

  /// Returns the subwords of the file's name, each with the value 1, and those of its folder's name with half of it.
  ///
  /// - Complexity: O(length of the path).
  func nameSubwords() -> TokenTable<Float> {
    var parts = TokenTable<Float>(none: 0)
    guard let path else { return parts }
    let names = path.utf8.split(separator: UInt8(ascii: "/")).suffix(2)
    func add(_ name: Substring.UTF8View, _ value: Float) {
      let bytes = ContiguousArray(name.prefix(PredictionInput.maximumName))
      Subwords.forEach(in: bytes, bytes.indices) { _ = parts.insert($0, value) }
    }
    if let file = names.last { add(file.prefix { $0 != UInt8(ascii: ".") }, 1) }
    if let folder = names.dropLast().last { add(folder, 0.5) }
    return parts
  }

  /// The maximum length of a name, in bytes; the rest is ignored.
  private static let maximumName = 255
}
