import CatchwordFiles

/// A folder that a path may refer to, and the reason.
struct PathRoot: Equatable, Sendable {
  /// The absolute path of the folder.
  var folder: String
  /// The description of the root that the path is relative to, for the user.
  var label: String
}

/// Finds the folders that the directory part of a path may refer to.
struct PathRoots: Sendable {
  let settings: PathsSettings
  /// The folders of the workspace.
  let workspace: [String]
  /// The path of the edited file; nil when it is not on a disk.
  let file: String?
  let reader: FolderReader

  /// Returns the folders that a path may refer to, the likeliest first.
  ///
  /// - Parameters:
  ///   - directory: The path up to its last slash, with it; empty for a bare name.
  ///   - isLink: True in a link, where a leading slash may refer to the root of a site.
  ///   - isPackage: True for the name of a package, or that of a file in one.
  func folders(for directory: String, isLink: Bool, isPackage: Bool = false) async throws -> [PathRoot] {
    if let roots = aliased(directory) { return roots }
    if isPackage, !["/", "~", "$"].contains(directory.prefix(1)) { return packages(directory) }
    if directory.hasPrefix("/") { return absolute(directory, isLink: isLink) }
    if directory.hasPrefix("~") { return try await home(directory) }
    if directory.hasPrefix("$") || directory.hasPrefix("%") { return variable(directory) }
    return relative(directory)
  }

  // MARK: Each kind

  private func aliased(_ directory: String) -> [PathRoot]? {
    guard settings.roots.contains(.alias) else { return nil }
    // The longest alias that fits, so that "@lib" is not taken for "@".
    let fitting = settings.aliases.keys.filter { name in
      !name.isEmpty && directory.hasPrefix(name.hasSuffix("/") ? name : name + "/")
    }
    guard let name = fitting.max(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }), let target = settings.aliases[name]
    else { return nil }
    let rest = String(directory.dropFirst(name.count).drop { $0 == "/" })
    let label = "alias \(name) for \(target)"
    if target.hasPrefix("/") { return root(target, rest, label) }
    return workspace.flatMap { root(PathRoots.join($0, target), rest, label) }
  }

  private func absolute(_ directory: String, isLink: Bool) -> [PathRoot] {
    var roots = settings.roots.contains(.absolute) ? root(directory, "", "absolute path") : []
    if isLink, settings.roots.contains(.workspace) {
      roots += workspace.flatMap { root($0, String(directory.dropFirst()), "from the root of \(PathRoots.name($0))") }
    }
    return roots
  }

  private func home(_ directory: String) async throws -> [PathRoot] {
    guard settings.roots.contains(.home), let slash = directory.firstIndex(of: "/") else { return [] }
    let user = String(directory[directory.index(after: directory.startIndex)..<slash])
    let isName = user.utf8.count <= 256 && user.utf8.allSatisfy { PathScan.isWordByte($0) || "-.".utf8.contains($0) }
    guard isName, let home = try await reader.home(of: user.isEmpty ? nil : user), home.hasPrefix("/") else {
      return []
    }
    let label = user.isEmpty ? "in the home folder" : "in the home folder of \(user)"
    return root(home, String(directory[slash...].dropFirst()), label)
  }

  private func variable(_ directory: String) -> [PathRoot] {
    guard settings.roots.contains(.variable), let slash = directory.firstIndex(of: "/") else { return [] }
    var name = directory[..<slash].dropFirst()
    if directory.hasPrefix("%") {
      // As Windows writes it.
      guard name.hasSuffix("%") else { return [] }
      name = name.dropLast()
    }
    if name.hasPrefix("{"), name.hasSuffix("}") { name = name.dropFirst().dropLast() }
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 < 0x80 && PathScan.isWordByte($0) }),
      let value = reader.folders.variable(String(name)), value.hasPrefix("/"), !value.contains(":")
    else { return [] }
    return root(value, String(directory[slash...].dropFirst()), "in $\(name)")
  }

  private func relative(_ directory: String) -> [PathRoot] {
    var roots: [PathRoot] = []
    let folder = file.flatMap { PathRoots.folder(of: $0) }
    if let folder, settings.roots.contains(.file) { roots += root(folder, directory, "relative to the file") }
    let isExplicit = directory.hasPrefix("./") || directory.hasPrefix("../")
    guard settings.roots.contains(.workspace), !isExplicit || folder == nil else { return roots }
    for workspace in workspace where workspace != folder || roots.isEmpty {
      roots += root(workspace, directory, "in the workspace \(PathRoots.name(workspace))")
    }
    return roots
  }

  /// The folders of packages beside the file and above it, as Node looks for them, within the workspace; then what the path is
  /// relative to, for those who set that up so.
  private func packages(_ directory: String) -> [PathRoot] {
    var roots: [PathRoot] = []
    var folder = file.flatMap { PathRoots.folder(of: $0) } ?? workspace.first
    while let place = folder, roots.count < PathRoots.maximumPackageFolders {
      roots += root(PathRoots.join(place, "node_modules"), directory, "a package of \(PathRoots.name(place))")
      let isTop = workspace.contains(place) || !workspace.contains { place.hasPrefix(PathRoots.join($0, "")) }
      folder = isTop ? nil : PathRoots.folder(of: place)
    }
    return directory.isEmpty ? roots : roots + relative(directory)
  }

  /// The maximum number of folders in which packages are looked for.
  private static let maximumPackageFolders = 16

  // MARK: Pieces

  private func root(_ folder: String, _ rest: String, _ label: String) -> [PathRoot] {
    var path = rest.isEmpty ? folder : PathRoots.join(folder, rest)
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    guard path.utf8.count < FilePath.maximumBytes, !path.utf8.contains(0) else { return [] }
    return [PathRoot(folder: path, label: label)]
  }

  static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Returns the last component of a path.
  static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Returns the folder of a file; by bytes, as one step back within a run of flags goes over all of them.
  static func folder(of path: String) -> String? {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
  }
}
