import CatchwordMatching

/// The words of one file, each once in the order of the file, with how often and where it is first: a hash table that is used for file after file.
///
/// It keeps places in the file's text, which must stay until the table is used for the next. Only one thread uses it.
final class FileWordTable {
  /// One word.
  struct Entry {
    var hash: UInt64
    var start: UInt32
    var length: UInt32
    /// How often it occurs.
    var count: UInt32
  }

  // The memory belongs to this object alone. Slots hold the number of an entry plus one, which is at most `count`; there
  // are more slots than entries, so that a search ends.
  private(set) var entries: UnsafeMutablePointer<Entry>
  private(set) var count = 0
  private var capacity = 1024
  private var slots: UnsafeMutablePointer<UInt32>
  private var slotCapacity = 1 << 12
  /// One less than the number of slots in use, a power of two; those not in use are zero.
  private var mask = (1 << 12) - 1
  private let seed: UInt64

  /// - Parameter seed: Unknown to whoever writes the files, so that nobody can choose words that fall into one place.
  init(seed: UInt64) {
    self.seed = seed
    entries = .allocate(capacity: capacity)
    slots = .allocate(capacity: slotCapacity)
    slots.initialize(repeating: 0, count: slotCapacity)
  }

  deinit {
    entries.deallocate()
    slots.deallocate()
  }

  /// Begins with another file, of so many bytes.
  func removeAll(byteCount: Int) {
    if 8 * count < mask {
      for entry in 0..<count {
        var index = Int(truncatingIfNeeded: entries[entry].hash) & mask
        // Every slot of the run that the entry is in; none of another run is in between.
        while slots[index] != 0 {
          slots[index] = 0
          index = (index + 1) & mask
        }
      }
    } else {
      slots.update(repeating: 0, count: mask + 1)
    }
    count = 0
    // Few slots stay in the nearest memory, and of most files one byte in forty begins a new word.
    var needed = 1 << 10
    while needed < byteCount / 16 && needed < slotCapacity { needed *= 2 }
    mask = needed - 1
  }

  /// Counts a word.
  ///
  /// - Parameter text: The file's text; at least 8 bytes after the word can be read.
  @inline(__always)
  func add(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) {
    let length = end - start
    let word = UnsafeRawPointer(text + start)
    let hash = FileWordTable.hash(word, length, seed)
    var index = Int(truncatingIfNeeded: hash) & mask
    while slots[index] != 0 {
      let entry = entries + Int(slots[index] - 1)
      if entry.pointee.hash == hash, Int(entry.pointee.length) == length,
        PaddedBytes.areEqual(word, UnsafeRawPointer(text + Int(entry.pointee.start)), length)
      {
        entry.pointee.count &+= 1
        return
      }
      index = (index + 1) & mask
    }
    slots[index] = UInt32(count + 1)
    insert(Entry(hash: hash, start: UInt32(start), length: UInt32(length), count: 1))
  }

  @inline(never)
  private func insert(_ entry: Entry) {
    if count == capacity {
      let larger = UnsafeMutablePointer<Entry>.allocate(capacity: 2 * capacity)
      larger.moveInitialize(from: entries, count: count)
      entries.deallocate()
      (entries, capacity) = (larger, 2 * capacity)
    }
    (entries + count).initialize(to: entry)
    count += 1
    if 2 * count > mask { grow() }
  }

  private func grow() {
    let used = mask + 1
    mask = 4 * used - 1
    if mask >= slotCapacity {
      slots.deallocate()
      slotCapacity = mask + 1
      slots = .allocate(capacity: slotCapacity)
      slots.initialize(repeating: 0, count: slotCapacity)
    } else {
      slots.update(repeating: 0, count: used)
    }
    for entry in 0..<count {
      var index = Int(truncatingIfNeeded: entries[entry].hash) & mask
      while slots[index] != 0 { index = (index + 1) & mask }
      slots[index] = UInt32(entry + 1)
    }
  }

  /// Reads up to 7 bytes more than the word has.
  @inline(__always)
  private static func hash(_ word: UnsafeRawPointer, _ length: Int, _ seed: UInt64) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: length) &* 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index + 8 < length {
      hash = mixed(hash ^ word.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    return mixed(hash ^ PaddedBytes.last(word + index, length - index))
  }

  /// The two halves of a product, folded: each bit of the result depends on all of the input.
  @inline(__always) private static func mixed(_ value: UInt64) -> UInt64 {
    let product = (value ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low
  }
}

/// Bytes in memory of which at least 8 more can be read.
enum PaddedBytes {
  /// The first 1 to 8 bytes as a number.
  @inline(__always) static func last(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    let word = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    return word << UInt64(truncatingIfNeeded: 64 - 8 * count)
  }

  /// True when two texts of a length above 0 are the same.
  @inline(__always)
  static func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Bool {
    var index = 0
    while index + 8 < count {
      let word = left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word != right.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
      index += 8
    }
    return last(left + index, count - index) == last(right + index, count - index)
  }
}
