/// A connection to another process, ended on deinitialization. One thread uses it at a time.
///
/// Every call ends at its deadline, whatever the other side does.
package protocol ByteChannel: AnyObject {
  /// True when the system alone brings what has come, so that one who waits needs no other thread to go on.
  var isDirect: Bool { get }

  /// Writes all bytes.
  ///
  /// - Throws: `PageStoreError`.
  func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(PageStoreError)

  /// Appends what has come, at least a byte.
  ///
  /// - Throws: `PageStoreError`, also at the end of the stream.
  func read(into bytes: inout [UInt8], until deadline: ContinuousClock.Instant) throws(PageStoreError)
}
