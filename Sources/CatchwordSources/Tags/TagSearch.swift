import CatchwordMatching

/// Finds the tags that match what is typed, in a file that is sorted by name.
struct TagSearch {
  /// A tag that was found.
  struct Found: Sendable {
    /// Its line in the tags file.
    var line: [UInt8]
    var quality: Double
    /// How many more tags have this name.
    var others = 0
  }

  /// How much is gone through for one lookup, in bytes, of all files together.
  static let maximumScanned = 512 << 10
  /// So many letters are taken in both cases.
  private static let maximumVaried = 4
  /// How much of a line is read to see its name, in bytes.
  private static let nameWindow = 512
  /// Names that ctags makes up for what has none.
  private static let madeUp = Array("__anon".utf8)

  let bytes: TagBytes
  /// True when capitals and small letters are sorted as one.
  let isFolded: Bool
  /// Where the tags begin.
  let first: Int
  /// How much of the file is gone through, in bytes.
  var maximumScanned = TagSearch.maximumScanned

  /// The best tags.
  ///
  /// All names that begin with the first few characters that were typed, in either case, are matched; so few characters
  /// as leave not too many names.
  ///
  /// - Returns: One tag of each name, and whether there is more.
  func search(_ typed: String, limit: Int) -> (tags: [Found], isCut: Bool) {
    guard !typed.isEmpty, limit > 0 else { return ([], false) }
    let ranges = ranges(for: typed)
    var matches = TagMatches(typed, limit: limit)
    var left = maximumScanned
    var isCut = false
    for range in ranges where !range.isEmpty {
      guard left > 0 else {
        isCut = true
        break
      }
      bytes.forEachLine(from: range.lowerBound, to: range.upperBound) { line, _ in
        guard left > 0 else {
          isCut = true
          return false
        }
        left -= line.count + 1
        if let name = TagLine.name(in: line), !name.starts(with: TagSearch.madeUp) { matches.add(line, name: name) }
        return true
      }
    }
    return (matches.best, isCut || matches.isCut)
  }

  // MARK: Ranges

  /// The lines whose names begin with the first few characters of what was typed, each in either case.
  ///
  /// One character after the other narrows the ranges down, until there is little enough left.
  private func ranges(for typed: String) -> [Range<Int>] {
    var found = [(prefix: [UInt8](), range: first..<max(first, bytes.count))]
    let scalars = typed.unicodeScalars
    for scalar in scalars.prefix(TagSearch.maximumVaried) {
      found = found.flatMap { narrowed($0, by: TagSearch.forms(of: scalar, isFolded: isFolded)) }
      if found.reduce(0, { $0 + $1.range.count }) <= maximumScanned { return found.map(\.range) }
    }
    let rest = scalars.dropFirst(TagSearch.maximumVaried)
    if rest.isEmpty { return found.map(\.range) }
    let form = rest.flatMap { Array($0.utf8) }
    return found.flatMap { narrowed($0, by: [isFolded ? form.map(TagSearch.upper) : form]) }.map(\.range)
  }

  /// The parts of a range whose names go on in one of some ways.
  private func narrowed(
    _ part: (prefix: [UInt8], range: Range<Int>), by forms: [[UInt8]]
  ) -> [(prefix: [UInt8], range: Range<Int>)] {
    forms.compactMap { form in
      let prefix = part.prefix + form
      let start = lowerBound(prefix, in: part.range)
      var next = prefix
      // No byte of UTF-8 is the greatest.
      next[next.count - 1] += 1
      let range = start..<lowerBound(next, in: start..<part.range.upperBound)
      return range.isEmpty ? nil : (prefix, range)
    }
  }

  /// A character as it was typed, and in the other case; in a folded file, as it is sorted.
  private static func forms(of scalar: Unicode.Scalar, isFolded: Bool) -> [[UInt8]] {
    let form = Array(scalar.utf8)
    if isFolded { return [form.map(upper)] }
    let other = form.map(otherCase)
    return other == form ? [form] : [form, other]
  }

  /// Where the first line of a range begins whose name does not come before `key`; the range's end if none does.
  ///
  /// - Parameter range: From the beginning of a line to that of another, or the end.
  /// - Complexity: O(log *n*) reads of a window. In a file that is not sorted, what comes out means nothing.
  private func lowerBound(_ key: [UInt8], in range: Range<Int>) -> Int {
    // A line begins at `low`, and comes before the key or is the first. What begins at or after `high` does not.
    var low = range.lowerBound
    var high = range.upperBound
    while high - low > TagBytes.window {
      let middle = low + (high - low) / 2
      guard let start = bytes.lineStart(after: middle, before: high) else {
        high = middle
        continue
      }
      if isBefore(start, key) { low = start } else { high = middle }
    }
    var found = range.upperBound
    bytes.forEachLine(from: low, to: range.upperBound, isShort: true) { line, start in
      // What has no name stands anywhere.
      guard let name = TagLine.name(in: line), !compare(name, key) else { return true }
      found = start
      return false
    }
    return found
  }

  private func isBefore(_ start: Int, _ key: [UInt8]) -> Bool {
    let window = bytes.bytes(at: start, count: TagSearch.nameWindow)
    let line = window[..<(window.firstIndex(of: UInt8(ascii: "\n")) ?? window.count)]
    return compare(TagLine.name(in: line) ?? line, key)
  }

  /// True when a name comes before a key.
  private func compare(_ name: ArraySlice<UInt8>, _ key: [UInt8]) -> Bool {
    isFolded ? name.lazy.map(TagSearch.upper).lexicographicallyPrecedes(key) : name.lexicographicallyPrecedes(key)
  }

  static func upper(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") ? byte - 0x20 : byte
  }

  private static func otherCase(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte + 0x20 : upper(byte)
  }
}

/// The best of the tags that match, one of each name.
private struct TagMatches {
  private(set) var isCut = false
  private let limit: Int
  private var matcher: Matcher
  private var found: [TagSearch.Found] = []
  private var last: ArraySlice<UInt8> = []
  private var lastIndex: Int?

  init(_ typed: String, limit: Int) {
    self.limit = limit
    matcher = Matcher(Pattern(typed))
  }

  mutating func add(_ line: ArraySlice<UInt8>, name: ArraySlice<UInt8>) {
    // Equal names follow each other.
    if name.elementsEqual(last) {
      if let lastIndex { found[lastIndex].others += 1 }
      return
    }
    last = ArraySlice(Array(name))
    lastIndex = nil
    guard let score = matcher.score(String(decoding: name, as: UTF8.self)) else { return }
    lastIndex = found.count
    found.append(TagSearch.Found(line: Array(line), quality: score.quality))
    if found.count >= 4 * limit { cut() }
  }

  var best: [TagSearch.Found] { Array(found.sorted { $0.quality > $1.quality }.prefix(limit)) }

  private mutating func cut() {
    isCut = true
    found = best
    lastIndex = nil
  }
}
