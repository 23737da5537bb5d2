import CatchwordMatching

/// A search for the tags that match the typed text, in a file that is sorted by name.
struct TagSearch {
  /// A tag that was found.
  struct Found: Sendable {
    /// Its line in the tags file.
    var line: [UInt8]
    var quality: Double
    /// The number of further tags with this name.
    var others = 0
  }

  /// The maximum number of bytes that one lookup scans, in all files together.
  static let maximumScanned = 512 << 10
  /// The maximum number of typed characters that are searched for in both cases.
  private static let maximumVaried = 4
  /// The number of bytes of a line that are read to find its name.
  private static let nameWindow = 512
  /// The prefix of names that ctags makes up for what has no name.
  private static let madeUp = Array("__anon".utf8)

  let bytes: TagBytes
  /// True when the file is sorted without regard to case.
  let isFolded: Bool
  /// The offset at which the tags begin, in bytes.
  let first: Int
  /// The maximum number of bytes of this file that are scanned.
  var maximumScanned = TagSearch.maximumScanned

  /// Returns the best tags.
  ///
  /// All names are matched that begin with the first few typed characters, in either case; the number of those
  /// characters is the smallest that leaves few enough names.
  ///
  /// - Parameter known: The ranges returned for the file in the same state, so that they need not be found again.
  /// - Returns: One tag of each name, whether there are more, and the ranges of the names.
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

  /// Returns the ranges of lines whose names begin with the first few typed characters, each in either case.
  ///
  /// One character after another narrows the ranges, until few enough lines are left.
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
        // Ranges that were not found completely are not kept, so that they are found again.
        if bytes.isWhole { known.append(scalar, found) }
      }
      if found.reduce(0, { $0 + $1.range.count }) <= maximumScanned { return found.map(\.range) }
    }
    let rest = scalars.dropFirst(TagSearch.maximumVaried)
    if rest.isEmpty { return found.map(\.range) }
    let form = rest.flatMap { Array($0.utf8) }
    return found.flatMap { narrowed($0, by: [isFolded ? form.map(TagSearch.upper) : form]) }.map(\.range)
  }

  /// Returns the parts of a range whose names continue with one of several forms.
  private func narrowed(_ part: TagRanges.Part, by forms: [[UInt8]]) -> [TagRanges.Part] {
    forms.compactMap { form in
      let prefix = part.prefix + form
      let start = lowerBound(prefix, in: part.range)
      var next = prefix
      // The increment cannot overflow, as no byte of UTF-8 is 0xFF.
      next[next.count - 1] += 1
      let range = start..<lowerBound(next, in: start..<part.range.upperBound)
      return range.isEmpty ? nil : TagRanges.Part(prefix: prefix, range: range)
    }
  }

  /// Returns a character as typed and in the other case; for a folded file, as it is sorted.
  private static func forms(of scalar: Unicode.Scalar, isFolded: Bool) -> [[UInt8]] {
    let form = Array(scalar.utf8)
    if isFolded { return [form.map(upper)] }
    let other = form.map(otherCase)
    return other == form ? [form] : [form, other]
  }

  /// Returns the start of the first line in a range whose name is not before `key`; the range's end if there is none.
  ///
  /// - Parameter range: The range, from the beginning of a line to that of another one or the end.
  /// - Complexity: O(log *n*) reads of a window. In an unsorted file the result is meaningless.
  private func lowerBound(_ key: [UInt8], in range: Range<Int>) -> Int {
    // Invariant: a line begins at `low` and is before the key or the first; lines at or after `high` are not before it.
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
      // Lines without a name have no place in the order, and are skipped.
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

/// The best matching tags, one for each name.
private struct TagMatches {
  private struct Match {
    /// A slice of the bytes that were read; only the best are copied.
    var line: ArraySlice<UInt8>
    var quality: Double
    var others = 0
  }

  private(set) var isCut = false
  private let limit: Int
  private var matcher: Matcher
  private var found: [Match] = []
  /// The quality that further matches must exceed, once there were too many; nil before that.
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
