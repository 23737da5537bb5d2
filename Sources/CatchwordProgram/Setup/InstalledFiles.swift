#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of an editor's client in a folder of that editor, and a list of them, so that an update and a removal know which
/// are ours.
struct InstalledFiles {
  /// The folder, as an absolute path.
  let folder: String
  /// The files, by their paths in it.
  let files: [(path: String, contents: Data)]

  /// The name of the list.
  static let list = ".catchword-setup"

  /// True when all files are there, as they should be, and none of an earlier version.
  var areInstalled: Bool {
    files.allSatisfy { FileManager.default.contents(atPath: "\(folder)/\($0.path)") == $0.contents }
      && listed().allSatisfy { name in files.contains { $0.path == name } || !Files.exist("\(folder)/\(name)") }
  }

  /// True when `catchword setup` has put files there.
  var isListed: Bool { FileKind("\(folder)/\(InstalledFiles.list)") == .file }

  /// The reason why nothing can be put into the folder; nil when that can be tried.
  var refusal: String? {
    switch FileKind(folder) {
    case nil: return nil
    case .link:
      return "\(folder) is a link, which catchword setup has not made; remove it, or set the editor up by hand"
    case .folder:
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      if names.isEmpty || names.contains(InstalledFiles.list) || areInstalled { return nil }
      return "\(folder) has files already that catchword setup has not put there; move it, or set the editor up by hand"
    case .file, .other: return "\(folder) is in the way; move it"
    }
  }

  /// Writes the files that differ, and removes those of an earlier version that are no more.
  ///
  /// - Throws: A Cocoa error.
  func install() throws {
    let old = listed().filter { name in !files.contains { $0.path == name } }
    // First, so that what is written before something fails can be taken back.
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let list = (files.map(\.path) + old).map { $0 + "\n" }.joined()
    try Data(list.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(InstalledFiles.list)"), options: .atomic)
    for name in old { remove(name) }
    for (path, contents) in files {
      let target = "\(folder)/\(path)"
      try FileManager.default.createDirectory(
        atPath: String(target.prefix(upTo: target.lastIndex(of: "/") ?? target.endIndex)),
        withIntermediateDirectories: true)
      if FileManager.default.contents(atPath: target) == contents { continue }
      try contents.write(to: URL(fileURLWithPath: target), options: .atomic)
    }
  }

  /// Removes the files that were installed, and the folders that are empty then; returns how many there were.
  func remove() -> Int {
    let names = listed().filter { Files.exist("\(folder)/\($0)") }
    for name in names { remove(name) }
    if isListed { remove(InstalledFiles.list) }
    // The folders of a package, which hold nothing else.
    var parts = folder.split(separator: "/")
    while parts.popLast() != nil, let last = parts.last, ["start", "catchword"].contains(last) {
      removeIfEmpty("/" + parts.joined(separator: "/"))
    }
    return names.count
  }

  /// The paths in the list; only those that lead into the folder.
  private func listed() -> [String] {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(InstalledFiles.list)") else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init).filter { path in
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      let folders = parts.indices.map { parts[...$0].joined(separator: "/") }
      return !parts.contains { ["", ".", ".."].contains($0) }
        && !folders.contains { FileKind("\(folder)/\($0)") == .link }
    }
  }

  private func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: "\(folder)/\(path)")
    var parts = path.split(separator: "/").dropLast()
    while true {
      let folder = ([self.folder] + parts.map(String.init)).joined(separator: "/")
      guard removeIfEmpty(folder), parts.popLast() != nil else { return }
    }
  }

  @discardableResult private func removeIfEmpty(_ folder: String) -> Bool {
    guard (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty == true else { return false }
    return (try? FileManager.default.removeItem(atPath: folder)) != nil
  }
}

/// What there is at a path.
enum FileKind {
  case file, folder, link, other

  /// Nil when there is nothing.
  init?(_ path: String) {
    guard let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType else {
      return nil
    }
    switch type {
    case .typeRegular: self = .file
    case .typeDirectory: self = .folder
    case .typeSymbolicLink: self = .link
    default: self = .other
    }
  }
}
