/// Memory that an index segment lies in, ours or a mapped file's; given back with the last segment in it.
public final class SegmentMemory: @unchecked Sendable {
  // Safe to share: the bytes are written before anyone else gets hold of this, and never after.
  /// The bytes, good for as long as this is held.
  public let bytes: UnsafeRawBufferPointer
  private let release: @Sendable () -> Void

  /// Takes charge of memory that holds still and does not change until `release` is called.
  ///
  /// - Parameters:
  ///   - bytes: Aligned to 64 bytes at least.
  ///   - release: Called once, when nothing needs the memory any more.
  public init(_ bytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void) {
    self.bytes = bytes
    self.release = release
  }

  /// Makes memory of so many bytes and lets `fill` write it, each byte.
  init(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
    fill(memory)
    bytes = UnsafeRawBufferPointer(memory)
    // Of the two that could free it, this one is alone with the address.
    let address = UInt(bitPattern: memory.baseAddress)
    release = { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
  }

  deinit { release() }
}
