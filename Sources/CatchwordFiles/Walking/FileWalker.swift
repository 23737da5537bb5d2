/// Goes through the files of a folder and of those in it, the nearest first, and leaves out what is not to be read.
///
/// It follows no links, so it never leaves the folder and always comes to an end.
package struct FileWalker {
  /// Deeper folders are left out.
  package static let maximumDepth = 64
  /// More folders are left out.
  package static let maximumFolders = 200_000
  /// More of what is in one folder is left out.
  package static let maximumEntries = 200_000

  /// What was left out because there is too much of it.
  package struct LeftOut: Equatable, Sendable {
    /// True when there are more files than may be.
    package var files = false
    /// True when there are more folders than may be, in all or within another.
    package var folders = false
    /// The ignore files of which some rules do not count, with the line of the first: `path:line`. What the others say
    /// nothing about is left out.
    package var ruleFiles: [String] = []
    /// True when comparing files with rules has taken so much that all others were left out.
    package var isSpent = false

    /// Nothing.
    package init() {}
  }

  /// What comparing names with the rules of ignore files may take, as in `IgnoreBudget`: some seconds.
  package static let maximumSteps = 300_000_000
  /// The same for another walk, for what has come since the last. If other rules apply, it is as for the first.
  package static let maximumFurtherSteps = 4_000_000

  private struct Folder {
    let scope: IgnoreScope
    /// From the root, empty or with a slash at its end.
    let path: String
    let depth: Int
  }

  private let root: String
  private let selection: FileSelection
  private let exclude: IgnoreRules
  /// The folders that are still to be listed, from `nextFolder` on; nil for one that was, whose rules may go.
  private var folders: [Folder?]
  private var nextFolder = 0
  /// The files of the last folder.
  private var files: [String] = []
  private var nextFile = 0
  /// How many files were found so far.
  package private(set) var count = 0
  private let budget: IgnoreBudget
  private var memory: IgnoreMemory?
  /// What is added to the budget when other rules apply than in the last walk.
  private var reserve: Int
  /// What is selected, as a hash.
  private let selectionIdentity: Int
  private var counted = LeftOut()

  /// What was left out.
  package var leftOut: LeftOut {
    var leftOut = counted
    leftOut.ruleFiles = budget.cut
    // What another walk has no time for comes with the next.
    leftOut.isSpent = budget.isSpent && reserve == 0
    return leftOut
  }

  /// What asking for files by name may take, all those together that have changed at once.
  package static let maximumAskedSteps = 30_000_000

  /// - Parameters:
  ///   - root: An absolute path without links in it.
  ///   - memory: What was left out in the last walk through it, to be known in the next.
  ///   - maximumSteps: What comparing names with rules may take.
  ///   - shared: What it may take together with others, in place of `maximumSteps`.
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
    // Who opens an ignored folder wants to work in it.
    let start = scope.isIgnored ? IgnoreScope(folder: root, respectsIgnoreFiles: false) : scope
    folders = [Folder(scope: start, path: "", depth: 0)]
  }

  /// The path of the next file, from the root; nil when there are no more. May block.
  package mutating func next() -> String? {
    while nextFile == files.count {
      guard nextFolder < folders.count else {
        memory?.end(steps: budget.spent)
        // A walk ends once, however often it is asked.
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

  /// True when the selection or the ignore files say that something is to be left out.
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
    // What was not compared to the end may be compared in the next walk.
    if !budget.isSpent { memory.keep(verdict, for: key) }
    return verdict
  }

  /// A project may exclude more, so that it costs as its ignore files do.
  private func isExcluded(_ path: String, isDirectory: Bool) -> Bool {
    if budget.isSpent { return true }
    var (path, steps) = (path, 0)
    defer { budget.spend(steps) }
    return path.withUTF8 { exclude.decision($0, isDirectory: isDirectory, steps: &steps) } == true
  }

  /// What a path stands for that is said to have changed.
  package enum Place {
    /// A file that would be found.
    case file
    /// A folder in which files would be found.
    case folder
    /// Nothing, and files would be found in a folder of that name.
    case nothing
    /// What is not to be read, nor is anything in it.
    case leftOut
  }

  /// What a path stands for; nil when telling would take too much. May block.
  ///
  /// - Parameters:
  ///   - path: From the root.
  ///   - budget: What comparing names with rules may take.
  package static func place(of path: String, root: String, selection: FileSelection, budget: IgnoreBudget) -> Place? {
    let place = place(of: path, FileWalker(root: root, selection: selection, shared: budget))
    return budget.isSpent ? nil : place
  }

  private static func place(of path: String, _ walker: FileWalker) -> Place {
    let root = walker.root
    var parts = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    // A folder may be named with a slash behind it.
    if parts.count > 1, parts.last == "" { parts.removeLast() }
    guard parts.count <= maximumDepth + 1, !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }),
      let name = parts.popLast(), var folder = walker.folders.first ?? nil
    else { return .leftOut }
    for part in parts {
      let path = folder.path + part
      // Where there is no folder any more, the rules still say whether anything in it was found.
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
