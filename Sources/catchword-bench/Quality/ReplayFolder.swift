import Foundation

/// The texts of a folder for a replay, and counts of the files that were left out.
struct ReplayFolder {
  /// A text with its path.
  struct File: Sendable {
    /// The path relative to the folder.
    let path: String
    /// The text in UTF-8, with `\n` as the only line ending.
    let bytes: ContiguousArray<UInt8>

    /// - Complexity: O(*n*).
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes the file to its path in a folder. May block.
    func write(to folder: URL) throws {
      let url = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
    }
  }

  /// A reason why the folder cannot be replayed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The maximum size of a file, in bytes: nobody types larger ones.
  static let maximumFileSize = 300_000
  /// The maximum length of a line, in characters: files with longer lines are minified or generated.
  static let maximumLineLength = 3000
  /// The maximum number of files.
  static let maximumFiles = 50_000
  /// The number of bytes in total after which further files are left out.
  static let maximumTotalBytes = 256 << 20
  /// The maximum number of files and folders that are examined.
  static let maximumEntries = 1_000_000
  /// The maximum depth of folders.
  static let maximumDepth = 64

  /// The absolute path.
  let path: String
  /// The files in the order of their folders: files before folders, each sorted by name.
  private(set) var files: [File] = []
  /// The number of files that were left out, by reason.
  private(set) var leftOut: [String: Int] = [:]
  private var bytes = 0
  /// The number of entries of any kind that have been examined.
  private var entries = 0

  /// Folders that are generated or brought in from elsewhere.
  private static let skippedFolders: Set = [
    "node_modules", "target", "build", "dist", "vendor", "third_party",
  ]
  /// Beginnings of folder names: version control, and this package's build products.
  private static let skippedBeginnings = [".git", ".build"]
  private static let skippedEndings = [
    ".lock", "lock.json", "lock.yaml", ".min.js", ".min.css", ".map", ".svg", ".result", ".po", ".snap", ".ipynb",
    ".png", ".ico", ".pdf",
  ]

  /// Reads a folder, without following links. May block.
  ///
  /// - Throws: `Failure` when there is no such folder, or no text in it.
  init(path: String) throws {
    self.path = URL(fileURLWithPath: path).path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Failure(description: "\(path): there is no such folder")
    }
    guard isFolder.boolValue else { throw Failure(description: "\(path) is a file; name a folder") }
    do {
      try read(path, from: "", depth: 0)
    } catch {
      throw Failure(description: "\(path): the folder cannot be read; check its permissions")
    }
    guard files.isEmpty else { return }
    throw Failure(description: "\(path): there is no text in the folder" + (leftOut.isEmpty ? "" : "; \(remarks)"))
  }

  /// Reads a single file; nil for a folder, or when nothing exists at the path. May block.
  ///
  /// - Throws: `Failure` when it is no text that someone types.
  static func singleFile(at path: String) throws -> File? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else { return nil }
    var folder = ReplayFolder()
    folder.read(path, as: URL(fileURLWithPath: path).lastPathComponent)
    if let file = folder.files.first { return file }
    throw Failure(description: "\(path): the file cannot be typed; \(folder.remarks)")
  }

  private init() { path = "" }

  /// A description of what was left out; empty when nothing was.
  var remarks: String {
    if leftOut.isEmpty { return "" }
    return "left out: "
      + leftOut.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\(grouped($1)) \($0)" }
      .joined(separator: ", ")
  }

  private mutating func read(_ root: String, from folder: String, depth: Int) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var folders: [String] = []
    for name in names {
      let path = folder + name
      entries += 1
      if entries > ReplayFolder.maximumEntries { return leave("and more, because there are so many") }
      let attributes = try? FileManager.default.attributesOfItem(atPath: root + "/" + path)
      switch attributes?[.type] as? FileAttributeType {
      case .typeDirectory? where ReplayFolder.reads(folder: name): folders.append(path + "/")
      // Some files that claim to be empty, as those of the kernel, would block a read.
      case .typeRegular? where ReplayFolder.size(attributes) == 0: leave("that are empty")
      case .typeRegular?: read(root + "/" + path, as: path)
      case .typeDirectory?, .typeSymbolicLink?: break
      default: leave("that are no files")
      }
    }
    for path in folders {
      if depth == ReplayFolder.maximumDepth {
        leave("folders that are too deep")
      } else if (try? read(root, from: path, depth: depth + 1)) == nil {
        leave("folders that cannot be read")
      }
    }
  }

  private mutating func read(_ path: String, as name: String) {
    let lowercased = name.lowercased()
    if ReplayFolder.skippedEndings.contains(where: lowercased.hasSuffix) { return leave("by their names") }
    if files.count == ReplayFolder.maximumFiles || bytes > ReplayFolder.maximumTotalBytes {
      return leave("because there are so many")
    }
    guard let file = FileHandle(forReadingAtPath: path) else { return leave("that cannot be read") }
    defer { try? file.close() }
    guard let data = try? file.read(upToCount: ReplayFolder.maximumFileSize + 1) else {
      // Nothing is read from an empty file.
      return leave("that are empty")
    }
    if data.isEmpty { return leave("that are empty") }
    if data.count > ReplayFolder.maximumFileSize {
      return leave("of more than \(grouped(ReplayFolder.maximumFileSize)) bytes")
    }
    guard !data.contains(0), String(validating: data, as: UTF8.self) != nil else {
      return leave("that are no UTF-8 text")
    }
    if ReplayFolder.longestLine(of: data) > ReplayFolder.maximumLineLength {
      return leave("with lines of more than \(grouped(ReplayFolder.maximumLineLength)) characters")
    }
    bytes += data.count
    files.append(File(path: name, bytes: ReplayFolder.withPlainEnds(data)))
  }

  private static func reads(folder name: String) -> Bool {
    !skippedFolders.contains(name) && !skippedBeginnings.contains(where: name.hasPrefix)
  }

  private mutating func leave(_ reason: String) { leftOut[reason, default: 0] += 1 }

  private static func size(_ attributes: [FileAttributeKey: Any]?) -> Int? {
    (attributes?[.size] as? NSNumber)?.intValue ?? (attributes?[.size] as? UInt64).map { Int(clamping: $0) }
  }

  /// Returns the length of the longest line, in Unicode scalars.
  private static func longestLine(of data: Data) -> Int {
    var (longest, length) = (0, 0)
    for byte in data {
      // Every byte but a continuation byte begins a scalar.
      if byte & 0xC0 != 0x80 { length += 1 }
      guard byte == 0x0A else { continue }
      longest = max(longest, length - 1)
      length = 0
    }
    return max(longest, length)
  }

  private static func withPlainEnds(_ data: Data) -> ContiguousArray<UInt8> {
    var bytes: ContiguousArray<UInt8> = []
    bytes.reserveCapacity(data.count)
    for byte in data {
      if byte == 0x0A && bytes.last == 0x0D { bytes.removeLast() }
      bytes.append(byte)
    }
    return bytes
  }
}
