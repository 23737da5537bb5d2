// Folders and what is known about files, which Foundation's essentials have no calls for.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The calls of the operating system that paths need. All of them may block.
enum PathsPlatform {
  /// What a file is.
  enum Kind {
    case file, folder, other
  }

  /// What the system knows about a file.
  struct Status {
    var kind: Kind
    /// In bytes.
    var size: Int
    /// In seconds since 1970.
    var modified: Int
  }

  /// Reads a folder.
  ///
  /// - Parameter take: Called with each name but `.` and `..`; must not keep the pointer; false ends it.
  static func entries(
    of path: String, _ take: (UnsafeBufferPointer<UInt8>, FolderEntryKind) -> Bool
  ) throws {
    // O_DIRECTORY: what is a pipe or a device is not even opened.
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Platform.Failure() }
    guard let folder = fdopendir(descriptor) else {
      close(descriptor)
      throw Platform.Failure()
    }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let kind: FolderEntryKind =
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_DIR): .folder
        case Int32(DT_LNK), Int32(DT_UNKNOWN): .unknown
        default: .file
        }
      // The name is within the entry, which is there until the next is read, and ends with a NUL.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
      let name = UnsafeRawPointer(entry) + offset
      let bytes = UnsafeBufferPointer(
        start: name.assumingMemoryBound(to: UInt8.self), count: strlen(name.assumingMemoryBound(to: CChar.self)))
      if bytes.elementsEqual(".".utf8) || bytes.elementsEqual("..".utf8) { continue }
      if !take(bytes, kind) { return }
    }
  }

  /// What is there, links followed; nil for nothing.
  static func status(of path: String) -> Status? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    #if canImport(Darwin)
      let modified = status.st_mtimespec.tv_sec
    #else
      let modified = status.st_mtim.tv_sec
    #endif
    return Status(kind: kind, size: Int(status.st_size), modified: Int(modified))
  }

  /// Where a link leads to, as it is written in it; nil for what is no link.
  static func target(of path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: PathContext.maximumBytes)
    let count = buffer.withUnsafeMutableBytes { buffer in
      buffer.assumingMemoryBound(to: CChar.self).baseAddress.map { readlink(path, $0, buffer.count) } ?? 0
    }
    guard count > 0 else { return nil }
    return String(validating: buffer[..<count], as: UTF8.self)
  }

  /// Reads the beginning of a regular file; nothing of what is none.
  ///
  /// - Parameter project: The folder that it must be in, wherever links lead; nil for anywhere.
  /// - Returns: At most `count` bytes, fewer at the end; nil when it cannot be read.
  static func read(_ path: String, count: Int, inside project: String? = nil) -> [UInt8]? {
    try? Platform.withFile(path, inside: project) { $0.prefix(count) }
  }

  /// The path of a file without links and dots; nil when there is none.
  static func canonical(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(validatingCString: pointer)
  }

  /// Reads a part of an open file; nil when it cannot be read.
  static func read(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8]? {
    var isFailed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      done = 0
      while done < count {
        guard let base = buffer.baseAddress else { return }
        let next = pread(descriptor, base + done, count - done, off_t(offset + done))
        if next > 0 {
          done += next
        } else if next == 0 {
          return
        } else if errno != EINTR {
          isFailed = true
          return
        }
      }
    }
    return isFailed ? nil : bytes
  }

  /// The home folder of a user.
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

  /// A variable of the environment.
  static func variable(_ name: String) -> String? { getenv(name).flatMap { String(validatingCString: $0) } }
}
