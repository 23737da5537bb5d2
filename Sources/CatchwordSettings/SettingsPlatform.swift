// The one place where this target touches the operating system.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads files of settings, of which neither the kind nor the length is known before they are open.
enum SettingsPlatform {
  /// What comes of reading a file.
  enum Reading {
    case bytes([UInt8])
    case noRegularFile
    case tooLong
    case unreadable
  }

  private static let pieceLength = 1 << 16

  /// Reads a regular file. A pipe is not waited for, and of what has no end, or grows meanwhile, only the beginning is read.
  ///
  /// - Parameters:
  ///   - isLinkless: True to open nothing by a link, also not by one that is put there meanwhile; the path is absolute then.
  ///   - maximum: A longer file is not read, in bytes.
  static func contents(of path: String, isLinkless: Bool, maximum: Int) -> Reading {
    guard !path.utf8.contains(0) else { return .unreadable }
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = isLinkless ? openWithoutLinks(path, flags | O_NOFOLLOW) : open(path, flags)
    guard descriptor >= 0 else { return .unreadable }
    defer { close(descriptor) }
    // Asked of what is open, so what is read is what was checked.
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .unreadable }
    guard status.st_mode & S_IFMT == S_IFREG else { return .noRegularFile }
    guard status.st_size <= maximum else { return .tooLong }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: pieceLength)
    while true {
      let count = pread(descriptor, &piece, pieceLength, off_t(bytes.count))
      if count == 0 { return .bytes(bytes) }
      if count < 0 {
        if errno == EINTR { continue }
        return .unreadable
      }
      guard bytes.count + count <= maximum else { return .tooLong }
      bytes += piece[..<count]
    }
  }

  private static func openWithoutLinks(_ path: String, _ flags: Int32) -> Int32 {
    let names = PathResolver.names(in: path)
    var descriptor = open("/", throughFolder)
    for (index, name) in names.enumerated() where descriptor >= 0 {
      let next = openat(descriptor, name, index == names.count - 1 ? flags : throughFolder)
      close(descriptor)
      descriptor = next
    }
    return descriptor
  }

  /// How a folder is opened that is only gone through.
  private static var throughFolder: Int32 {
    #if canImport(Darwin)
      O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    #else
      // O_PATH, which is not exported everywhere: folders that may be gone through but not listed are opened, too.
      0x20_0000 | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    #endif
  }
}
