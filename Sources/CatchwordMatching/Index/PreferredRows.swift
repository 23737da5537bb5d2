/// The rows that come before others that match in the same way: up to three sets, those of the first before those of the second.
struct PreferredRows {
  /// The number of sets, which is also the preference of all other rows.
  let count: Int
  private let first: RowSet
  private let second: RowSet
  private let third: RowSet

  /// - Parameter sets: The sets; those after the third are left out.
  init(_ sets: [RowSet]) {
    count = min(3, sets.count)
    first = sets.first ?? RowSet()
    second = sets.count > 1 ? sets[1] : RowSet()
    third = sets.count > 2 ? sets[2] : RowSet()
  }

  /// The sets' bits of 64 rows.
  struct Word {
    fileprivate let first: UInt64
    fileprivate let second: UInt64
    fileprivate let third: UInt64
    fileprivate let count: Int

    /// The index of the first set that has a row; the number of sets when none has.
    @inline(__always) func preference(of bit: Int) -> Int {
      if first >> UInt64(bit) & 1 == 1 { return 0 }
      if second >> UInt64(bit) & 1 == 1 { return 1 }
      return third >> UInt64(bit) & 1 == 1 ? 2 : count
    }

    /// Returns the rows that are in one of the first few sets.
    @inline(__always) func members(ofFirst count: Int) -> UInt64 {
      (count > 0 ? first : 0) | (count > 1 ? second : 0) | (count > 2 ? third : 0)
    }
  }

  /// Returns the bits of the rows from 64 × `number` on.
  @inline(__always) func word(_ number: Int) -> Word {
    Word(first: first.word(number), second: second.word(number), third: third.word(number), count: count)
  }
}
