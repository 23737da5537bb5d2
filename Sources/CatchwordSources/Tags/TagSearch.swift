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
  /// - Parameter known: What was returned for the same file as it is now, so that not all is looked for again.
  /// - Returns: One tag of each name, whether there is more, and where the names are.
  func search(
    _ typed: String, limit: Int, known: TagRanges = TagRanges()
  ) -> (tags: [Found], isCut: Bool, known: TagRanges) {
    guard !typed.isEmpty, limit > 0 else { return ([], false, known) }
    var known = known
    let ranges = ranges(for: typed, &known)
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
    return (matches.best, isCut || matches.isCut, known)
  }

  // MARK: Ranges

  /// The lines whose names begin with the first few characters of what was typed, each in either case.
  ///
  /// One character after the other narrows the ranges down, until there is little enough left.
  private func ranges(for typed: String, _ known: inout TagRanges) -> [Range<Int>] {
    let scalars = typed.unicodeScalars
    let varied = scalars.prefix(TagSearch.maximumVaried)
    known.keep(varied)
    var found = [TagRanges.Part(prefix: [], range: first..<max(first, bytes.count))]
    for (index, scalar) in varied.enumerated() {
      if index < known.steps.count {
        found = known.steps[index].parts
      } else {
        found = found.flatMap { narrowed($0, by: TagSearch.forms(of: scalar, isFolded: isFolded)) }
        // What could not be looked for to the end is looked for again.
        if bytes.isWhole { known.append(scalar, found) }
      }
      if found.reduce(0, { $0 + $1.range.count }) <= maximumScanned { return found.map(\.range) }
    }
    let rest = scalars.dropFirst(TagSearch.maximumVaried)
    if rest.isEmpty { return found.map(\.range) }
    let form = rest.flatMap { Array($0.utf8) }
    return found.flatMap { narrowed($0, by: [isFolded ? form.map(TagSearch.upper) : form]) }.map(\.range)
  }

  /// The parts of a range whose names go on in one of some ways.
  private func narrowed(_ part: TagRanges.Part, by forms: [[UInt8]]) -> [TagRanges.Part] {
    forms.compactMap { form in
      let prefix = part.prefix + form
      let start = lowerBound(prefix, in: part.range)
      var next = prefix
      // No byte of UTF-8 is the greatest.
      next[next.count - 1] += 1
      let range = start..<lowerBound(next, in: start..<part.range.upperBound)
      return range.isEmpty ? nil : TagRanges.Part(prefix: prefix, range: range)
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
  private struct Match {
    /// A part of what was read, which is copied only of the best.
    var line: ArraySlice<UInt8>
    var quality: Double
    var others = 0
  }

  private(set) var isCut = false
  private let limit: Int
  private var matcher: Matcher
  private var found: [Match] = []
  /// Once there were too many, what is no better is left out.
  private var threshold: Double?
  private var last: [UInt8] = []
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
    last.removeAll(keepingCapacity: true)
    last.append(contentsOf: name)
    lastIndex = nil
    guard let quality = name.withUnsafeBufferPointer({ matcher.score($0) })?.quality else { return }
    if let threshold, quality <= threshold { return }
    lastIndex = found.count
    found.append(Match(line: line, quality: quality))
    if found.count >= 4 * limit { cut() }
  }

  var best: [TagSearch.Found] {
    sorted.map { TagSearch.Found(line: Array($0.line), quality: $0.quality, others: $0.others) }
  }

  private var sorted: some Sequence<Match> { found.sorted { $0.quality > $1.quality }.prefix(limit) }

  private mutating func cut() {
    isCut = true
    found = Array(sorted)
    threshold = found.last?.quality
    lastIndex = nil
  }
}
