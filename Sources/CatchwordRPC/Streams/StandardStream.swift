/// The process's standard streams, for programs that print; a server's frames go through `FrameWriter`.
public enum StandardStream: Int32, Sendable {
  /// Where results go.
  case output = 1
  /// Where messages for people go.
  case error = 2

  /// Opens what is closed of standard input, output and error, with nothing in it; else the next file that is opened would
  /// be taken for it.
  package static func openAll() { Platform.openMissingStandardStreams() }

  /// Writes a text, whole.
  ///
  /// - Returns: False when the other side is gone, or the disk is full.
  @discardableResult
  public func write(_ text: String) -> Bool { Platform.write(ContiguousArray(text.utf8), to: rawValue) }
}
