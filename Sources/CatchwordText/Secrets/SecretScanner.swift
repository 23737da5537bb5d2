/// A scanner for the secrets that a text contains by their position: values of a `password`, the lines of a private
/// key, keys that contain marks and are several words.
///
/// A place is within a secret depending only on its own line, and on at most `reach` bytes of it on both sides, so that
/// an edit need not read further. Words that are whole keys are detected by `SecretDetector`.
package struct SecretScanner {
  /// The number of bytes before and after a place that may matter.
  package static let reach = 1024

  /// The requirements for the value of a name to be a secret.
  package enum Strictness {
    /// A value that may itself be a name is not a secret.
    case likely
    /// Every value that is assigned to the name of a secret is a secret.
    case any
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let strictness: Strictness
  var found: [Range<Int>] = []

  /// Returns the secrets in a text, in order; none touches another.
  ///
  /// - Parameter bytes: The text, from the beginning of a line, or `reach` before the first place that matters.
  /// - Complexity: O(*n*).
  package static func secrets(
    in bytes: UnsafeBufferPointer<UInt8>, _ strictness: Strictness = .likely
  ) -> [Range<Int>] {
    var scanner = SecretScanner(bytes: bytes, strictness: strictness)
    scanner.scan()
    if strictness == .any { scanner.noteMixedRuns() }
    return merged(scanner.found)
  }

  /// Returns the secrets in a text, in order; none touches another.
  package static func secrets(
    in bytes: ContiguousArray<UInt8>, _ strictness: Strictness = .likely
  ) -> [Range<Int>] {
    bytes.withUnsafeBufferPointer { secrets(in: $0, strictness) }
  }

  /// Returns the words that look like secrets by themselves.
  package static func secretWords(in bytes: ContiguousArray<UInt8>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    let secrets = secrets(in: bytes)
    bytes.withUnsafeBufferPointer { buffer in
      WordScanner().forEachWord(in: bytes) { word in
        if SecretDetector.isSecret(UnsafeBufferPointer(rebasing: buffer[word])),
          !secrets.contains(where: { $0.overlaps(word) })
        {
          words.append(word)
        }
      }
    }
    return words
  }

  private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    if ranges.count < 2 { return ranges }
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  /// By byte, the kind of a character that may stand in a key: letters, digits (the bits of `CharacterKinds`) and
  /// `+/_-.~`, but not the `=` of its padding; 0 for all others.
  private static let kindsInKeys: [UInt8] = (0..<256).map { value in
    let byte = UInt8(value)
    if let kind = CharacterKind(byte) { return 1 << UInt8(kind.rawValue) }
    return ASCIISet("+/_-.~").contains(byte) ? 8 : 0
  }

  private mutating func scan() {
    let bytes = bytes
    var index = 0
    SecretScanner.kindsInKeys.withUnsafeBufferPointer { kindsInKeys in
      while index < bytes.count {
        var kinds = kindsInKeys[Int(bytes[index])]
        guard kinds != 0 else {
          index += 1
          continue
        }
        let start = index
        index += 1
        while index < bytes.count {
          let kind = kindsInKeys[Int(bytes[index])]
          if kind == 0 { break }
          kinds |= kind
          index += 1
        }
        note(start..<index, CharacterKinds(rawValue: kinds & 7), hasMarks: kinds & 8 != 0)
      }
    }
  }

  /// Checks a run of characters that may stand in a key.
  private mutating func note(_ run: Range<Int>, _ kinds: CharacterKinds, hasMarks: Bool) {
    if run.count >= SecretScanner.longestRun {
      found.append(run)
    } else if run.count >= SecretScanner.shortestKey, SecretScanner.mayBeKey(kinds, run.count) {
      noteKey(run, kinds, hasMarks: hasMarks)
    }
    if run.count > 1, SecretName.mayEnd(bytes[run.upperBound - 2], bytes[run.upperBound - 1]) { noteValue(of: run) }
    if bytes[run.lowerBound] == 0x2F, run.count >= 2, run.lowerBound > 0 { noteUserInformation(run) }
  }

  private static let shortestKey = 12

  /// True for a possible key: most have digits; others are long, with letters in both cases, or are lines of keys.
  private static func mayBeKey(_ kinds: CharacterKinds, _ count: Int) -> Bool {
    kinds.contains(.digits) ? kinds != .digits : count >= 12 && kinds == [.smallLetters, .capitals] || count >= 40
  }

  // MARK: Addresses

  /// Adds the password in `scheme://user:password@host`; `run` begins with the slashes.
  private mutating func noteUserInformation(_ run: Range<Int>) {
    guard bytes[run.lowerBound + 1] == 0x2F, bytes[run.lowerBound - 1] == UInt8(ascii: ":") else { return }
    let start = run.lowerBound + 2
    let limit = min(bytes.count, start + SecretScanner.reach / 4)
    var colon: Int?
    for index in start..<max(start, limit) {
      switch bytes[index] {
      case UInt8(ascii: "@"):
        if let colon, index - colon > 1 {
          let value = UnsafeBufferPointer(rebasing: bytes[(colon + 1)..<index])
          if SecretValue(bytes: value, form: .quoted).isSecret || strictness == .any { found.append(colon + 1..<index) }
        }
        return
      case UInt8(ascii: ":"): colon = colon ?? index
      case UInt8(ascii: "/"), 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"): return
      default: break
      }
    }
  }
}
