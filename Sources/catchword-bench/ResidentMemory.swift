import Foundation

#if os(Linux)
  import Glibc
#endif

/// How much memory this process really has, as the system counts it.
enum ResidentMemory {
  /// Megabytes of 1,000,000 bytes; nil where the system does not say.
  ///
  /// Small blocks that were freed before may be used again unseen, so measure before anything large was taken apart.
  static func megabytes() -> Double? {
    #if os(Linux)
      guard let counts = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii) else { return nil }
      let fields = counts.split(separator: " ")
      guard fields.count > 1, let pages = Double(fields[1]) else { return nil }
      return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6
    #else
      return nil
    #endif
  }
}
