import CatchwordText

/// Finds the row of a word by its bytes: a hash table with open addressing and linear probing.
///
/// It keeps rows and hashes, but no words; the caller compares the words.
struct RowTable {
  /// A row plus two in the low half of a slot, and the hash in the high half; 0 is empty, 1 was removed.
  private var slots = ContiguousArray<UInt64>(repeating: 0, count: 64)
  private var used = 0
  private var removed = 0
  /// A number that the authors of the words do not know, so that they cannot choose colliding words.
  private let seed: UInt64

  init(seed: UInt64 = .random(in: .min ... .max)) { self.seed = seed }

  /// Returns the hash of a word.
  ///
  /// - Complexity: O(length / 8).
  func hash(_ word: UnsafeBufferPointer<UInt8>) -> UInt32 {
    UInt32(truncatingIfNeeded: WordHash.of(word, seed: seed))
  }

  /// Returns the row with a hash for which `isSame` is true; nil when there is none.
  @inline(__always) func row(_ hash: UInt32, where isSame: (Int) -> Bool) -> Int? {
    slot(hash, where: isSame).map { RowTable.row(slots[$0]) }
  }

  /// Returns the row in the first slot of a hash; `Int.max` when there is none.
  @inline(__always) func likelyRow(_ hash: UInt32) -> Int {
    let slot = slots[Int(hash) & (slots.count - 1)]
    return slot > 1 ? RowTable.row(slot) : .max
  }

  @inline(__always) private static func row(_ slot: UInt64) -> Int { Int(slot & 0xFFFF_FFFF) - 2 }

  @inline(__always) private func slot(_ hash: UInt32, where isSame: (Int) -> Bool) -> Int? {
    let mask = slots.count - 1
    var index = Int(hash) & mask
    while slots[index] != 0 {
      let slot = slots[index]
      if slot > 1, slot >> 32 == UInt64(hash), isSame(RowTable.row(slot)) { return index }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Adds a row that is not in the table yet.
  mutating func insert(_ hash: UInt32, row: Int) {
    if 3 * (used + removed + 1) > 2 * slots.count { resize() }
    place(UInt64(hash) << 32 | UInt64(row + 2))
    used += 1
  }

  private mutating func place(_ slot: UInt64) {
    let mask = slots.count - 1
    var index = Int(slot >> 32) & mask
    while slots[index] != 0 { index = (index + 1) & mask }
    slots[index] = slot
  }

  /// Removes a row.
  mutating func remove(_ hash: UInt32, row: Int) {
    guard let slot = slot(hash, where: { $0 == row }) else { return }
    slots[slot] = 1
    used -= 1
    removed += 1
    if slots.count > 1024 && 16 * used < slots.count { resize() }
  }

  /// Makes room for the current words, and some more.
  private mutating func resize() {
    let old = slots
    var count = 64
    while count < 3 * (used + 1) { count *= 2 }
    slots = ContiguousArray(repeating: 0, count: count)
    removed = 0
    for slot in old where slot > 1 { place(slot) }
    checkInvariants()
  }

  /// Stops a debug build if the table has lost count of its rows, or is too full for a search to end.
  ///
  /// - Complexity: O(slots), so it is called only when the table is resized.
  private func checkInvariants() {
    #if DEBUG
      assert(slots.count { $0 > 1 } == used && slots.count { $0 == 1 } == removed)
      assert(slots.contains(0), "a table without an empty slot")
    #endif
  }
}
