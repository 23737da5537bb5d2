import Synchronization

/// A folder with the rules by which git ignores its contents: those of its own `.gitignore`, of all above it up to the
/// top of the repository, and of `.git/info/exclude`.
///
/// Outside of repositories, the rules from the starting folder on apply.
package struct IgnoreScope: Sendable {
  /// A function that reads the beginning of a file, up to a limit; nil when there is none, or it is not a regular file.
  package typealias Read = @Sendable (_ path: String, _ limit: Int) -> [UInt8]?
  /// A function that returns the stamp of a file without reading it; nil when there is none.
  package typealias Look = @Sendable (_ path: String) -> FileAccess.Stamp?
  /// A function that returns true when a path exists.
  package typealias Exists = @Sendable (_ path: String) -> Bool

  /// The maximum number of folders above the first that are searched for the top of the repository.
  private static let maximumAscent = 64

  /// The rules of one folder, with a link to those of the folders above.
  private final class Level: Sendable {
    /// The path of the rules' file.
    let file: String
    /// The length of the folder's path from the top, in bytes.
    let start: Int
    let above: Level?
    /// A hash of the current states of this file and of those above.
    let identity: Int
    private let known = Mutex(Rules.unread)
    private let budget: IgnoreBudget

    private enum Rules {
      case unread
      /// The rules; their memory is released with the level.
      case held(IgnoreRules)
      /// The rules did not fit into the memory budget.
      case leftOut
    }

    init(_ file: String, _ stamp: FileAccess.Stamp, start: Int, above: Level?, _ budget: IgnoreBudget) {
      self.budget = budget
      self.file = file
      self.start = start
      self.above = above
      var hasher = Hasher()
      hasher.combine(above?.identity)
      hasher.combine(file)
      hasher.combine(stamp.modified)
      hasher.combine(stamp.size)
      identity = hasher.finalize()
    }

    deinit { if case .held(let rules) = known.withLock({ $0 }) { budget.release(rules.byteCount) } }

    /// Returns the rules, which are read on first use; nil when `read` returns nil or they do not fit. May block.
    func rules(_ read: () -> IgnoreRules?) -> IgnoreRules? {
      known.withLock { known in
        switch known {
        case .held(let rules): return rules
        case .leftOut: return nil
        case .unread:
          guard let rules = read() else { return nil }
          guard budget.hold(rules.byteCount) else {
            known = .leftOut
            budget.note(file, line: 1)
            return nil
          }
          known = .held(rules)
          return rules
        }
      }
    }
  }

  /// The absolute path of the folder, without a slash at its end; empty for the root of the file system.
  package let path: String
  /// The folder's path from the top of the repository, empty or with a slash at its end.
  private let fromTop: String
  private let level: Level?
  /// True when the folder itself is ignored: then everything in it is, and no rule can include it again.
  package let isIgnored: Bool
  private let reader: Reader
  private let budget: IgnoreBudget

  /// The functions that read ignore files.
  private struct Reader: Sendable {
    let read: Read
    let look: Look
  }

  /// A hash of the rules that apply to the folder, which changes when one of their files does.
  package var rulesIdentity: Int { level?.identity ?? 0 }

  private init(path: String, fromTop: String, level: Level?, isIgnored: Bool, reader: Reader, budget: IgnoreBudget) {
    self.path = path
    self.fromTop = fromTop
    self.level = level
    self.isIgnored = isIgnored
    self.reader = reader
    self.budget = budget
  }

  /// Creates the scope of a folder, with the rules of the folders above it. May block.
  ///
  /// - Parameters:
  ///   - folder: The absolute path of the folder.
  ///   - respectsIgnoreFiles: False for no rules at all.
  ///   - budget: The matching budget of this folder and the folders within.
  package init(
    folder: String, respectsIgnoreFiles: Bool = true, budget: IgnoreBudget = IgnoreBudget(),
    read: @escaping Read = { FileSystem.beginning(of: $0, atMost: $1) },
    look: @escaping Look = { FileSystem.stamp(of: $0) },
    exists: Exists = FileSystem.exists
  ) {
    let parts = FilePath.names(in: folder)
    var topCount = parts.count
    if respectsIgnoreFiles {
      for count in stride(from: parts.count, through: max(0, parts.count - IgnoreScope.maximumAscent), by: -1)
      where exists("/" + (parts[..<count] + [".git"]).joined(separator: "/")) {
        topCount = count
        break
      }
    }
    let top = parts[..<topCount].map { "/\($0)" }.joined()
    let nothing: Look = { _ in nil }
    let reader = Reader(read: read, look: respectsIgnoreFiles ? look : nothing)
    let exclude = respectsIgnoreFiles ? "\(IgnoreScope.repository(of: top, read))/info/exclude" : ""
    let level = reader.look(exclude).map { Level(exclude, $0, start: 0, above: nil, budget) }
    var scope = IgnoreScope(
      path: top, fromTop: "", level: level, isIgnored: false, reader: reader, budget: budget
    ).withOwnRules()
    for part in parts[topCount...] { scope = scope.entering(part) }
    self = scope
  }

  /// Returns the folder of a repository's own files: `.git`, or the folder that a file `.git` names, as in worktrees.
  private static func repository(of top: String, _ read: Read) -> String {
    let path = "\(top)/.git"
    guard let link = read(path, 4096), link.starts(with: "gitdir:".utf8) else { return path }
    let own = absolute(text(link.dropFirst(7)), in: top)
    guard let common = read("\(own)/commondir", 4096) else { return own }
    return absolute(text(common[...]), in: own)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
    return String(decoding: line.drop { $0 == 0x20 }, as: UTF8.self)
  }

  private static func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }

  /// Returns true when an entry of the folder is ignored. May block, as rules are read on first use.
  ///
  /// - Parameters:
  ///   - name: The name of the entry, without slashes.
  ///   - isDirectory: True for a folder; false for everything else, links to folders included.
  package func ignores(_ name: String, isDirectory: Bool) -> Bool {
    if isIgnored { return true }
    guard level != nil else { return false }
    if budget.isSpent { return true }
    var whole = fromTop + name
    var steps = 0
    defer { budget.spend(steps) }
    return whole.withUTF8 { whole in
      var next = level
      while let level = next {
        let path = UnsafeBufferPointer(rebasing: whole[min(level.start, whole.count)...])
        guard let rules = level.rules({ readRules(level.file) }) else { return true }
        if let decision = rules.decision(path, isDirectory: isDirectory, steps: &steps) { return decision }
        next = level.above
      }
      return false
    }
  }

  /// Returns the scope of a folder in this one, with its own rules. May block.
  ///
  /// - Parameter isIgnored: True when it is ignored, false when not, nil to apply the rules.
  package func entering(_ name: String, isIgnored: Bool? = nil) -> IgnoreScope {
    let inner = IgnoreScope(
      path: "\(path)/\(name)", fromTop: "\(fromTop)\(name)/", level: level,
      isIgnored: isIgnored ?? ignores(name, isDirectory: true), reader: reader, budget: budget)
    return inner.isIgnored ? inner : inner.withOwnRules()
  }

  private func withOwnRules() -> IgnoreScope {
    let file = "\(path)/.gitignore"
    guard !isLink(file), let stamp = reader.look(file) else { return self }
    let level = Level(file, stamp, start: fromTop.utf8.count, above: level, budget)
    return IgnoreScope(path: path, fromTop: fromTop, level: level, isIgnored: isIgnored, reader: reader, budget: budget)
  }

  /// Returns true for a link, which may lead out of the project; git does not follow a link named `.gitignore` either.
  private func isLink(_ file: String) -> Bool { FileSystem.kind(of: file) == .other }

  /// Reads rules; nil when the budget is spent.
  private func readRules(_ file: String) -> IgnoreRules? {
    guard !budget.isSpent else { return nil }
    let bytes = reader.read(file, IgnoreRules.readBytes) ?? []
    // Parsing a rule costs about as much as matching it.
    budget.spend(bytes.count)
    let rules = IgnoreRules(bytes)
    if let line = rules.firstLineLeftOut { budget.note(file, line: line) }
    return rules
  }
}
