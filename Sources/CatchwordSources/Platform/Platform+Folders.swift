// Folders and small files, which are looked at without following links.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Platform {
  /// What something in a folder is.
  enum EntryKind: Sendable {
    case file, folder, other
  }

  /// A file or a folder as a folder lists it.
  struct Entry: Sendable {
    let name: String
    let kind: EntryKind
  }

  /// True when there is something of this name, be it a link to nowhere.
  @Sendable static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The beginning of a regular file, at most so many bytes of it; nil when there is none that can be read.
  @Sendable static func contents(_ path: String, limit: Int) -> [UInt8]? {
    try? withFile(path) { $0.prefix(limit) }
  }

  /// Reads until the buffer is full or the file ends.
  ///
  /// - Returns: How many bytes were read.
  static func fill(_ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int {
    var done = 0
    while done < buffer.count {
      let count = pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(done))
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        break
      }
    }
    return done
  }

  // MARK: Walking

  /// What is in a folder, at most so many things, without `.` and `..`; nil when it cannot be read, or is a link.
  static func entries(of path: String, limit: Int) -> [Entry]? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // From here on the folder owns the descriptor.
    guard let folder = fdopendir(descriptor) else {
      close(descriptor)
      return nil
    }
    defer { closedir(folder) }
    var entries: [Entry] = []
    while entries.count < limit, let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
          String(cString: $0)
        }
      }
      if name == "." || name == ".." { continue }
      let kind: EntryKind =
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_REG): .file
        case Int32(DT_DIR): .folder
        case Int32(DT_UNKNOWN): Platform.kind(of: "\(path)/\(name)") ?? .other
        default: .other
        }
      entries.append(Entry(name: name, kind: kind))
    }
    return entries
  }

  /// What a path leads to, a link being a link; nil when there is nothing.
  static func kind(of path: String) -> EntryKind? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// A path without links, and without `.` and `..`; nil when there is nothing.
  static func canonical(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  // MARK: Reading whole files

  static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }

  /// What tells one state of an open file from another; nil when it is no regular file.
  static func stamp(ofOpen descriptor: Int32) -> FileAccess.Stamp? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return stamp(status)
  }

  /// Where a byte is first in a range of memory that can be read.
  static func firstIndex(of byte: UInt8, in bytes: UnsafePointer<UInt8>, _ range: Range<Int>) -> Int? {
    guard let found = memchr(bytes + range.lowerBound, Int32(byte), range.count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
  }

  /// True when a byte is among the first so many.
  static func contains(_ byte: UInt8, in bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    memchr(bytes, Int32(byte), count) != nil
  }
}
