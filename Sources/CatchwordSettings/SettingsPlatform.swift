// The only file of this target that calls the operating system.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A reader of settings files, of which neither the kind nor the length is known before they are open.
enum SettingsPlatform {
  /// The result of reading a file.
  enum Reading {
    case bytes([UInt8])
    case noRegularFile
    case tooLong
    case unreadable
  }

  private static let pieceLength = 1 << 16

  /// Reads a regular file. It never waits for a pipe, and reads only the beginning of an endless or growing file.
  ///
  /// - Parameters:
  ///   - isLinkless: True to follow no link, not even one that is created meanwhile; the path is then absolute.
  ///   - maximum: The maximum length, in bytes; a longer file is not read.
  static func contents(of path: String, isLinkless: Bool, maximum: Int) -> Reading {
    guard !path.utf8.contains(0) else { return .unreadable }
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = isLinkless ? openWithoutLinks(path, flags | O_NOFOLLOW) : open(path, flags)
    guard descriptor >= 0 else { return .unreadable }
    defer { close(descriptor) }
    // The status of the open descriptor, so the file that is checked is the one that is read.
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

  /// The flags for opening a folder only to traverse it.
  private static var throughFolder: Int32 {
    #if canImport(Darwin)
      O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    #else
      // O_PATH, which is not exported everywhere: it also opens folders that may be traversed but not listed.
      0x20_0000 | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    #endif
  }
}
