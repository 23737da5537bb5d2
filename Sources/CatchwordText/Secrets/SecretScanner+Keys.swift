/// The search for keys that contain marks, and are several words.
extension SecretScanner {
  /// The maximum length of a run of text: longer runs are left out as a whole, so their distant parts do not matter.
  static let longestRun = 512

  /// Checks a run of characters that may stand in a key.
  mutating func noteKey(_ run: Range<Int>, _ kinds: CharacterKinds, hasMarks: Bool) {
    // Most words are neither: their letters are of one kind.
    if run.count >= SecretScanner.longLine || kinds.contains([.smallLetters, .capitals]),
      isPaddedKey(run) || isAloneOnLine(run) && isLineOfKey(run)
    {
      return found.append(run)
    }
    // A single word is judged by `SecretDetector`.
    guard hasMarks else { return }
    guard let parts = parts(of: run) else {
      if KeyFormat.isKey(UnsafeBufferPointer(rebasing: bytes[run])) { found.append(run) }
      return
    }
    noteFormats(run, parts)
    noteHexadecimal(run)
    let judged = parts.filter { $0.range.count >= SecretDetector.shortestPart }
    let total = judged.reduce(0) { $0 + $1.bits }
    let kinds = judged.reduce(into: CharacterKinds()) { $0.formUnion($1.kinds) }
    let length = judged.reduce(0) { $0 + $1.range.count }
    let isRandom = length >= SecretDetector.shortestWhole && kinds == .all && total > SecretDetector.certainty
    guard isRandom || parts.contains(where: \.isRandom) else { return }
    // The names in a path that contains a key are not secret.
    var last: Int?
    for part in parts {
      // Here a part with letters of one kind is judged as any other.
      let isName =
        part.range.count > 3 && part.kinds != .digits && !isHexadecimal(part.range)
        && NameModel.surplus(of: UnsafeBufferPointer(rebasing: bytes[part.range]), part.kinds) <= SecretScanner.name
      let isHidden = part.isRandom || !isName
      // Includes the marks between two such parts.
      if isHidden { found.append((last ?? part.range.lowerBound)..<part.range.upperBound) }
      last = isHidden ? part.range.lowerBound : nil
    }
  }

  /// True for eight or more hexadecimal digits, which names seldom contain.
  private func isHexadecimal(_ part: Range<Int>) -> Bool {
    part.count >= 8 && bytes[part].allSatisfy(\.isHexDigit) && bytes[part].contains(where: \.isDigit)
  }

  /// True for base 64 with padding to a multiple of four characters, as in `…==`.
  private func isPaddedKey(_ run: Range<Int>) -> Bool {
    guard byte(run.upperBound) == UInt8(ascii: "="), run.count >= 18 else { return false }
    let end = run.upperBound + (byte(run.upperBound + 1) == UInt8(ascii: "=") ? 2 : 1)
    guard (end - run.lowerBound) % 4 == 0,
      byte(end).map({ $0 <= 0x20 || SecretScanner.endOfPadded.contains($0) }) ?? true
    else {
      return false
    }
    let (bits, kinds) = bitsOfParts(run)
    return kinds.contains([.smallLetters, .capitals]) && bits > SecretScanner.paddedCertainty
  }

  /// The characters that may follow padding, besides white space.
  private static let endOfPadded = ASCIISet("\"'`<,;)]}")

  /// The certainty in thousandths of a bit for padded text: hardly anything else is padded.
  private static let paddedCertainty = 6000

  /// The surplus in thousandths of a bit at or below which a part is a name.
  private static let name = -3000

  /// Letters and digits between marks.
  private struct Part {
    let range: Range<Int>
    let kinds: CharacterKinds
    /// Its surplus as a name, in thousandths of a bit.
    let bits: Int
    let isRandom: Bool
  }

  /// - Returns: nil when no part is long: then only the formats of well-known services can be keys.
  private func parts(of run: Range<Int>) -> [Part]? {
    var (length, longest) = (0, 0)
    for byte in bytes[run] {
      length = byte.isLetter || byte.isDigit ? length + 1 : 0
      longest = max(longest, length)
    }
    guard longest >= SecretDetector.shortestPart else { return nil }
    var parts: [Part] = []
    var start = run.lowerBound
    while start < run.upperBound {
      var end = start
      while end < run.upperBound, bytes[end].isLetter || bytes[end].isDigit { end += 1 }
      if end > start {
        let part = UnsafeBufferPointer(rebasing: bytes[start..<end])
        let kinds = CharacterKinds(part)
        let bits = SecretDetector.surplus(of: part, kinds)
        let isRandom = SecretDetector.isRandomAlone(part, kinds, bits) || SecretDetector.hasLongHexadecimal(part)
        parts.append(Part(range: start..<end, kinds: kinds, bits: bits, isRandom: isRandom))
      }
      start = end + 1
    }
    return parts
  }

