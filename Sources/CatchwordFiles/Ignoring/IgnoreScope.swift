import Synchronization

/// A folder, and what git would ignore in it: the rules of its own `.gitignore`, of all above it up to the top of the
/// repository, and of `.git/info/exclude`.
///
/// Rules count outside of repositories too, from the folder where one began to look.
package struct IgnoreScope: Sendable {
  /// Reads a small file, at most so many bytes of it; nil when there is none, or it is no regular file.
  package typealias Read = @Sendable (_ path: String, _ limit: Int) -> [UInt8]?
  /// Looks at a file without reading it; nil when there is none.
  package typealias Look = @Sendable (_ path: String) -> FileAccess.Stamp?
  /// True when there is something of this name.
  package typealias Exists = @Sendable (_ path: String) -> Bool

  /// How many folders above the first are looked through for the top of the repository.
  private static let maximumAscent = 64

  /// The rules of one folder, and those that it is subject to.
  private final class Level: Sendable {
    /// The file of the rules.
    let file: String
    /// How many bytes of a path from the top are the folder's.
    let start: Int
    let above: Level?
    /// A hash of this file as it is, and of those above.
    let identity: Int
    private let known = Mutex(Rules.unread)
    private let budget: IgnoreBudget

    private enum Rules {
      case unread
      /// They take memory, which goes back when nobody needs the level any more.
      case held(IgnoreRules)
      /// There was no memory for them.
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

    /// The rules, which are read once they are needed; nil when they are not to be, or do not fit. May block.
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

  /// The folder, as an absolute path without a slash at its end; empty for the root of the file system.
  package let path: String
  /// The folder from the top of the repository, empty or with a slash at its end.
  private let fromTop: String
  private let level: Level?
  /// True when the folder itself is ignored: then all in it is, and nothing brings it back.
  package let isIgnored: Bool
  private let reader: Reader
  private let budget: IgnoreBudget

  /// What files are looked at with.
  private struct Reader: Sendable {
    let read: Read
    let look: Look
  }

  /// The rules that the folder is subject to, as a hash that changes when one of their files does.
  package var rulesIdentity: Int { level?.identity ?? 0 }

  private init(path: String, fromTop: String, level: Level?, isIgnored: Bool, reader: Reader, budget: IgnoreBudget) {
    self.path = path
    self.fromTop = fromTop
    self.level = level
    self.isIgnored = isIgnored
    self.reader = reader
    self.budget = budget
  }

  /// Begins at a folder; looks for the rules of those above it. May block.
  ///
  /// - Parameters:
  ///   - folder: An absolute path.
  ///   - respectsIgnoreFiles: False to have no rules at all.
  ///   - budget: What comparing may take, here and in the folders within.
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

  /// Where a repository's own files are: `.git`, or where the file of that name says, as in work trees.
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

  /// True when something in the folder is to be left out. May block, as rules are read once they are needed.
  ///
  /// - Parameters:
  ///   - name: Its name, without slashes.
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

  /// A folder in the folder; looks for its rules. May block.
  ///
  /// - Parameter isIgnored: Whether it is ignored, where that is known.
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

  /// True for a link, which may lead out of the project; git follows none of that name either.
  private func isLink(_ file: String) -> Bool { FileSystem.kind(of: file) == .other }

  /// Reads rules; nil when the budget is spent.
  private func readRules(_ file: String) -> IgnoreRules? {
    guard !budget.isSpent else { return nil }
    let bytes = reader.read(file, IgnoreRules.readBytes) ?? []
    // Taking a rule apart costs about as much as comparing one.
    budget.spend(bytes.count)
    let rules = IgnoreRules(bytes)
    if let line = rules.firstLineLeftOut { budget.note(file, line: line) }
    return rules
  }
}
