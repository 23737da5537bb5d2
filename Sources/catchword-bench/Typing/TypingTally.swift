/// The menus that came up while texts were typed: counts of how often they helped, and how often they were in the way.
struct TypingTally {
  private(set) var words = 0
  private(set) var wordsAtLineEnds = 0
  /// The number of letters after which a list was requested.
  private(set) var places = 0
  /// The number of items of each menu, in the order in which they came up.
  private(set) var items: [Int] = []
  /// The number of menus in which the wanted word came first.
  private(set) var first = 0
  /// The number of menus in which it was among the first ten, the first included.
  private(set) var inTen = 0
  /// The number of menus without it.
  private(set) var without = 0
  /// The number of words that came first after any of their letters.
  private(set) var wordsFirst = 0
  /// The numbers of menus without an item that begins as typed: after few letters, and after `manyLetters` or more.
  private(set) var strange = (behindFew: 0, behindMany: 0)
  /// The number of words with a menu after their last letter.
  private(set) var finished = 0
  /// The numbers of words that Enter would change, where it takes the first item of the menu after their last letter.
  private(set) var changed = (atLineEnds: 0, elsewhere: 0)

  /// The number of letters from which items that begin differently may be meant.
  static let manyLetters = 5

  /// The number of menus that came up.
  var menus: Int { items.count }
  /// The number of menus with the wanted word at any rank.
  var helpful: Int { menus - without }
  /// The mean number of items of a menu.
  var meanItems: Double { items.isEmpty ? 0 : Double(items.reduce(0, +)) / Double(items.count) }
  /// The number of items of the longest menu.
  var mostItems: Int { items.max() ?? 0 }
  /// The number of items of a menu at the 99th percentile.
  ///
  /// - Complexity: O(*n* log *n*).
  var tailItems: Int { items.isEmpty ? 0 : items.sorted()[min(items.count - 1, items.count * 99 / 100)] }

  mutating func add(_ word: TypedWord) {
    words += 1
    if word.isAtLineEnd { wordsAtLineEnds += 1 }
    places += word.menus.count
    for case let menu? in word.menus { add(menu) }
    if word.menus.contains(where: { $0?.rank == 1 }) { wordsFirst += 1 }
    guard case let last?? = word.menus.last else { return }
    finished += 1
    guard last.changesText else { return }
    if word.isAtLineEnd { changed.atLineEnds += 1 } else { changed.elsewhere += 1 }
  }

  private mutating func add(_ menu: TypingMenu) {
    items.append(menu.items)
    if menu.rank == 1 { first += 1 }
    if (1...10).contains(menu.rank) { inTen += 1 }
    if menu.rank == 0 { without += 1 }
    if menu.hasBeginning { return }
    if menu.letters < TypingTally.manyLetters { strange.behindFew += 1 } else { strange.behindMany += 1 }
  }

  /// Adds the counts of other texts.
  mutating func add(_ other: TypingTally) {
    words += other.words
    wordsAtLineEnds += other.wordsAtLineEnds
    places += other.places
    items += other.items
    first += other.first
    inTen += other.inTen
    without += other.without
    wordsFirst += other.wordsFirst
    strange.behindFew += other.strange.behindFew
    strange.behindMany += other.strange.behindMany
    finished += other.finished
    changed.atLineEnds += other.changed.atLineEnds
    changed.elsewhere += other.changed.elsewhere
  }
}
