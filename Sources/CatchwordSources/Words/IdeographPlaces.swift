import CatchwordText

/// The occurrences of some Han in words, and the text around them, which tell terms without a dictionary.
///
/// A term ends where the text continues in several ways, or where a word ends; as long as the text continues in one way
/// only, so does the term. The beginning is found in the same way, in the other direction. (Accessor variety: Feng,
/// Chen, Deng and Zheng, "Accessor Variety Criteria for Chinese Word Extraction", Computational Linguistics 30, 2004;
/// successor variety is older: Harris, 1955.)
struct IdeographPlaces {
  /// A term that may be meant.
  struct Term {
    let text: String
    /// The number of occurrences.
    let count: Int
    /// The evidence that it is a term, from 0 to 1.
    let cohesion: Double
  }

  /// The neighbours on one side of a term.
  private struct Side {
    /// The number of occurrences without a neighbour: a word begins or ends there.
    private var breaks = 0
    /// The different neighbours, at most `maximumLetters`.
    private var letters: [Unicode.Scalar] = []

    mutating func add(_ letter: Unicode.Scalar?, count: Int) {
      guard let letter else { return breaks += count }
      if letters.count < Side.maximumLetters, !letters.contains(letter) { letters.append(letter) }
    }

    /// The number of breaks and of different neighbours; 0 when the neighbour is always the same letter.
    var variety: Int { breaks > 0 || letters.count > 1 ? breaks + letters.count : 0 }

    private static let maximumLetters = 6
  }

  private struct Place {
    var count = 0
    var before = Side()
    var after = Side()

    mutating func add(_ count: Int, before: Unicode.Scalar?, after: Unicode.Scalar?) {
      self.count += count
      self.before.add(before, count: count)
      self.after.add(after, count: count)
    }
  }

  private let beginning: [Unicode.Scalar]
  /// The places, by the text that follows `beginning`.
  private var places: [String: Place] = [:]
  /// The number of occurrences of `beginning` that were looked at.
  private(set) var seen = 0

  /// The maximum number of occurrences to look at: a text may repeat one letter again and again.
  static let maximumSeen = 1024
  /// The maximum count of a word; a greater one says no more.
  private static let maximumCount = 1 << 20
  /// The maximum length of a term within a word; a longer one is found only as the rest of a whole word.
  private static let maximumLength = 8
  /// The usual maximum length of a term, in letters; a longer one may well be a phrase.
  private static let usualLength = 4.0
  /// The cohesion of a term whose end is known, but not its beginning.
  private static let guess = 0.25
  /// The factor for a term that was seen once, and begins with a term that was seen more often.
  private static let longerOnce = 0.5

  /// Creates an empty table for terms that begin with some letters.
  init(of beginning: String) { self.beginning = Array(beginning.unicodeScalars) }

  /// Adds the occurrences in a word, until `maximumSeen` is reached.
  ///
  /// - Complexity: O(length).
  mutating func add(_ text: String, count: Int) {
    let word = Array(text.unicodeScalars)
    let count = min(count, IdeographPlaces.maximumCount)
    guard word.count > beginning.count else { return }
    for start in 0..<word.count - beginning.count where word[start...].starts(with: beginning) {
      if seen == IdeographPlaces.maximumSeen { return }
      seen += 1
      let before = WordScanner.mayBreak(word, at: start) ? nil : word[start - 1]
      var following = String.UnicodeScalarView()
      for index in start + beginning.count..<min(word.count, start + IdeographPlaces.maximumLength) {
        following.append(word[index])
        let after = WordScanner.mayBreak(word, at: index + 1) ? nil : word[index + 1]
        places[String(following), default: Place()].add(count, before: before, after: after)
      }
      // A longer term is known as a whole, or not at all.
      if start == 0, word.count > IdeographPlaces.maximumLength {
        following.append(contentsOf: word[IdeographPlaces.maximumLength...])
        places[String(following), default: Place()].add(count, before: nil, after: nil)
      }
    }
  }

  /// Returns the terms that may be meant, best first.
  ///
  /// When there are no others, these are the terms whose end is known, although their beginning is not.
  ///
  /// - Complexity: O(*n* log *n*) in the different ways to go on.
  func terms(limit: Int) -> [Term] {
    var terms: [Term] = []
    var guesses: [Term] = []
    let head = String(String.UnicodeScalarView(beginning))
    for (following, place) in places {
      let text = head + following
      let share = min(1, IdeographPlaces.usualLength / Double(text.unicodeScalars.count))
      let variety = min(place.before.variety, place.after.variety)
      if variety > 0 {
        // 1/2 for one, 2/3 for two or three, 3/4 for four to seven.
        let strength = Double(Int.bitWidth - variety.leadingZeroBitCount)
        let once = place.count == 1 && hasCommonerBeginning(following) ? IdeographPlaces.longerOnce : 1
        terms.append(
          Term(text: text, count: place.count, cohesion: strength / (strength + 1) * share * share * once))
      } else if place.after.variety > 0 {
        guesses.append(Term(text: text, count: place.count, cohesion: IdeographPlaces.guess * share * share))
      }
    }
    if terms.isEmpty { terms = guesses }
    terms.sort { ($0.cohesion, $0.count, $1.text) > ($1.cohesion, $1.count, $0.text) }
    return Array(terms.prefix(limit))
  }

  /// True when a part of the following text occurs more than once, and is a term with the beginning.
  private func hasCommonerBeginning(_ following: String) -> Bool {
    let scalars = following.unicodeScalars
    return scalars.indices.dropFirst().contains { index in
      guard let place = places[String(scalars[..<index])], place.count > 1 else { return false }
      return min(place.before.variety, place.after.variety) > 0
    }
  }
}
