/// Candidates that come and go: a part of an index small enough to be copied when it changes during a search.
struct MutableRows: Sendable {
  /// The maximum number of rows; a copy is then some 70 KB.
  static var capacity: Int { RowMemory.capacity }
  /// The binary logarithm of the capacity.
  static var capacityBits: Int { RowMemory.capacity.trailingZeroBitCount }
  /// The number of bytes of removed texts that is tolerated without a clean-up.
  private static let toleratedWaste = 4096

  private(set) var memory = RowMemory()

  /// The number of rows, including vacant ones before the last.
  var count: Int { memory.count }

  /// True when a row is vacant.
  var hasRoom: Bool { memory.vacancies > 0 }

  /// True when all rows are vacant.
  var isEmpty: Bool { memory.vacancies == MutableRows.capacity }

  /// The first vacant row; the row after the last if none before it is vacant.
  var vacantRow: Int {
    var word = 0
    while word < RowMemory.stride - 1 && memory.live[word] == .max { word += 1 }
    return min(count, word << 6 | (~memory.live[word]).trailingZeroBitCount)
  }

  /// Puts a candidate in a vacant row, or in the next one after the last.
  ///
  /// - Precondition: There is room, and the text has at most 65,535 bytes.
  mutating func insert(
    _ text: UnsafeBufferPointer<UInt8>, at row: Int, signature: CandidateSignature, weight: UInt8
  ) {
    precondition(row <= count && row < RowMemory.capacity)
    defer { checkInvariants() }
    own()
    memory.count = max(memory.count, row + 1)
    memory.vacancies -= 1
    memory.byteCounts[row] = UInt16(text.count)
    memory.starts[row] = UInt32(memory.append(text))
    memory.weights[row] = weight
    memory.lengths[row] = signature.length
    let (word, bit) = (row >> 6, UInt64(1) << UInt64(row & 63))
    BitPlanes.forEachPlane(of: signature) { memory.planes[$0 * RowMemory.stride + word] |= bit }
    memory.live[word] |= bit
    memory.insertions += 1
    memory.lastInsertions[word] = memory.insertions
  }

  /// Takes a candidate out of its row.
  mutating func remove(_ row: Int) {
    precondition(row < count)
    defer { checkInvariants() }
    own()
    let (word, bit) = (row >> 6, UInt64(1) << UInt64(row & 63))
    for plane in 0..<BitPlanes.count { memory.planes[plane * RowMemory.stride + word] &= ~bit }
    memory.live[word] &= ~bit
    memory.vacancies += 1
    memory.waste += Int(memory.byteCounts[row])
    memory.byteCounts[row] = 0
    if memory.waste > MutableRows.toleratedWaste && 2 * memory.waste > memory.textCount { memory.cleanUp() }
  }

  mutating func setWeight(_ weight: UInt8, of row: Int) {
    precondition(row < count)
    own()
    memory.weights[row] = weight
  }

  /// Makes the memory its own, so that other holders see no change.
  private mutating func own() {
    if !isKnownUniquelyReferenced(&memory) { memory = RowMemory(copying: memory) }
  }

  func weight(_ row: Int) -> UInt8 {
    defer { keep() }
    return row < count ? memory.weights[row] : 0
  }

  func text(_ row: Int) -> String {
    defer { keep() }
    return String(decoding: rows.text(row), as: UTF8.self)
  }

  /// True when a row holds this text.
  @inline(__always)
  func holds(_ text: UnsafeBufferPointer<UInt8>, at row: Int) -> Bool {
    defer { keep() }
    return row < count && memory.holds(text, at: row)
  }

  @inline(__always) func fetch(_ row: Int) -> Int {
    defer { keep() }
    return row < count ? Int(memory.texts[Int(memory.starts[row])]) + Int(memory.byteCounts[row]) : 0
  }

  /// The rows; their pointers are valid as long as this value is held and not changed.
  var rows: RowView {
    var rows = RowView(
      rowCount: memory.count, planes: memory.planes, stride: RowMemory.stride, starts: memory.starts,
      texts: UnsafeBufferPointer(start: memory.texts, count: memory.textCount + RowView.padding),
      order: .columns(bytes: memory.byteCounts, weights: memory.weights, lengths: memory.lengths))
    rows.live = UnsafePointer(memory.live)
    return rows
  }

  /// Stops a debug build if the columns do not agree on which rows are occupied.
  ///
  /// - Complexity: O(capacity / 64), and O(rows) for the first 64 rows.
  private func checkInvariants() {
    #if DEBUG
      defer { keep() }
      let occupied = (0..<RowMemory.stride).reduce(0) { $0 + memory.live[$1].nonzeroBitCount }
      assert(occupied + memory.vacancies == MutableRows.capacity, "\(occupied) rows, \(memory.vacancies) vacancies")
      assert((0...memory.textCount).contains(memory.waste), "more bytes of removed texts than of texts")
      for row in 0..<min(64, MutableRows.capacity) where memory.live[0] >> UInt64(row) & 1 == 1 {
        assert(row < count, "an occupied row after the last")
        assert(Int(memory.starts[row]) + Int(memory.byteCounts[row]) <= memory.textCount, "a text after the last")
      }
    #endif
  }

  /// Keeps the memory of the rows alive up to this call.
  private func keep() { withExtendedLifetime(memory) {} }
}
