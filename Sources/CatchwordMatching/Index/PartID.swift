import Synchronization

/// The identity of a part of an index: what is known of the part is kept by it, without holding the part.
struct PartID: Equatable {
  private static let last = Atomic<UInt64>(0)

  private let number = PartID.last.add(1, ordering: .relaxed).newValue

  /// Creates an identity that nothing else ever has.
  init() {}
}
