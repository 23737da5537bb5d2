// The status of files, without opening them.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FileSystem {
  /// The kind, size and modification time of a file.
  package struct Status {
    package var kind: Kind
    /// The size in bytes.
    package var size: Int
    /// The modification time in seconds since 1970.
    package var modified: Int
  }

  /// Returns the status of a path, links followed; nil when there is nothing.
  package static func status(of path: String) -> Status? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let modified = status.st_mtimespec.tv_sec
    #else
      let modified = status.st_mtim.tv_sec
    #endif
    return Status(kind: Kind(status.st_mode), size: Int(status.st_size), modified: Int(modified))
  }

  /// Returns true when others than its owner can read or change a file, links followed; false when there is nothing.
  package static func isOpenToOthers(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & (S_IRWXG | S_IRWXO) != 0
  }

  /// Returns the kind of a path, links not followed; nil when there is nothing.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    return lstat(path, &status) == 0 ? Kind(status.st_mode) : nil
  }

  /// Returns true when a path exists, even as a broken link.
  @Sendable package static func exists(_ path: String) -> Bool { kind(of: path) != nil }

  /// Returns the target of a link, as written in the link; nil for anything else.
  package static func target(of path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: FilePath.maximumBytes)
    let count = buffer.withUnsafeMutableBytes { buffer in
      buffer.assumingMemoryBound(to: CChar.self).baseAddress.map { readlink(path, $0, buffer.count) } ?? 0
    }
    guard count > 0 else { return nil }
    return String(validating: buffer[..<count], as: UTF8.self)
  }

  /// Returns a path with links, `.` and `..` resolved; nil when there is nothing.
  package static func canonical(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(validatingCString: found)
  }

  /// Returns a path with the links of those of its folders resolved that are there.
  package static func resolved(_ path: String) -> String {
    var known = path[...]
    while canonical(String(known)) == nil, let slash = known.lastIndex(of: "/") { known = known[..<slash] }
    let folder = canonical(String(known)) ?? ""
    return (folder == "/" ? "" : folder) + path[known.endIndex...]
  }

  /// Returns the home folder of a user; nil for an unknown user.
  static func home(of user: String) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16 * 1024)
    return buffer.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress, getpwnam_r(user, &entry, base, buffer.count, &found) == 0, found != nil,
        let folder = entry.pw_dir
      else { return nil }
      return String(validatingCString: folder)
    }
  }

  /// Returns a variable of the environment.
  static func variable(_ name: String) -> String? { getenv(name).flatMap { String(validatingCString: $0) } }
}
