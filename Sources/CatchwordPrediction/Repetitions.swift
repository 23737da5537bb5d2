/// Which words just before the cursor are written again as the next one, by where they stand.
///
/// Behind `self.name =` comes what stands two tokens back, whatever it is called, and what a line has introduced is used in a
/// condition next. Other texts say so even where the words themselves are new, which the successors of a context do not.
struct Repetitions: Sendable {
  /// What speaks for a word; both are shares on the logarithmic scale of `Features`, 0 to 7.
  struct Evidence: Sendable {
    /// By the distance of its last use.
    var distance: Float = 0
    /// By the token before its last use.
    var role: Float = 0
  }

  /// The maximum distance of a word's last use, in tokens.
  static let reach = 256
  /// The maximum distance that is told from others.
  static let longestDistance = 32
  /// The number of tokens before the cursor that may be alike elsewhere.
  static let longestShape = 6
  /// The weight of the shorter shape: that of as many places in files.
  private static let doubt: Float = 6
  /// The same for roles.
  private static let doubtOfRoles: Float = 8

  /// By length of the shape and distance: the weight of the places where the next word was one at that distance.
  private var distances = [Float](repeating: 0, count: (longestShape + 1) * (longestDistance + 1))
  /// By length of the shape: the weight of all places.
  private var sums = [Float](repeating: 0, count: longestShape + 1)
  /// By the token before the last use of the next word: the weight of the places, where longer shapes count more.
  private var roles = TokenTable<Float>(none: 0, capacity: 128)
  private var roleSum: Float = 0

  /// Adds a place where a word was written.
  ///
  /// - Parameters:
  ///   - shape: The number of tokens before it that are like those before the cursor; at least 1.
  ///   - lastUse: The distance of the word's last use, and the token before that; nil where there is none in reach.
  mutating func add(shape: Int, lastUse: (distance: Int, role: Token)?, weight: Float) {
    for length in 1...shape { sums[length] += weight }
    roleSum += weight * Float(shape)
    guard let lastUse else { return }
    roles[lastUse.role] += weight * Float(shape)
    guard lastUse.distance <= Repetitions.longestDistance else { return }
    for length in 1...shape { distances[length * (Repetitions.longestDistance + 1) + lastUse.distance] += weight }
  }

  /// Returns what speaks for each word that was used within reach.
  ///
  /// - Parameter uses: The words with the distance of their last use, and the token before that.
  func evidence(for uses: [(word: Token, distance: Int, role: Token)]) -> TokenTable<Evidence> {
    var table = TokenTable(none: Evidence(), capacity: uses.count)
    let likelihoods = likelihoods()
    var sharers = TokenTable<Float>(none: 0, capacity: uses.count)
    for use in uses { sharers[use.role] += 1 }
    for use in uses {
      var evidence = Evidence()
      if use.distance <= Repetitions.longestDistance {
        evidence.distance = Features.logarithmic(share: likelihoods[use.distance])
      }
      // Words with the same role share what speaks for it.
      let share = roles[use.role] / ((roleSum + Repetitions.doubtOfRoles) * sharers[use.role])
      evidence.role = Features.logarithmic(share: share)
      table[use.word] = evidence
    }
    return table
  }

  /// Returns the likelihood by distance that the next word is the one there: by longer shapes as far as they are known.
  private func likelihoods() -> [Float] {
    let width = Repetitions.longestDistance + 1
    var likelihoods = [Float](repeating: 0, count: width)
    for length in 1...Repetitions.longestShape where sums[length] > 0 {
      let all = sums[length] + Repetitions.doubt
      for distance in likelihoods.indices {
        likelihoods[distance] = (distances[length * width + distance] + Repetitions.doubt * likelihoods[distance]) / all
      }
    }
    return likelihoods
  }
}

extension PredictionInput {
  /// The maximum number of places that are read in the corpus, in this document, and in each of the others.
  private static let mostInCorpus = 320
  private static let mostHere = 96
  private static let mostInOthers = 48
  /// The number of documents and changed files that are read besides the current document, those that were used last first.
  private static let mostOthers = 4
  /// The weights of a place in this document and in another open one; those in files weigh what their uses do.
  private static let here: Float = 4
  private static let open: Float = 2

  /// Returns what speaks for the words before the cursor, where words were written behind the same token.
  ///
  /// - Complexity: O(places that are read · `Repetitions.reach`), as fast as memory is read.
  func repetitions() -> TokenTable<Repetitions.Evidence> {
    var repetitions = Repetitions()
    guard let last = context.tokens.first else { return repetitions.evidence(for: []) }
    let shape = shape()
    if let slice = evidence.corpus.slices(following: [last]).first {
      let tokens = evidence.corpus.tokens
      evidence.forEachPosition(in: slice, limit: PredictionInput.mostInCorpus) { place, _ in
        visit(place, of: tokens, shape, evidence.corpus.weight(at: place), &repetitions)
      }
    }
    for (number, other) in evidence.documents.prefix(1 + PredictionInput.mostOthers).enumerated() {
      var left = number == 0 ? PredictionInput.mostHere : PredictionInput.mostInOthers
      let weight = number == 0 ? PredictionInput.here : min(PredictionInput.open, other.weight)
      // What stands behind the cursor is not where a use of a word before it goes on.
      let end = number == 0 ? cursor : other.tokens.count
      TokenSearch.forEachIndex(of: last, in: other.tokens, before: max(0, end - 1)) { index in
        visit(index + 1, of: other.tokens, shape, weight, &repetitions)
        left -= 1
        return left > 0
      }
    }
    return repetitions.evidence(for: lastUses())
  }

  /// Returns the tokens before the cursor, the last one first; nil for a word before the last token: names differ.
  private func shape() -> [Token?] {
    (1...Repetitions.longestShape).map { back in
      if cursor < back { return .separator }
      let token = document.tokens[cursor - back]
      return back > 1 && vocabulary.initial(of: token).isWord ? nil : token
    }
  }

  private func visit(
    _ place: Int, of tokens: ContiguousArray<Token>, _ shape: [Token?], _ weight: Float,
    _ repetitions: inout Repetitions
  ) {
    let word = tokens[place]
    guard vocabulary.initial(of: word).isWord else { return }
    var length = 1
    while length < shape.count {
      let token = place - 1 < length ? .separator : tokens[place - 1 - length]
      guard shape[length].map({ $0 == token }) ?? vocabulary.initial(of: token).isWord else { break }
      length += 1
    }
    let start = max(0, place - Repetitions.reach)
    let use = TokenSearch.lastIndex(of: word, in: tokens, start..<place)
    repetitions.add(
      shape: length, lastUse: use.map { (place - $0, $0 == 0 ? .separator : tokens[$0 - 1]) }, weight: weight)
  }

  /// Returns the words before the cursor with the distances of their last uses, and the tokens before these.
  private func lastUses() -> [(word: Token, distance: Int, role: Token)] {
    var uses: [(word: Token, distance: Int, role: Token)] = []
    var seen = TokenTable<Bool>(none: false, capacity: Repetitions.reach)
    let tokens = document.tokens
    for index in (max(0, cursor - Repetitions.reach)..<cursor).reversed()
    where vocabulary.initial(of: tokens[index]).isWord && seen.insert(tokens[index], true) {
      uses.append((tokens[index], cursor - index, index == 0 ? .separator : tokens[index - 1]))
    }
    return uses
  }
}
