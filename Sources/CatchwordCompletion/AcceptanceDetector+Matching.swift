import CatchwordText

extension AcceptanceDetector {
  /// Finds the longest candidate that an edit has put into the text, the newest list's first.
  ///
  /// - Parameters:
  ///   - replaced: The bytes before the edit that were replaced, which may be more than those that differ.
  ///   - end: The end of the text that belongs to the edit.
  ///   - leastInserted: The minimum number of characters of the candidate that must be new.
  func match(_ change: TextChange, replaced: Range<Int>, end: Int, leastInserted: Int, at place: Place)
    -> Match?
  {
    guard !place.lists.isEmpty, end > place.base else { return nil }
    // The common case, a single key: no candidate has enough new characters, so no list is searched.
    let new = change.after.bytes(in: min(change.inserted.lowerBound, end)..<end)
    if String(decoding: new, as: UTF8.self).count < leastInserted { return nil }
    let text = change.after.bytes(
      in: place.base..<min(end, place.base + AcceptanceDetector.maximumLength + AcceptanceDetector.maximumTail))
    // When the edit only removed text, the rest of the text may be a candidate.
    let leastEnd = change.inserted.isEmpty ? change.inserted.lowerBound : change.inserted.lowerBound + 1
    func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
    var best: Match?
    for (items, origin) in place.lists.reversed() {
      for item in items {
        let start = place.start &+ ((item.candidate.start ?? origin) &- origin)
        let length = item.candidate.text.utf8.count
        guard start >= place.base, start <= replaced.lowerBound || start <= change.replaced.lowerBound,
          length > best?.length ?? 0, length <= text.count, start + length >= leastEnd,
          start + length <= place.base + text.count,
          change.inserted.upperBound - (start + length) <= AcceptanceDetector.maximumTail,
          text[(start - place.base)...].starts(with: item.candidate.text.utf8)
        else { continue }
        let own = text[(change.inserted.lowerBound - place.base)..<(start + length - place.base)]
        if String(decoding: own, as: UTF8.self).count < leastInserted { continue }
        // Brackets or a space may have been inserted behind it, but no more of a word, nor other words.
        let tail = text[(start - place.base + length)...]
        let next = String(decoding: tail.prefix(8), as: UTF8.self).prefix(1)
        let new = tail.prefix(max(0, change.inserted.upperBound - (start + length)))
        if (next + String(decoding: new, as: UTF8.self)).contains(where: isOfWord) { continue }
        best = Match(item: item, start: start, length: length)
      }
    }
    return best
  }
}
