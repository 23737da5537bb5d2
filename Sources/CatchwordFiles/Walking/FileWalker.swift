/// An iterator over the files to read in a folder and those below it, breadth first.
///
/// It follows no links, so it never leaves the folder and always ends.
package struct FileWalker {
  /// The maximum depth of folders; deeper ones are left out.
  package static let maximumDepth = 64
  /// The maximum number of folders; further ones are left out.
  package static let maximumFolders = 200_000
  /// The maximum number of entries in one folder; further ones are left out.
  package static let maximumEntries = 200_000

  /// The limits that made a walk leave something out.
  package struct LeftOut: Equatable, Sendable {
    /// True when there are more files than the maximum, or more entries in one folder.
    package var files = false
    /// True when there are more folders than the maximum, or they are nested too deeply.
    package var folders = false
    /// The ignore files with ignored rules, each with the line of the first such rule: `path:line`. Everything that
    /// their other rules do not mention is left out.
    package var ruleFiles: [String] = []
    /// True when the budget for matching files against rules was spent, so that all further files were left out.
    package var isSpent = false

    /// Creates a value for a walk that left nothing out.
    package init() {}
  }

  /// The maximum number of steps to match names against the rules of ignore files, as in `IgnoreBudget`: some seconds.
  package static let maximumSteps = 300_000_000
  /// The same maximum for a later walk, for new files. If other rules apply, that of the first walk is used.
  package static let maximumFurtherSteps = 4_000_000

  private struct Folder {
    let scope: IgnoreScope
    /// The path from the root, empty or with a slash at its end.
    let path: String
    let depth: Int
  }

  private let root: String
  private let selection: FileSelection
  private let exclude: IgnoreRules
  /// The folders that are still to be listed, from `nextFolder` on; nil for one that was, to release its rules.
  private var folders: [Folder?]
  private var nextFolder = 0
  /// The files of the last folder.
  private var files: [String] = []
  private var nextFile = 0
  /// The number of files that were found so far.
  package private(set) var count = 0
  private let budget: IgnoreBudget
  private var memory: IgnoreMemory?
  /// The steps that are added to the budget when other rules apply than in the last walk.
  private var reserve: Int
  /// A hash of the selection's ignore settings.
  private let selectionIdentity: Int
  private var counted = LeftOut()

  /// The limits that made the walk leave something out.
  package var leftOut: LeftOut {
    var leftOut = counted
    leftOut.ruleFiles = budget.cut
    // Files that a later walk has no steps left for are found by the next one.
    leftOut.isSpent = budget.isSpent && reserve == 0
    return leftOut
  }

  /// The maximum number of steps for lookups by path, for all files together that have changed at once.
  package static let maximumAskedSteps = 30_000_000

  /// - Parameters:
  ///   - root: The absolute path of the folder, without links.
  ///   - memory: The verdicts of the last walk through the folder, which this walk uses and replaces.
  ///   - maximumSteps: The maximum number of steps to match names against rules.
  ///   - shared: A budget shared with other walkers, in place of `maximumSteps`.
  package init(
    root: String, selection: FileSelection, memory: IgnoreMemory? = nil,
    maximumSteps: Int = FileWalker.maximumSteps, shared: IgnoreBudget? = nil
  ) {
    self.root = root
    self.selection = selection
    self.memory = memory
    let isAnother = memory?.begin() ?? false
    let steps = isAnother ? min(maximumSteps, FileWalker.maximumFurtherSteps) : maximumSteps
    reserve = maximumSteps - steps
    budget = shared ?? IgnoreBudget(steps: steps)
    var hasher = Hasher()
    hasher.combine(selection.respectsIgnoreFiles)
    hasher.combine(selection.exclude)
    selectionIdentity = hasher.finalize()
    exclude = IgnoreRules(patterns: selection.exclude)
    let scope = IgnoreScope(folder: root, respectsIgnoreFiles: selection.respectsIgnoreFiles, budget: budget)
    // A user who opens an ignored folder wants to work in it.
    let start = scope.isIgnored ? IgnoreScope(folder: root, respectsIgnoreFiles: false) : scope
    folders = [Folder(scope: start, path: "", depth: 0)]
  }

  /// Returns the path of the next file, from the root; nil when there are no more. May block.
  package mutating func next() -> String? {
    while nextFile == files.count {
      guard nextFolder < folders.count else {
        memory?.end(steps: budget.spent)
        // A walk ends only once, even when this is called again.
        memory = nil
        return nil
      }
      let folder = folders[nextFolder].take()
      nextFolder += 1
      if let folder { list(folder) }
      if nextFolder > 1024 && 2 * nextFolder > folders.count {
        folders.removeFirst(nextFolder)
        nextFolder = 0
      }
    }
    nextFile += 1
    return files[nextFile - 1]
  }

  private mutating func list(_ folder: Folder) {
    files.removeAll(keepingCapacity: true)
    nextFile = 0
    let path = folder.path.isEmpty ? root : "\(root)/\(folder.path)"
    guard let listed = FileSystem.entries(of: path, limit: FileWalker.maximumEntries) else { return }
    if memory?.enter(folder.path, rules: folder.scope.rulesIdentity ^ selectionIdentity) == true {
      budget.add(reserve)
      reserve = 0
    }
    if listed.count == FileWalker.maximumEntries { counted.files = true }
    for entry in listed.sorted(by: { $0.name < $1.name }) {
      let path = folder.path + entry.name
      switch entry.kind {
      case .file where admits(file: entry.name, at: path, in: folder.scope):
        guard count < selection.maximumFiles else {
          counted.files = true
          continue
        }
        count += 1
        files.append(path)
      case .folder where admits(folder: entry.name, at: path, in: folder.scope):
        guard folder.depth < FileWalker.maximumDepth, folders.count < FileWalker.maximumFolders else {
          counted.folders = true
          continue
        }
        let scope = folder.scope.entering(entry.name, isIgnored: false)
        folders.append(Folder(scope: scope, path: "\(path)/", depth: folder.depth + 1))
      default: break
      }
    }
  }

  private func admits(file name: String, at path: String, in scope: IgnoreScope) -> Bool {
    if name.utf8.first == UInt8(ascii: "."), !selection.includesHidden { return false }
    if UnreadFiles.isBinary(name) || SensitiveFiles.isSensitive(path: "\(root)/\(path)") { return false }
    return !isLeftOut(name, at: path, in: scope, isDirectory: false)
  }

  private func admits(folder name: String, at path: String, in scope: IgnoreScope) -> Bool {
    if name.utf8.first == UInt8(ascii: "."), !selection.includesHidden { return false }
    if UnreadFiles.isFolderOfVersionControl(name) { return false }
    return !isLeftOut(name, at: path, in: scope, isDirectory: true)
  }

  /// Returns true when the selection or the ignore files leave an entry out.
  private func isLeftOut(_ name: String, at path: String, in scope: IgnoreScope, isDirectory: Bool) -> Bool {
    func compare() -> Bool {
      isExcluded(path, isDirectory: isDirectory) || scope.ignores(name, isDirectory: isDirectory)
    }
    guard let memory else { return compare() }
    var hasher = Hasher()
    hasher.combine(selectionIdentity)
    hasher.combine(scope.rulesIdentity)
    hasher.combine(path)
    hasher.combine(isDirectory)
    let key = hasher.finalize()
    if let known = memory.verdict(key) { return known }
    let verdict = compare()
    // A verdict from a spent budget is not kept, so that the next walk matches the entry again.
    if !budget.isSpent { memory.keep(verdict, for: key) }
    return verdict
  }

  /// Returns true when the selection excludes a path. A project may add patterns, so this costs steps like its rules.
  private func isExcluded(_ path: String, isDirectory: Bool) -> Bool {
    if budget.isSpent { return true }
    var (path, steps) = (path, 0)
    defer { budget.spend(steps) }
    return path.withUTF8 { exclude.decision($0, isDirectory: isDirectory, steps: &steps) } == true
  }

  /// The meaning of a path that is reported as changed.
  package enum Place {
    /// A file that a walk would find.
    case file
    /// A folder in which a walk would find files.
    case folder
    /// Nothing exists, but a walk would find files in a folder of that name.
    case nothing
    /// Neither the path nor anything in it is to be read.
    case leftOut
  }

  /// Returns the meaning of a path; nil when the budget is spent. May block.
  ///
  /// - Parameters:
  ///   - path: The path from the root.
  ///   - budget: The budget for matching names against rules.
  package static func place(of path: String, root: String, selection: FileSelection, budget: IgnoreBudget) -> Place? {
    let place = place(of: path, FileWalker(root: root, selection: selection, shared: budget))
    return budget.isSpent ? nil : place
  }

  private static func place(of path: String, _ walker: FileWalker) -> Place {
    let root = walker.root
    var parts = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    // The path of a folder may end with a slash.
    if parts.count > 1, parts.last == "" { parts.removeLast() }
    guard parts.count <= maximumDepth + 1, !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }),
      let name = parts.popLast(), var folder = walker.folders.first ?? nil
    else { return .leftOut }
    for part in parts {
      let path = folder.path + part
      // For a removed folder, the rules still tell whether a walk found files in it.
      let kind = FileSystem.kind(of: "\(root)/\(path)")
      guard kind == .folder || kind == nil, walker.admits(folder: part, at: path, in: folder.scope) else {
        return .leftOut
      }
      folder = Folder(scope: folder.scope.entering(part, isIgnored: false), path: "\(path)/", depth: folder.depth + 1)
    }
    let inner = folder.path + name
    switch FileSystem.kind(of: "\(root)/\(path)") {
    case .file: return walker.admits(file: name, at: inner, in: folder.scope) ? .file : .leftOut
    case .folder: return walker.admits(folder: name, at: inner, in: folder.scope) ? .folder : .leftOut
    case nil: return walker.admits(folder: name, at: inner, in: folder.scope) ? .nothing : .leftOut
    default: return .leftOut
    }
  }
}
