/// Selects the rows of a part that can match, 64 at a time.
///
/// One filter is used for one part after the other, so that nothing is allocated for each.
struct RowFilter {
  private var last = 0
  private var lastMask = UInt64.max
  /// The only rows that may be let through; nil for all.
  private var known: UnsafePointer<UInt64>?
  /// The planes whose rows are wanted, and those whose rows are not; valid as long as the part's rows are lent.
  private var wanted: [UnsafePointer<UInt64>] = []
  private var unwanted: [UnsafePointer<UInt64>] = []
  /// The planes of which a few may be lacking, and how many.
  private var lacking: (planes: [UnsafePointer<UInt64>], allowance: Int) = ([], 0)
  /// The planes that spell the groups with which a row may begin.
  private var beginnings: [(wanted: [UnsafePointer<UInt64>], unwanted: [UnsafePointer<UInt64>])] = []

  /// Starts with all rows of a part, or with those that are known to be possible.
  mutating func begin(_ rows: RowView, among known: UnsafePointer<UInt64>? = nil) {
    self.known = known
    wanted.removeAll(keepingCapacity: true)
    unwanted.removeAll(keepingCapacity: true)
    // Only a search for typos has these.
    if !lacking.planes.isEmpty { lacking = ([], 0) }
    if !beginnings.isEmpty { beginnings = [] }
    last = BitPlanes.words(forRows: rows.rowCount) - 1
    lastMask = rows.rowCount & 63 == 0 ? .max : 1 << UInt64(rows.rowCount & 63) - 1
    if let live = rows.live { wanted.append(live) }
  }

  /// Starts with the rows that begin with one of some groups and lack at most a few of the given groups.
  ///
  /// - Parameter allowance: The maximum number of groups that may be lacking; at most 2.
  mutating func begin(_ rows: RowView, beginningsOf first: [Int], lackingAtMost allowance: Int, of groups: [Int]) {
    begin(rows)
    lacking = (groups.map { rows.plane(BitPlanes.present + $0) }, allowance)
    beginnings = first.map { group in
      let planes = (0..<5).map { (isWanted: group >> $0 & 1 == 1, plane: rows.plane(BitPlanes.first + $0)) }
      return (planes.filter(\.isWanted).map(\.plane), planes.filter { !$0.isWanted }.map(\.plane))
    }
  }

  /// Keeps only the rows of a plane.
  mutating func require(_ plane: Int, of rows: RowView) { wanted.append(rows.plane(plane)) }

  /// Removes the rows of a plane.
  mutating func exclude(_ plane: Int, of rows: RowView) { unwanted.append(rows.plane(plane)) }

  /// Keeps only the rows for which five planes spell a number.
  mutating func require(_ planes: Int, number: Int, of rows: RowView) {
    for bit in 0..<5 {
      if number >> bit & 1 == 1 { require(planes + bit, of: rows) } else { exclude(planes + bit, of: rows) }
    }
  }

  /// Returns the wanted rows of one word of the planes.
  ///
  /// - Complexity: O(planes), less when the first planes leave no rows.
  @inline(__always) func bits(_ word: Int) -> UInt64 {
    var bits = known?[word] ?? .max
    if bits == 0 { return 0 }
    if word == last { bits &= lastMask }
    for plane in wanted {
      bits &= plane[word]
      if bits == 0 { return 0 }
    }
    for plane in unwanted { bits &= ~plane[word] }
    return lacking.planes.isEmpty || bits == 0 ? bits : bits & bitsNearly(word)
  }

  /// The number of words that `filter` looks at.
  static let blockSize = 16

  /// Looks at several words at once: the last of the part, or sixteen.
  ///
  /// - Parameter filtered: Memory for `blockSize` words. The wanted rows of each word are put there.
  /// - Returns: False when there are none, so that nothing was put there.
  /// - Complexity: O(planes).
  func filter(from first: Int, into filtered: UnsafeMutablePointer<UInt64>) -> Bool {
    typealias Block = SIMD16<UInt64>
    guard first + RowFilter.blockSize <= last else {
      var all: UInt64 = 0
      for word in first...last {
        filtered[word - first] = bits(word)
        all |= filtered[word - first]
      }
      return all != 0
    }
    /// The words of a plane, which has at least as many as the part.
    func words(_ plane: UnsafePointer<UInt64>) -> Block {
      UnsafeRawPointer(plane + first).loadUnaligned(as: Block.self)
    }
    var bits = Block(repeating: .max)
    if let known {
      bits = words(known)
      if bits == .zero { return false }
    }
    for plane in wanted { bits &= words(plane) }
    for plane in unwanted { bits &= ~words(plane) }
    if bits == .zero { return false }
    UnsafeMutableRawPointer(filtered).storeBytes(of: bits, as: Block.self)
    if !lacking.planes.isEmpty {
      for word in 0..<RowFilter.blockSize where filtered[word] != 0 { filtered[word] &= bitsNearly(first + word) }
    }
    return true
  }

  private func bitsNearly(_ word: Int) -> UInt64 {
    var begun: UInt64 = 0
    for (wanted, unwanted) in beginnings {
      var bits = UInt64.max
      for plane in wanted { bits &= plane[word] }
      for plane in unwanted { bits &= ~plane[word] }
      begun |= bits
    }
    if begun == 0 { return 0 }
    // For each row, whether one, two or three of the planes are lacking: a counter in three words.
    var (one, two, three): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for plane in lacking.planes {
      let lacks = ~plane[word]
      three |= two & lacks
      two |= one & lacks
      one |= lacks
    }
    return begun & ~(lacking.allowance == 1 ? two : three)
  }
}

/// The weights and lengths of rows, looked up in the order of the rows.
struct RowQuality {
  private let order: RowView.Order
  private var run = 0
  let isSorted: Bool

  init(_ rows: RowView) {
    order = rows.order
    isSorted = if case .runs = rows.order { true } else { false }
  }

  /// Returns how many groups, the preferred sets and then all other rows, may contain a row that precedes another.
  ///
  /// In a sorted part, this applies to the word and all that follow.
  ///
  /// - Parameter count: The number of sets.
  /// - Returns: A number from 0 to `count` + 1.
  @inline(__always)
  mutating func preferences(before bar: CandidateOrder, word: Int, firstRow: Int, of count: Int) -> Int {
    var (weight, length): (UInt8, UInt8) = (255, 0)
    if isSorted { (weight, length) = quality(word << 6) }
    for preference in 0...count {
      let best = CandidateOrder(
        isOtherCase: false, preference: preference, weight: weight, length: length, row: firstRow + word << 6)
      if bar < best { return preference }
    }
    return count + 1
  }

  /// - Parameter row: The row; in sorted parts, not before the last one that was looked up.
  @inline(__always)
  mutating func order(_ row: Int, preference: Int, global: Int) -> CandidateOrder {
    let (weight, length) = quality(row)
    return CandidateOrder(isOtherCase: false, preference: preference, weight: weight, length: length, row: global)
  }

  @inline(__always) private mutating func quality(_ row: Int) -> (weight: UInt8, length: UInt8) {
    switch order {
    case .columns(_, let weights, let lengths): return (weights[row], lengths[row])
    case .runs(let runs):
      while run + 1 < runs.count, runs[run + 1].firstRow <= row { run += 1 }
      return run < runs.count ? (runs[run].weight, runs[run].length) : (0, 255)
    }
  }
}
