import CatchwordPrediction

extension Composer {
  /// An item of the list that is being made.
  struct Entry {
    private(set) var candidate: Candidate
    private(set) var source: String
    let rank: Int
    private(set) var signals: RankingSignals
    private(set) var score: Double

    /// - Parameter rank: The index of its source among the sources.
    init(_ candidate: consuming Candidate, from source: SourceDescriptor, rank: Int, _ signals: RankingSignals) {
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
      // The one with an attachment is shown, or else the one with a detail; its source is then asked for more.
      let isBetter =
        candidate.hasAttachment == other.hasAttachment
        ? candidate.detail == nil && other.detail != nil : other.hasAttachment
      guard isBetter else { return candidate.adopt(other) }
      let first = candidate
      candidate = other
      // It may have been written otherwise.
      signals.prediction.occurrences = nil
      candidate.adopt(first)
      self.source = source.name
    }

    /// Takes over the match and the prediction of a better match.
    mutating func match(_ better: RankingSignals) {
      (signals.matchKind, signals.matchQuality) = (better.matchKind, better.matchQuality)
      (signals.isMended, signals.prediction) = (better.isMended, better.prediction)
      score = signals.score
    }

    /// Takes over the signals of a plain word that this entry stands for.
    private mutating func merge(_ word: Entry) {
      signals.candidate = signals.candidate.merged(with: word.signals.candidate)
      signals.priority = max(signals.priority, word.signals.priority)
      if word.signals.prediction.score > signals.prediction.score { signals.prediction = word.signals.prediction }
      signals.accepted = max(signals.accepted, word.signals.accepted)
      score = signals.score
    }

    /// The position of an entry among others, except for those that only their texts tell apart.
    struct Standing {
      let index: Int
      let isInPlace: Bool
      private let score: Double
      private let rank: Int
      /// The first eight bytes of the text, zeros behind it.
      private let head: UInt64

      /// - Parameter index: The index of the entry.
      init(_ entries: [Entry], _ index: Int, isInPlace: Bool) {
        self.index = index
        self.isInPlace = isInPlace
        score = entries[index].score
        rank = entries[index].rank
        head = entries[index].candidate.text.head
      }

      /// Compares two entries; nil where the rest of their texts decides, and then the order in which they were offered. The whole
      /// order is total: equal requests get equal lists.
      func precedes(_ other: Standing) -> Bool? {
        if isInPlace != other.isInPlace { return isInPlace }
        if score != other.score { return score > other.score }
        if rank != other.rank { return rank < other.rank }
        return head == other.head ? nil : head < other.head
      }
    }
  }
}

extension Composer.Entry {
  /// Merges the words, and the names from other sources, that a language server knows too, into its items. Their
  /// signals go to each of several items of one name, as of overloaded functions.
  ///
  /// - Complexity: O(*n*).
  static func withWordsMerged(into entries: [Composer.Entry]) -> [Composer.Entry] {
    var places: [String: [Int]] = [:]
    for (index, entry) in entries.enumerated() where entry.candidate.hasAttachment {
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

extension String {
  /// The first eight bytes, as a number: texts are in the order of these where they differ. Zeros stand for missing bytes.
  fileprivate var head: UInt64 {
    func head(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
      var head: UInt64 = 0
      for index in 0..<min(8, bytes.count) { head |= UInt64(bytes[index]) << UInt64(56 - 8 * index) }
      return head
    }
    return utf8.withContiguousStorageIfAvailable { head($0) }
      ?? Array(utf8.prefix(8)).withUnsafeBufferPointer { head($0) }
  }
}

extension Candidate {
  /// True for text and no more, as words are.
  @inline(__always)
  var isPlainWord: Bool { isPlainName && kind == .text }

  /// True when a capital of the typed text is a small letter here; both begin alike but for case and accents.
  ///
  /// - Complexity: O(typed letters).
  func lacksCapitals(of typed: String) -> Bool {
    // Most of what is typed has none.
    if typed.utf8.allSatisfy({ $0 < 0x80 && !(0x41...0x5A).contains($0) }) { return false }
    return zip(typed.unicodeScalars, matched.unicodeScalars).contains {
      $0.properties.isUppercase && $1.properties.isLowercase
    }
  }

  /// True for a word, or a name of something in code and no more, as in a tags file.
  @inline(__always)
  fileprivate var isPlainName: Bool {
    isPlainText && start == nil && ![.file, .folder, .snippet].contains(kind)
  }

  /// The names by which a language server's item may be used: `printf`, where it shows `printf(format, ...)`.
  fileprivate var names: Set<String> {
    let label = shown.drop { !Candidate.belongsToName($0) }
    return [text, matched, String(label.prefix(while: Candidate.belongsToName))]
  }

  private static func belongsToName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }
}
