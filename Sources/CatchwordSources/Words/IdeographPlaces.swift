import CatchwordText

/// Where some Han stand in words, and what goes on from them: how one tells a term without a dictionary.
///
/// A term ends where the text goes on in several ways, or where a word ends; as long as it goes on in one way only, the
/// term goes on as well. It begins in the same way, seen from the other side. (Accessor variety: Feng, Chen, Deng and
/// Zheng, "Accessor Variety Criteria for Chinese Word Extraction", Computational Linguistics 30, 2004; successor variety
/// is older: Harris, 1955.)
struct IdeographPlaces {
  /// What may be meant.
  struct Term {
    let text: String
    /// How often it was seen.
    let count: Int
    /// How much speaks for its being one, from 0 to 1.
    let cohesion: Double
  }

  /// What stands on one side of a term.
  private struct Side {
    /// How often nothing does: a word begins or ends there.
    private var breaks = 0
    /// What else does, as far as it matters.
    private var letters: [Unicode.Scalar] = []

    mutating func add(_ letter: Unicode.Scalar?, count: Int) {
      guard let letter else { return breaks += count }
      if letters.count < Side.maximumLetters, !letters.contains(letter) { letters.append(letter) }
    }

    /// In how many ways it is told from what is beside it; 0 when the same letter always stands there.
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
  /// By what follows `beginning`.
  private var places: [String: Place] = [:]
  /// At how many places `beginning` was seen.
  private(set) var seen = 0

  /// More are not looked at: a text may be one letter again and again.
  static let maximumSeen = 1024
  /// More often is often enough.
  private static let maximumCount = 1 << 20
  /// Longer terms are found by what stands alone.
  private static let maximumLength = 8
  /// Up to so many letters are a term, and more may well be a phrase.
  private static let usualLength = 4.0
  /// How much is trusted in what nothing speaks for but that a word ends there.
  private static let guess = 0.25
  /// What is left of the trust in a term that was seen once, and begins with one that was seen more often.
  private static let longerOnce = 0.5

  /// Nothing has been seen.
  init(of beginning: String) { self.beginning = Array(beginning.unicodeScalars) }

  /// Takes note of a word, as long as there are not too many.
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
      // What is longer is known as a whole, or not at all.
      if start == 0, word.count > IdeographPlaces.maximumLength {
        following.append(contentsOf: word[IdeographPlaces.maximumLength...])
        places[String(following), default: Place()].add(count, before: nil, after: nil)
      }
    }
  }

  /// What may be meant, best first.
  ///
  /// Where there is nothing else, it is what ends with a word, although nothing is known of how it begins.
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

  /// True when part of what follows follows more than once, and is a term with the beginning.
  private func hasCommonerBeginning(_ following: String) -> Bool {
    let scalars = following.unicodeScalars
    return scalars.indices.dropFirst().contains { index in
      guard let place = places[String(scalars[..<index])], place.count > 1 else { return false }
      return min(place.before.variety, place.after.variety) > 0
    }
  }
}
