// What the snippets want of the operating system: folders, and the clock on the wall.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Folders and local time, which Foundation's essentials have no quick calls for.
enum SnippetPlatform {
  /// What is in a folder, in the order of the names; what is neither a file nor a folder is left out.
  ///
  /// - Parameter project: The folder that it must be in, wherever links lead, and what it holds, too; nil for anywhere.
  /// - Returns: nil when it is no folder, or is not in the project.
  static func entries(of folder: String, inside project: String?, limit: Int) -> [SnippetFiles.Entry]? {
    guard let descriptor = try? Platform.openChecked(folder, inside: project).descriptor else { return nil }
    // From here on the stream owns the descriptor.
    guard let stream = fdopendir(descriptor) else {
      Platform.close(descriptor)
      return nil
    }
    defer { closedir(stream) }
    var entries: [SnippetFiles.Entry] = []
    while entries.count < limit, let entry = readdir(stream) {
      // The name is at a fixed place in the entry, and ends with a zero.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
      let name = String(cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self))
      if name == "." || name == ".." { continue }
      switch Int32(entry.pointee.d_type) {
      case Int32(DT_DIR): entries.append(SnippetFiles.Entry(name: name, isFolder: true))
      case Int32(DT_REG): entries.append(SnippetFiles.Entry(name: name, isFolder: false))
      case Int32(DT_LNK), Int32(DT_UNKNOWN):
        // Of a link, what it leads to counts.
        guard let isFolder = isFolder("\(folder)/\(name)", inside: project) else { continue }
        entries.append(SnippetFiles.Entry(name: name, isFolder: isFolder))
      default: continue
      }
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// True for a folder, false for a regular file, nil for anything else.
  private static func isFolder(_ path: String, inside project: String?) -> Bool? {
    var status = stat()
    if let project {
      guard let descriptor = try? Platform.openChecked(path, inside: project).descriptor else { return nil }
      defer { Platform.close(descriptor) }
      guard fstat(descriptor, &status) == 0 else { return nil }
    } else if stat(path, &status) != 0 {
      return nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return true
    case S_IFREG: return false
    default: return nil
    }
  }

  /// Reads a regular file.
  ///
  /// - Parameter project: The folder that it must be in, wherever links lead; nil for anywhere.
  static func read(_ path: String, inside project: String?, limit: Int) throws -> ContiguousArray<UInt8> {
    try Platform.withFile(path, inside: project) { file in
      guard file.count <= limit else { throw FileAccessError("it is larger than \(limit) bytes") }
      var bytes: ContiguousArray<UInt8> = []
      bytes.reserveCapacity(file.count)
      try file.read(pieceLength: file.count + 1) { piece in
        guard bytes.count + piece.count <= limit else { throw FileAccessError("it is larger than \(limit) bytes") }
        bytes.append(contentsOf: piece)
      }
      return bytes
    }
  }

  /// A moment, by the clock on the wall here.
  static func localTime(_ secondsSince1970: Int) -> SnippetTime {
    var seconds = time_t(secondsSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return SnippetTime(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      weekday: Int(parts.tm_wday), hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec),
      secondsSince1970: secondsSince1970, secondsFromGreenwich: Int(parts.tm_gmtoff))
  }

  /// The present moment, by the clock on the wall here.
  static func now() -> SnippetTime { localTime(Int(time(nil))) }
}
