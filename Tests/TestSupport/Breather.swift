/// A moment for others between two looks at something that another thread brings about.
///
/// A yield is not enough: whoever yields in a loop keeps a core busy, and on two cores the system then gives no thread to
/// work of a lower priority, which may be the very work that is waited for.
public enum Breather {
  /// Returns a millisecond later.
  public static func take() async { try? await Task.sleep(for: .milliseconds(1)) }
}