  /// Adds keys of well-known services that begin at any part.
  private mutating func noteFormats(_ run: Range<Int>, _ parts: [Part]) {
    for part in parts {
      let rest = part.range.lowerBound..<run.upperBound
      if KeyFormat.isKey(UnsafeBufferPointer(rebasing: bytes[rest])) { return found.append(rest) }
    }
  }

  /// Adds a UUID, or digits that a mark separates from their prefix.
  private mutating func noteHexadecimal(_ run: Range<Int>) {
    let word = UnsafeBufferPointer(rebasing: bytes[run])
    if SecretDetector.hasLongHexadecimal(word) { return found.append(run) }
    guard run.count > 36 else { return }
    for start in [run.lowerBound, run.upperBound - 36] {
      let end = start + 36
      if SecretDetector.isUUID(UnsafeBufferPointer(rebasing: bytes[start..<end])) { found.append(start..<end) }
    }
  }

  /// The evidence for a password of a mark that seldom stands between letters, in thousandths of a bit.
  private static let markBits = 4000
  private static let rareMarks = ASCIISet("!^%$#@&~")
  private static let brackets = ASCIISet("\"'`()[]{}<>")

  /// Adds runs without white space, quotation marks and brackets that are random as a whole, with any other marks.
  mutating func noteMixedRuns() {
    var index = 0
    while index < bytes.count {
      let start = index
      while index < bytes.count, bytes[index] > 0x20, !SecretScanner.brackets.contains(bytes[index]) { index += 1 }
      if index - start >= 12, index - start < SecretScanner.longestRun {
        let (bits, kinds) = bitsOfParts(start..<index, from: 2)
        let marks = bytes[start..<index].count { SecretScanner.rareMarks.contains($0) }
        if kinds == .all, bits + marks * SecretScanner.markBits > SecretDetector.certainty {
          found.append(start..<index)
        }
      }
      index = max(index, start + 1)
    }
  }

  // MARK: Lines of a key

  private static let beforeLine = ASCIISet(" \t\"'#*>|;")
  private static let behindLine = ASCIISet(" \t\"'=,+;)")
  /// The length from which on a line is one of a key whatever letters it has.
  private static let longLine = 40

  /// True when the rest of the line is only padding, white space, quotation marks and comment marks. In a string, `\\n`
  /// ends a line as well.
  private func isAloneOnLine(_ run: Range<Int>) -> Bool {
    var start = run.lowerBound
    let isEscaped = byte(start - 1) == 0x5C && bytes[start] == UInt8(ascii: "n")
    while !isEscaped, let byte = byte(start - 1), !byte.isLineBreak {
      if run.lowerBound - start > 16 || !SecretScanner.beforeLine.contains(byte) { return false }
      start -= 1
    }
    var end = run.upperBound
    while let byte = byte(end), !byte.isLineBreak {
      if byte == 0x5C, self.byte(end + 1) == UInt8(ascii: "n") { return true }
      if end - run.upperBound > 16 || !SecretScanner.behindLine.contains(byte) { return false }
      end += 1
    }
    return true
  }

  /// True for base 64 as in the lines between `BEGIN` and `END`.
  private func isLineOfKey(_ run: Range<Int>) -> Bool {
    let text = bytes[run]
    guard text.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else {
      return false
    }
    let isVersion = (text.count == 40 || text.count == 64) && text.allSatisfy(\.isHexDigit)
    if isVersion || SecretDetector.isNumber(UnsafeBufferPointer(rebasing: text)) { return false }
    let (bits, kinds) = bitsOfParts(run)
    if text.count >= SecretScanner.longLine { return bits > 10_000 }
    guard kinds.contains([.smallLetters, .capitals]) else { return false }
    if byte(run.upperBound) == UInt8(ascii: "=") { return bits > 0 }
    return bits > (kinds == .all ? 6000 : 16_000)
  }

  /// - Parameter minimum: The minimum length of a part; shorter ones are ignored.
  /// - Returns: Their surplus together, in thousandths of a bit, and their kinds.
  private func bitsOfParts(_ run: Range<Int>, from minimum: Int = 3) -> (Int, CharacterKinds) {
    var (bits, all) = (0, CharacterKinds())
    for part in bytes[run].split(whereSeparator: { !$0.isLetter && !$0.isDigit }) where part.count >= minimum {
      let part = UnsafeBufferPointer(rebasing: part)
      let kinds = CharacterKinds(part)
      bits += NameModel.surplus(of: part, kinds)
      all.formUnion(kinds)
    }
    return (bits, all)
  }
}
