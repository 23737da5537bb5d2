import CatchwordText

/// The indices of entries by their identity: a table with open addressing that is filled anew for each list, so that it hashes
/// faster than a dictionary does.
///
/// Texts are equal as strings are, except for the few signs that Unicode takes for another one of ASCII, as that of kelvin.
struct EntryPlaces {
  /// An identity with its hash.
  struct Key {
    fileprivate let identity: String
    fileprivate let hash: UInt64

    init(_ identity: String) {
      self.identity = identity
      hash = EntryPlaces.hash(of: identity)
    }
  }

  private var identities: ContiguousArray<String> = []
  private var hashes: ContiguousArray<UInt64> = []
  private var places: ContiguousArray<Int> = []
  /// One more than the number of an identity; 0 for none.
  private var slots = ContiguousArray<UInt32>(repeating: 0, count: 16)

  /// Nobody who writes texts knows it, so nobody can make many of one hash.
  private static let seed = UInt64.random(in: .min ... .max)

  /// Makes room for a number of identities.
  mutating func reserveCapacity(_ count: Int) {
    identities.reserveCapacity(count)
    hashes.reserveCapacity(count)
    places.reserveCapacity(count)
    var size = slots.count
    while size < 2 * count { size *= 2 }
    fillSlots(size)
  }

  /// Returns the index of an entry; nil when there is none.
  subscript(key: Key) -> Int? {
    let slot = slot(of: key)
    return slots[slot] == 0 ? nil : places[Int(slots[slot]) - 1]
  }

  /// Returns the index of an entry of an identity; nil when there is none.
  subscript(identity: String) -> Int? { self[Key(identity)] }

  /// Records the index of an entry, unless there is one already of this identity.
  mutating func insert(_ key: Key, at place: Int) {
    if 2 * identities.count >= slots.count { fillSlots(2 * slots.count) }
    let slot = slot(of: key)
    guard slots[slot] == 0 else { return }
    identities.append(key.identity)
    hashes.append(key.hash)
    places.append(place)
    slots[slot] = UInt32(identities.count)
  }

  /// Returns the slot of an identity, or the empty one where it belongs.
  private func slot(of key: Key) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key.hash) & mask
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == key.hash, identities[number] == key.identity { break }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func fillSlots(_ count: Int) {
    slots = ContiguousArray(repeating: 0, count: count)
    for number in hashes.indices {
      var slot = Int(truncatingIfNeeded: hashes[number]) & (count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = UInt32(number + 1)
    }
  }

  private static func hash(of text: String) -> UInt64 {
    let hash = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 < 0x80 } ? WordHash.of(bytes, seed: seed) : nil
    }
    return (hash ?? nil) ?? UInt64(truncatingIfNeeded: text.hashValue)
  }
}
