import Foundation

#if os(Linux)
  import Glibc
#endif

/// How much memory a process really has, as the system counts it.
enum ResidentMemory {
  /// Bytes; nil where the system does not say, or when there is no such process.
  ///
  /// Small blocks that were freed before may be used again unseen, so measure growth before anything large was taken apart.
  ///
  /// - Parameter processID: Whose; nil for this process.
  static func bytes(of processID: Int32? = nil) -> Int? {
    #if os(Linux)
      let folder = processID.map { "/proc/\($0)" } ?? "/proc/self"
      guard let counts = try? String(contentsOfFile: folder + "/statm", encoding: .ascii) else { return nil }
      let fields = counts.split(separator: " ")
      return fields.count > 1 ? Int(fields[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
    #else
      return nil
    #endif
  }
}
