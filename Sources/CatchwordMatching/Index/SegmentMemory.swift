/// The memory of an index segment, ours or a mapped file's; released with the last segment in it.
public final class SegmentMemory: @unchecked Sendable {
  // Safe to share: the bytes are written before this is shared, and never after.
  /// The bytes, valid as long as this is held.
  public let bytes: UnsafeRawBufferPointer
  private let release: @Sendable () -> Void

  /// Takes over memory that neither moves nor changes until `release` is called.
  ///
  /// - Parameters:
  ///   - bytes: The memory, aligned to at least 64 bytes.
  ///   - release: Called once, when nothing needs the memory any more.
  public init(_ bytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void) {
    self.bytes = bytes
    self.release = release
  }

  /// Allocates memory of a number of bytes and lets `fill` write every byte of it.
  init(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
    fill(memory)
    bytes = UnsafeRawBufferPointer(memory)
    // The local pointer ends here, so nothing but this closure frees the memory.
    let address = UInt(bitPattern: memory.baseAddress)
    release = { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
  }

  deinit { release() }
}
