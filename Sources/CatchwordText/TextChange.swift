/// One edit: the text before, the text after, and the smallest part that differs.
///
/// Clients send the same key press in many ways: one inserted character, a whole line, the whole document. A change is
/// always trimmed to the bytes that differ, so all later code sees the key press, however it was sent.
public struct TextChange: Sendable {
  /// The text before the edit.
  public let before: Text
  /// The text after the edit.
  public let after: Text
  /// The bytes of `before` that were replaced.
  public let replaced: Range<Int>
  /// The bytes of `after` that replaced them.
  public let inserted: Range<Int>

  /// True when both texts are equal.
  public var isEmpty: Bool { replaced.isEmpty && inserted.isEmpty }

  /// Replaces a range of a text.
  ///
  /// - Complexity: O(log *n* + length of `range` + length of `string`).
  public init(_ text: Text, replacing range: Range<Int>, with string: String) {
    let start = text.scalarBoundary(atOrBefore: range.lowerBound)
    let end = text.scalarBoundary(atOrBefore: range.upperBound)
    let old = text.bytes(in: start..<end)
    let new = ContiguousArray(string.utf8)
    let head = TextChange.commonPrefix(old, new)
    let tail = TextChange.commonSuffix(old[head...], new[head...])
    var after = text
    after.replace(start + head..<end - tail, with: ContiguousArray(new[head..<new.count - tail]))
    self.before = text
    self.after = after
    self.replaced = start + head..<end - tail
    self.inserted = start + head..<start + new.count - tail
  }

  private init(before: Text, after: Text, replaced: Range<Int>, inserted: Range<Int>) {
    (self.before, self.after, self.replaced, self.inserted) = (before, after, replaced, inserted)
  }

  /// Returns this edit and the one right after it as one edit; its range spans both, and may be more than differs.
  ///
  /// - Returns: nil when `next` is not an edit of the result of this one.
  public func merged(with next: TextChange) -> TextChange? {
    guard next.before.root === after.root else { return nil }
    let start = min(inserted.lowerBound, next.replaced.lowerBound)
    let end = max(inserted.upperBound, next.replaced.upperBound)
    return TextChange(
      before: before, after: next.after,
      replaced: start..<end - inserted.count + replaced.count,
      inserted: start..<end - next.replaced.count + next.inserted.count)
  }

  private static func commonPrefix(_ old: ContiguousArray<UInt8>, _ new: ContiguousArray<UInt8>) -> Int {
    let limit = min(old.count, new.count)
    var count = 0
    while count < limit && old[count] == new[count] { count += 1 }
    // Back to a scalar boundary of both: the bytes before are equal, so a boundary of one text is one of the other.
    while count > 0,
      (count < old.count && old[count].isContinuation) || (count < new.count && new[count].isContinuation)
    {
      count -= 1
    }
    return count
  }

  private static func commonSuffix(_ old: ContiguousArray<UInt8>.SubSequence, _ new: ContiguousArray<UInt8>.SubSequence)
    -> Int
  {
    let limit = min(old.count, new.count)
    var count = 0
    while count < limit && old[old.endIndex - 1 - count] == new[new.endIndex - 1 - count] { count += 1 }
    while count > 0 && old[old.endIndex - count].isContinuation { count -= 1 }
    return count
  }
}
