// The contents of folders.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FileSystem {
  /// The kind of a file system object.
  package enum Kind: Sendable {
    case file, folder, other
  }

  /// An entry of a folder.
  package struct Entry: Sendable {
    package let name: String
    package let kind: Kind
  }

  /// The kind that a folder lists for an entry.
  private enum ListedKind {
    case file, folder, other
    /// A link, or an entry whose kind the folder does not state.
    case link, unknown
  }

  /// Reads an open folder and closes it.
  ///
  /// - Parameter take: Called with each name except `.` and `..`; must not keep the pointer; false ends the reading.
  /// - Returns: False when it is not a folder.
  private static func list(
    _ descriptor: Int32, _ take: (UnsafeBufferPointer<UInt8>, ListedKind) -> Bool
  ) -> Bool {
    // From here on the folder owns the descriptor.
    guard let folder = fdopendir(descriptor) else {
      close(descriptor)
      return false
    }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let kind: ListedKind =
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_REG): .file
        case Int32(DT_DIR): .folder
        case Int32(DT_LNK): .link
        case Int32(DT_UNKNOWN): .unknown
        default: .other
        }
      // The name is inside the entry, which is valid until the next one is read, and ends with a NUL.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return false }
      let name = UnsafeRawPointer(entry) + offset
      let bytes = UnsafeBufferPointer(
        start: name.assumingMemoryBound(to: UInt8.self), count: strlen(name.assumingMemoryBound(to: CChar.self)))
      if bytes.elementsEqual(".".utf8) || bytes.elementsEqual("..".utf8) { continue }
      if !take(bytes, kind) { return true }
    }
    return true
  }

  /// Calls a closure with each entry of a folder; links in the path are followed, links among the entries are not.
  ///
  /// - Parameter take: Called with each name except `.` and `..`; must not keep the pointer; false ends the reading.
  /// - Throws: `Failure`.
  package static func forEachEntry(
    of path: String, _ take: (UnsafeBufferPointer<UInt8>, FolderEntryKind) -> Bool
  ) throws {
    // O_DIRECTORY: a pipe or a device is not even opened.
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Failure() }
    let isListed = list(descriptor) { name, kind in
      switch kind {
      case .folder: take(name, .folder)
      case .link, .unknown: take(name, .unknown)
      case .file, .other: take(name, .file)
      }
    }
    if !isListed { throw Failure() }
  }

  /// Returns the entries of a folder, up to a limit, links not followed; nil when it cannot be read, or is a link.
  package static func entries(of path: String, limit: Int) -> [Entry]? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    return entries(descriptor, limit: limit) { name, listed in
      listed == .unknown ? kind(of: "\(path)/\(name)") ?? .other : .other
    }
  }

  /// Returns the files and folders in a folder, links followed, up to a limit, sorted by name.
  ///
  /// - Parameter project: The folder that it and its entries must be in, wherever links lead; nil for no bounds.
  /// - Returns: The entries; nil when it is not a folder, or is not in the project.
  package static func entries(of folder: String, inside project: String?, limit: Int) -> [Entry]? {
    guard let descriptor = try? openChecked(folder, inside: project).descriptor else { return nil }
    let entries = entries(descriptor, limit: limit) { name, listed in
      let kind = listed == .other ? .other : target(of: "\(folder)/\(name)", inside: project)
      return kind == .other ? nil : kind
    }
    return entries?.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Returns the entries of an open folder, up to a limit, and closes it.
  ///
  /// - Parameter kind: Returns the kind of an entry listed as neither a file nor a folder; nil to leave it out.
  /// - Returns: The entries; nil when it is not a folder.
  private static func entries(
    _ descriptor: Int32, limit: Int, kind: (_ name: String, _ listed: ListedKind) -> Kind?
  ) -> [Entry]? {
    var entries: [Entry] = []
    let isListed = list(descriptor) { bytes, listed in
      guard entries.count < limit else { return false }
      let name = String(decoding: bytes, as: UTF8.self)
      let found: Kind? =
        switch listed {
        case .file: .file
        case .folder: .folder
        case .link, .unknown, .other: kind(name, listed)
        }
      if let found { entries.append(Entry(name: name, kind: found)) }
      return true
    }
    return isListed ? entries : nil
  }

  /// Returns the kind of a link's target. It is opened only to check that it is in the project, if there is one.
  private static func target(of path: String, inside project: String?) -> Kind {
    guard let project else { return status(of: path)?.kind ?? .other }
    guard let descriptor = try? openChecked(path, inside: project).descriptor else { return .other }
    defer { close(descriptor) }
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Kind(status.st_mode) : .other
  }
}

extension FileSystem.Kind {
  init(_ mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}
