import CatchwordFiles

// Which processes there are: the systems have no common call for that.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension ProcessPlatform {
  /// How often processes are looked for that were started while others were ended.
  private static let rounds = 3

  /// Ends all processes of a session at once; looks at all that there are.
  ///
  /// - Parameter leader: The process that has made the session, which may be dead: as long as others are in the session, its
  ///   number is nobody else's.
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
      // The pointer is valid for the call, which writes at most as many bytes as it is told to it.
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
