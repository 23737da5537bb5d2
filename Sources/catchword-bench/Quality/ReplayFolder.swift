import Foundation

/// The texts of a folder that a replay is made of, and what of the folder was left out.
struct ReplayFolder {
  /// A text, and where it is from.
  struct File: Sendable {
    /// From the folder.
    let path: String
    /// In UTF-8, with `\n` for every end of a line.
    let bytes: ContiguousArray<UInt8>

    /// - Complexity: O(*n*).
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes it to its place in a folder. May block.
    func write(to folder: URL) throws {
      let url = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
    }
  }

  /// Why the folder cannot be replayed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Larger files are left out, in bytes: nobody types them.
  static let maximumFileSize = 300_000
  /// Files with longer lines are left out, in characters: minified, or made by a program.
  static let maximumLineLength = 3000
  /// More files are left out.
  static let maximumFiles = 50_000
  /// What comes after so many bytes is left out.
  static let maximumTotalBytes = 256 << 20
  /// What comes after so many files and folders is not even looked at.
  static let maximumEntries = 1_000_000
  /// Deeper folders are left out.
  static let maximumDepth = 64

  /// In the order of their folders: files before folders, each by their names.
  private(set) var files: [File] = []
  /// How many files were left out, by the reason.
  private(set) var leftOut: [String: Int] = [:]
  private var bytes = 0
  /// What has been looked at, whatever it was.
  private var entries = 0

  /// Made by programs, or brought in from elsewhere.
  private static let skippedFolders: Set = [
    "node_modules", "target", "build", "dist", "vendor", "third_party",
  ]
  /// Names of folders that begin so: version control, and what is built of this package.
  private static let skippedBeginnings = [".git", ".build"]
  private static let skippedEndings = [
    ".lock", "lock.json", "lock.yaml", ".min.js", ".min.css", ".map", ".svg", ".result", ".po", ".snap", ".ipynb",
    ".png", ".ico", ".pdf",
  ]

  /// Reads a folder; links are not followed. May block.
  ///
  /// - Throws: `Failure` when there is no such folder, or not a text in it.
  init(path: String) throws {
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

  /// Reads a file by itself; nil when there is a folder, or nothing. May block.
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

  private init() {}

  /// What was left out, in words; empty when nothing was.
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
      // Some that say so of themselves, as those of the kernel, would have us wait for what is in them.
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
      // What is empty has nothing to read.
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

  /// In Unicode scalars.
  private static func longestLine(of data: Data) -> Int {
    var (longest, length) = (0, 0)
    for byte in data {
      // All but the bytes that go on with a scalar.
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
