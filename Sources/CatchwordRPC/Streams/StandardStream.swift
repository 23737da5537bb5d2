/// The process's standard streams, for programs that print; a server's frames go through `FrameWriter`.
public enum StandardStream: Int32, Sendable {
  /// The stream for results.
  case output = 1
  /// The stream for messages to users.
  case error = 2

  /// Opens those of standard input, output and error that are closed, as `/dev/null`; else the next opened file would
  /// take their descriptors.
  package static func openAll() { StreamPlatform.openMissingStandardStreams() }

  /// Writes the whole text.
  ///
  /// - Returns: False when the other side is gone, or the disk is full.
  @discardableResult
  public func write(_ text: String) -> Bool { StreamPlatform.write(ContiguousArray(text.utf8), to: rawValue) }
}
