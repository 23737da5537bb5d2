/// An FNV-1a hash of 64 bits, which is the same in every run and on every machine; http://www.isthe.com/chongo/tech/comp/fnv
///
/// It is for names and checksums of files. Whoever writes the bytes can find others with the same hash.
package struct StableHash {
  package private(set) var value: UInt64

  /// The value for sums: without mixing, what differs in the last number alone adds as much as it takes away elsewhere.
  ///
  /// Source: the finalizer of SplitMix64; G. L. Steele and others, Fast Splittable Pseudorandom Number Generators, 2014.
  package var mixed: UInt64 {
    var mixed = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Begins a hash; another seed gives another one.
  package init(seed: UInt64 = 0) { value = 0xCBF2_9CE4_8422_2325 ^ seed }

  /// Adds a number, which is a byte in what others call FNV-1a.
  package mutating func add(_ number: UInt64) { value = (value ^ number) &* 0x100_0000_01B3 }

  /// Adds bytes.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    // Modules that are built for size have no loop of their own for each type.
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { for byte in $0 { add(UInt64(byte)) } }
    if isDone == nil { for byte in bytes { add(UInt64(byte)) } }
  }

  /// Returns the hash of bytes.
  package static func of(_ bytes: some Sequence<UInt8>, seed: UInt64 = 0) -> UInt64 {
    var hash = StableHash(seed: seed)
    hash.add(bytes)
    return hash.value
  }
}
