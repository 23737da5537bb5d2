import CatchwordMatching

/// A reusable hash table of the words of one file in order of occurrence, each with its count and first offset.
///
/// It keeps offsets in the file's text, which must outlive their use. It must be used by one thread only.
final class FileWordTable {
  /// One word.
  struct Entry {
    var hash: UInt64
    var start: UInt32
    var length: UInt32
    /// The number of occurrences.
    var count: UInt32
  }

  // The memory belongs to this object alone. A slot holds the number of an entry plus one, at most `count`, or zero.
  // There are more slots than entries, so every search ends.
  private(set) var entries: UnsafeMutablePointer<Entry>
  private(set) var count = 0
  private var capacity = 1024
  private var slots: UnsafeMutablePointer<UInt32>
  private var slotCapacity = 1 << 12
  /// One less than the number of slots in use, which is a power of two; the slots not in use are zero.
  private var mask = (1 << 12) - 1
  private let seed: UInt64

  /// - Parameter seed: A number that the authors of the files do not know, so that they cannot choose colliding words.
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

  /// Removes all words, for the next file of `byteCount` bytes.
  func removeAll(byteCount: Int) {
    if 8 * count < mask {
      for entry in 0..<count {
        var index = Int(truncatingIfNeeded: entries[entry].hash) & mask
        // Clears every slot of the run that the entry is in; no slot of another run is in between.
        while slots[index] != 0 {
          slots[index] = 0
          index = (index + 1) & mask
        }
      }
    } else {
      slots.update(repeating: 0, count: mask + 1)
    }
    count = 0
    // Few slots stay in the nearest cache, and in most files one byte in forty begins a new word.
    var needed = 1 << 10
    while needed < byteCount / 16 && needed < slotCapacity { needed *= 2 }
    mask = needed - 1
  }

  /// Adds an occurrence of a word.
  ///
  /// - Parameter text: The file's text; at least 8 bytes after the word must be readable.
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

  /// Returns the hash of a word; reads up to 7 bytes beyond it.
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

  /// Returns the two halves of a product, folded: each bit of the result depends on the whole input.
  @inline(__always) private static func mixed(_ value: UInt64) -> UInt64 {
    let product = (value ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low
  }
}

/// Operations on bytes in memory of which at least 8 more can be read.
enum PaddedBytes {
  /// Returns the first 1 to 8 bytes as a number.
  @inline(__always) static func last(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    let word = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    return word << UInt64(truncatingIfNeeded: 64 - 8 * count)
  }

  /// True when two texts of the same length, above 0, are equal.
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
