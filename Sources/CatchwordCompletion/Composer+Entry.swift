import CatchwordPrediction

extension Composer {
  /// One line of the list that is being made.
  struct Entry {
    private(set) var candidate: Candidate
    private(set) var source: String
    let rank: Int
    private(set) var signals: RankingSignals
    private(set) var score: Double

    /// - Parameter rank: The place of its source among the sources.
    init(_ candidate: Candidate, from source: SourceDescriptor, rank: Int, _ signals: RankingSignals) {
      self.candidate = candidate
      self.source = source.name
      self.rank = rank
      self.signals = signals
      score = signals.score
    }

    mutating func merge(_ other: Candidate, from source: SourceDescriptor) {
      signals.candidate = signals.candidate.merged(with: other.signals)
      signals.priority = max(signals.priority, source.priority)
      score = signals.score
      // Shown is the one that carries something, or else says something about itself, and it is asked for more.
      let isBetter =
        (candidate.attachment == nil) == (other.attachment == nil)
        ? candidate.detail == nil && other.detail != nil : other.attachment != nil
      guard isBetter else { return candidate.adopt(other) }
      let first = candidate
      candidate = other
      candidate.adopt(first)
      self.source = source.name
    }

    /// Takes over how it matches, and what the model thinks of it, from what it matches better as.
    mutating func match(_ better: RankingSignals) {
      (signals.matchKind, signals.matchQuality) = (better.matchKind, better.matchQuality)
      (signals.isMended, signals.prediction) = (better.isMended, better.prediction)
      score = signals.score
    }

    /// Takes over what speaks for a plain word that this one stands for.
    private mutating func merge(_ word: Entry) {
      signals.candidate = signals.candidate.merged(with: word.signals.candidate)
      signals.priority = max(signals.priority, word.signals.priority)
      if word.signals.prediction.score > signals.prediction.score { signals.prediction = word.signals.prediction }
      signals.accepted = max(signals.accepted, word.signals.accepted)
      score = signals.score
    }

    /// Where an entry stands among others, but for those that only their texts tell apart.
    struct Standing {
      private let isPath: Bool
      private let score: Double
      private let rank: Int

      init(_ entry: Entry, isPath: Bool) {
        self.isPath = isPath
        score = entry.score
        rank = entry.rank
      }

      /// With the texts behind it a total order, so that equal requests get equal lists; nil where the texts decide.
      func precedes(_ other: Standing) -> Bool? {
        if isPath != other.isPath { return isPath }
        if score != other.score { return score > other.score }
        return rank == other.rank ? nil : rank < other.rank
      }
    }
  }
}

extension Composer.Entry {
  /// Leaves out the words, and the names from other sources, that a language server knows too, and gives what speaks for them
  /// to its items: of several of one name, as of overloaded functions, to each.
  ///
  /// - Complexity: O(*n*).
  static func withWordsMerged(into entries: [Composer.Entry]) -> [Composer.Entry] {
    var places: [String: [Int]] = [:]
    for (index, entry) in entries.enumerated() where entry.candidate.attachment != nil {
      for name in entry.candidate.names { places[name, default: []].append(index) }
    }
    var merged = entries
    var isDropped = [Bool](repeating: false, count: entries.count)
    for (index, entry) in entries.enumerated() where entry.candidate.isPlainName {
      guard let items = places[entry.candidate.text] else { continue }
      for item in items { merged[item].merge(entry) }
      isDropped[index] = true
    }
    return zip(merged, isDropped).filter { !$0.1 }.map(\.0)
  }
}

extension Candidate {
  /// Text and no more, as words are.
  var isPlainWord: Bool { isPlainName && kind == .text }

  /// A word, or a name of something in code and no more, as in a tags file.
  fileprivate var isPlainName: Bool {
    attachment == nil && snippet == nil && start == nil && label == nil && filter == nil
      && ![.file, .folder, .snippet].contains(kind)
  }

  /// What a language server's item may be called where it is used: `printf`, where it shows `printf(format, ...)`.
  fileprivate var names: Set<String> {
    let label = shown.drop { !Candidate.belongsToName($0) }
    return [text, matched, String(label.prefix(while: Candidate.belongsToName))]
  }

  private static func belongsToName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }
}
