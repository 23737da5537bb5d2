/// The effect of an edit on the secrets around it: a letter may turn a word further on in the line into a password.
struct SecretChange {
  /// The secrets in the edited lines, before the edit and after it, as ranges in the text.
  private(set) var before: [Range<Int>] = []
  private(set) var after: [Range<Int>] = []
  /// The distance before and after the edit within which text has become a secret, or has ceased to be one.
  private(set) var head = 0
  private(set) var tail = 0

  /// - Complexity: O(log *n* + length of the edit + `SecretScanner.reach`).
  init(_ change: TextChange) {
    let (old, new) = (change.replaced, change.inserted)
    // The secrets that the edit may have changed, with enough text around them.
    let head = change.before.rest(before: old.lowerBound, 2 * SecretScanner.reach)
    let tail = change.before.rest(after: old.upperBound, 2 * SecretScanner.reach)
    let start = old.lowerBound - head.count
    before = SecretScanner.secrets(in: head + change.before.bytes(in: old) + tail)
    after = SecretScanner.secrets(in: head + change.after.bytes(in: new) + tail)
    self.head = head.count - SecretChange.firstDifference(before, after, upTo: head.count)
    let growth = new.count - old.count
    let (oldEnd, newEnd) = (head.count + old.count, head.count + new.count)
    let oldTail = before.filter { $0.upperBound > oldEnd }.map {
      max(oldEnd, $0.lowerBound) + growth..<$0.upperBound + growth
    }
    let newTail = after.filter { $0.upperBound > newEnd }.map { max(newEnd, $0.lowerBound)..<$0.upperBound }
    self.tail = SecretChange.lastDifference(oldTail, newTail, from: newEnd) - newEnd
    before = before.map { $0.lowerBound + start..<$0.upperBound + start }
    after = after.map { $0.lowerBound + start..<$0.upperBound + start }
  }

  /// Creates the value for a text that is read for the first time.
  init(opening text: Text) { after = SecretScanner.secrets(in: text.bytes(in: 0..<text.count)) }

  private static func firstDifference(_ left: [Range<Int>], _ right: [Range<Int>], upTo end: Int) -> Int {
    for index in 0..<max(left.count, right.count) {
      let pair = [left, right].map { ranges in
        index < ranges.count ? ranges[index].clamped(to: 0..<end) : end..<end
      }
      if pair[0] != pair[1] { return min(pair[0].lowerBound, pair[1].lowerBound) }
    }
    return end
  }

  private static func lastDifference(_ left: [Range<Int>], _ right: [Range<Int>], from start: Int) -> Int {
    for index in 1...(max(left.count, right.count) + 1) {
      let pair = [left, right].map { ranges in index <= ranges.count ? ranges[ranges.count - index] : start..<start }
      if pair[0] != pair[1] { return max(pair[0].upperBound, pair[1].upperBound) }
    }
    return start
  }
}
