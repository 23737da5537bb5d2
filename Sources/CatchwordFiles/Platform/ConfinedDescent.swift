// Opens paths below a folder without ever leaving it.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A descent that opens a path below a folder, part by part, from the folder's own descriptor.
///
/// The system follows no link on the way: each is read and resolved here. So nothing outside of the folder is even
/// touched, and links that replace files or folders meanwhile do no harm: each descriptor is opened relative to the one
/// before it.
struct ConfinedDescent: ~Copyable {
  /// The maximum number of links that are followed in one path, as in common systems.
  private static let maximumLinks = 40
  /// The maximum number of parts of a path below the folder.
  private static let maximumParts = 256

  private let root: String
  /// The descriptors of the folder, of those on the way, and of the last part.
  private var descriptors: [Int32]
  /// The names of the parts that are open below the folder.
  private var names: [String] = []
  /// The parts that are still to be opened, the next one last.
  private var rest: [String] = []
  private var links = 0

  /// True when the last descriptor is open for reading, false when it was only passed through.
  private var isForReading = false

  private init(root: String, descriptor: Int32) {
    self.root = root
    descriptors = [descriptor]
  }

  deinit { for descriptor in descriptors { FileSystem.close(descriptor) } }

  /// Opens a file or a folder.
  ///
  /// - Parameters:
  ///   - path: An absolute path that is textually below the folder.
  ///   - root: The folder.
  /// - Returns: A descriptor that the caller closes, and the path without links below the folder.
  /// - Throws: When it cannot be opened, leads out of the folder, or has the name of a file that holds secrets.
  static func open(_ path: String, below root: String) throws(FileAccessError) -> (descriptor: Int32, path: String) {
    guard let inner = inner(path, of: root) else { throw outside }
    // The folder itself may be a link.
    let descriptor = FileSystem.openFolder(root)
    guard descriptor >= 0 else { throw FileAccessError(errno) }
    var descent = ConfinedDescent(root: root, descriptor: descriptor)
    descent.push(inner)
    while let name = descent.rest.popLast() { try descent.enter(name) }
    try descent.reopen()
    let real = ([root] + descent.names).joined(separator: "/")
    guard !SensitiveFiles.isSensitive(path: real), !SensitiveFiles.isSensitive(path: path) else {
      throw FileAccessError("its name says that it holds secrets")
    }
    guard let last = descent.descriptors.popLast() else { throw outside }
    return (last, real)
  }

  private static var outside: FileAccessError { FileAccessError("it leads out of the project") }

  /// Returns a path relative to a folder; nil when it is not textually inside it.
  private static func inner(_ path: String, of root: String) -> Substring? {
    let written = root.hasSuffix("/") ? String(root.dropLast()) : root
    for folder in [written, FileSystem.canonical(root)].lazy.compactMap(\.self) {
      if path == folder { return "" }
      if path.hasPrefix(folder + "/") { return path.dropFirst(folder.count + 1) }
    }
    return nil
  }

  /// Opens the last folder for reading when it was only passed through, as after `..`.
  private mutating func reopen() throws(FileAccessError) {
    guard !isForReading, let last = descriptors.last else { return }
    let descriptor = openat(last, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileAccessError(errno) }
    descriptors.append(descriptor)
  }

  private mutating func push(_ path: Substring) { rest += FilePath.names(in: path).reversed() }

  private mutating func enter(_ name: String) throws(FileAccessError) {
    if name == "." { return }
    if name == ".." {
      // The folder above is the one that was passed through, even if this one has been moved since.
      guard names.popLast() != nil, let left = descriptors.popLast() else { throw ConfinedDescent.outside }
      FileSystem.close(left)
      isForReading = false
      return
    }
    guard let here = descriptors.last, names.count < ConfinedDescent.maximumParts else {
      throw FileAccessError(ENAMETOOLONG)
    }
    let isLast = rest.isEmpty
    let flags = isLast ? O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY : FileSystem.throughFolder
    let descriptor = openat(here, name, flags)
    if descriptor >= 0 {
      isForReading = isLast
      descriptors.append(descriptor)
      names.append(name)
      return
    }
    let code = errno
    guard code != ENOENT, let target = FileSystem.target(of: name, in: here) else { throw FileAccessError(code) }
    links += 1
    guard links <= ConfinedDescent.maximumLinks else { throw FileAccessError(ELOOP) }
    try follow(target)
  }

  private mutating func follow(_ target: String) throws(FileAccessError) {
    guard target.hasPrefix("/") else { return push(target[...]) }
    guard let inner = ConfinedDescent.inner(target, of: root) else { throw ConfinedDescent.outside }
    while descriptors.count > 1, let left = descriptors.popLast() { FileSystem.close(left) }
    names = []
    isForReading = false
    push(inner)
  }
}

/// Opens files by paths without links, as a walk finds them, and refuses paths in which a link has appeared since.
///
/// It keeps the last folder open, because files come folder by folder. Only one thread may use it.
final class LinklessFiles {
  private var folder = ""
  private var descriptor: Int32 = -1

  deinit { if descriptor >= 0 { FileSystem.close(descriptor) } }

  /// Opens a file, which need not be a regular one.
  ///
  /// - Parameter path: An absolute path without links, `.` and `..`.
  /// - Returns: A descriptor that the caller closes; nil when it cannot be opened, or there is a link in the path.
  func open(_ path: String) -> Int32? {
    let (folder, name) = FilePath.split(path)
    let isKept = descriptor >= 0 && folder == self.folder
    if !isKept { enter(folder) }
    if let file = open(name: name) { return file }
    // A checkout may have created the folder again.
    guard isKept else { return nil }
    enter(folder)
    return open(name: name)
  }

  private func enter(_ folder: String) {
    if descriptor >= 0 { FileSystem.close(descriptor) }
    (self.folder, descriptor) = (folder, LinklessFiles.open(folder: folder))
  }

  private func open(name: String) -> Int32? {
    guard descriptor >= 0 else { return nil }
    let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
    return file >= 0 ? file : nil
  }

  private static func open(folder: String) -> Int32 {
    var descriptor = FileSystem.openFolder("/")
    for part in FilePath.names(in: folder) where descriptor >= 0 {
      let next = openat(descriptor, part, FileSystem.throughFolder)
      FileSystem.close(descriptor)
      descriptor = next
    }
    return descriptor
  }
}

extension FileSystem {
  /// Opens a folder as the start of a descent, links followed; returns a negative number on failure.
  fileprivate static func openFolder(_ path: String) -> Int32 { open(path, throughFolder & ~O_NOFOLLOW) }

  /// Returns the target of a link in an open folder, as written in the link; nil for anything else.
  fileprivate static func target(of name: String, in folder: Int32) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { buffer in
      buffer.assumingMemoryBound(to: CChar.self).baseAddress.map { readlinkat(folder, name, $0, buffer.count) } ?? 0
    }
    guard count > 0 else { return nil }
    return String(validating: buffer[..<count], as: UTF8.self)
  }
}
