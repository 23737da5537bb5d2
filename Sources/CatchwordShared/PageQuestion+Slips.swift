import CatchwordMatching

extension PageQuestion {
  /// The numbers of letters of which a slip can be told, and of those for which the pages are not too many.
  private static let mendedLengths = 4...12

  /// The pages of words that would have been found without a slip: for each text with two letters exchanged, or with one
  /// letter less, the pages to ask for, of which at most one is there. All are in the bucket of the prefix, so the letters that
  /// decide on it count as right.
  package var slips: [[PageName]] {
    let typed = prefix.scalars
    guard PageQuestion.mendedLengths.contains(typed.count), let least = SharedPrefix.bucketCount(of: typed) else {
      return []
    }
    var slips: [[PageName]] = []
    for place in least..<typed.count {
      var shorter = typed
      shorter.remove(at: place)
      slips.append(PageQuestion.names(SharedPrefix(shorter), changedAt: place))
      guard place + 1 < typed.count, typed[place] != typed[place + 1] else { continue }
      var exchanged = typed
      exchanged.swapAt(place, place + 1)
      slips.append(PageQuestion.names(SharedPrefix(exchanged), changedAt: place))
    }
    return slips
  }

  /// Returns the pages for a text; those of what it has in common with what was typed were asked for before.
  private static func names(_ text: SharedPrefix, changedAt place: Int) -> [PageName] {
    [PageName(.best, text)]
      + (min(place + 1, text.count)...text.count).reversed().map { PageName(.whole, text.first($0)) }
  }

  /// Adds those of some words that are a slip away, or have all the letters in their order: the heaviest few. There may be
  /// more of them.
  package func addMended(_ words: [SharedWord], to answer: inout PageReader.Answer) {
    var matcher = Matcher(Pattern(prefix.text), allowsTypos: true)
    var best = BestSelection<SharedWord>(capacity: PageQuestion.enough) { left, right in
      left.weight != right.weight
        ? left.weight > right.weight : left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
    for word in words where matcher.score(word.text) != nil { best.insert(word) }
    answer.areMended = answer.words.isEmpty
    answer.words += best.sorted()
    answer.isCut = answer.isCut || best.count > 0
  }
}
