extension WordScanner {
  /// True for a word of a script that is written without spaces.
  package static func isUnspaced(_ word: String) -> Bool {
    word.unicodeScalars.first.map { UnspacedScript($0.value) != nil } ?? false
  }

  /// True for a Chinese letter, which Japanese uses, too.
  package static func isHan(_ scalar: Unicode.Scalar) -> Bool { UnspacedScript(scalar.value) == .han }

  /// True for a place in a word of Han at which another word may begin or end: either end, and around a function word
  /// of two letters.
  package static func mayBreak(_ word: [Unicode.Scalar], at place: Int) -> Bool {
    func isCompound(at start: Int) -> Bool {
      start >= 0 && start + 1 < word.count && IdeographTables.isCompound(word[start].value, word[start + 1].value)
    }
    if place <= 0 || place >= word.count { return true }
    return isCompound(at: place)
      || isCompound(at: place - 2) && !IdeographTables.goesOn(word[place - 1].value, word[place].value)
  }

  /// Returns the start of the current word, given the text before the cursor.
  ///
  /// A joiner at the very end belongs to the word (`foo-` may become `foo-bar`), and so does a closer. A run longer
  /// than the maximum counts as the current word, so that nothing is offered in the middle of it.
  ///
  /// - Complexity: O(*n*) in the length of `bytes` at worst, O(length of the word) typically.
  public func wordStart(beforeEndOf bytes: ContiguousArray<UInt8>) -> Int {
    wordStart(beforeEndOf: bytes, from: lastBarrier(in: bytes) ?? 0)
  }

  private func wordStart(beforeEndOf bytes: ContiguousArray<UInt8>, from barrier: Int) -> Int {
    if bytes.count - barrier > Text.maximumWordLength { return barrier }
    var word = bytes.count..<bytes.count
    forEachWord(in: bytes, from: barrier) { word = $0 }
    if word.upperBound == bytes.count { return word.lowerBound }
    let end = scalarStart(before: bytes.count, of: bytes)
    let isJoined = word.upperBound == end && scalar(at: end, of: bytes).role.contains(.joiner)
    return isJoined && endsWithLetter(bytes, end) ? word.lowerBound : bytes.count
  }

  /// Returns the whole word around a place in `bytes`: the typed part before it and the part after it.
  ///
  /// - Complexity: O(*n*) in the length of `bytes`.
  func wordRange(around offset: Int, in bytes: ContiguousArray<UInt8>) -> Range<Int> {
    let head = ContiguousArray(bytes[..<offset])
    let barrier = lastBarrier(in: head) ?? 0
    let start = wordStart(beforeEndOf: head, from: barrier)
    let reach = firstBarrier(in: bytes, from: barrier, after: offset) ?? bytes.count
    var end = offset
    forEachWord(in: ContiguousArray(bytes[..<reach]), from: barrier) { word in
      let isTyped = word.lowerBound == start || start == offset
      if isTyped && word.contains(offset) { end = word.upperBound }
    }
    return start..<end
  }

  /// Returns the last place in `bytes` that no word crosses, whatever surrounds `bytes`; nil when there is none.
  func lastBarrier(in bytes: ContiguousArray<UInt8>) -> Int? {
    var index = bytes.count
    var next: (index: Int, scalar: WordScalar)?
    var nextUnmarked = next
    while index > 0 {
      index = scalarStart(before: index, of: bytes)
      let here = scalar(at: index, of: bytes)
      if !here.role.contains(.mark) {
        if let next, !mayShareWord(here, next.scalar) { return next.index }
        if let nextUnmarked, !mayShareWord(here, nextUnmarked.scalar) { return nextUnmarked.index }
        nextUnmarked = (index, here)
      }
      next = (index, here)
    }
    return nil
  }

  /// Returns the first place in `bytes` that no word crosses, whatever surrounds `bytes`; nil when there is none.
  ///
  /// - Parameters:
  ///   - start: The index to begin at.
  ///   - place: The place that the barrier must be after.
  func firstBarrier(in bytes: ContiguousArray<UInt8>, from start: Int = 0, after place: Int = -1) -> Int? {
    var index = start
    var last: WordScalar?
    while index < bytes.count {
      let here = scalar(at: index, of: bytes)
      let goesOn = !here.role.isDisjoint(with: [.alphabetic, .ideographic, .mark, .joiner, .closer])
      let isBarrier = !goesOn || last.map { !mayShareWord($0, here) } ?? false
      if isBarrier && index > place { return index }
      if !here.role.contains(.mark) { last = here }
      index += here.length
    }
    return nil
  }

  /// True when a letter, with or without marks, ends at `end`.
  private func endsWithLetter(_ bytes: ContiguousArray<UInt8>, _ end: Int) -> Bool {
    var index = end
    while index > 0 {
      index = scalarStart(before: index, of: bytes)
      let role = scalar(at: index, of: bytes).role
      if !role.contains(.mark) { return role.contains(.alphabetic) }
    }
    return false
  }

  private func scalarStart(before index: Int, of bytes: ContiguousArray<UInt8>) -> Int {
    var start = index - 1
    while start > 0 && bytes[start].isContinuation { start -= 1 }
    return start
  }
}
