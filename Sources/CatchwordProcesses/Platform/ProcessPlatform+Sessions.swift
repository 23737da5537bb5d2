import CatchwordFiles

// The list of all processes, for which the systems have no common call.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension ProcessPlatform {
  /// The maximum number of searches for processes that were started while others were killed.
  private static let rounds = 3

  /// Kills all processes of a session except its leader; checks every process of the system.
  ///
  /// - Parameter leader: The id of the process that created the session. That process may be dead: its id is not reused
  ///   while others are in the session.
  static func kill(session leader: Int32) {
    guard leader > 1 else { return }
    for _ in 0..<rounds {
      let members = processes.filter { $0 > 1 && $0 != leader && getsid($0) == leader }
      if members.isEmpty { return }
      for member in members { kill(process: member) }
    }
  }

  private static var processes: [Int32] {
    #if canImport(Darwin)
      var ids = [Int32](repeating: 0, count: max(0, Int(proc_listallpids(nil, 0))) + 64)
      // The pointer is valid for the call, which writes at most the number of bytes that it is given.
      let count = ids.withUnsafeMutableBytes { proc_listallpids($0.baseAddress, Int32($0.count)) }
      return Array(ids.prefix(max(0, Int(count))))
    #else
      var ids: [Int32] = []
      try? FileSystem.forEachEntry(of: "/proc") { name, _ in
        if let id = Int32(String(decoding: name, as: UTF8.self)) { ids.append(id) }
        return true
      }
      return ids
    #endif
  }
}
