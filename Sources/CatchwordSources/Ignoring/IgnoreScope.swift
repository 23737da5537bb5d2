/// A folder, and what git would ignore in it: the rules of its own `.gitignore`, of all above it up to the top of the
/// repository, and of `.git/info/exclude`.
///
/// Rules count outside of repositories too, from the folder where one began to look.
struct IgnoreScope: Sendable {
  /// Reads a small file, at most so many bytes of it; nil when there is none, or it is no regular file.
  typealias Read = @Sendable (_ path: String, _ limit: Int) -> [UInt8]?
  /// True when there is something of this name.
  typealias Exists = @Sendable (_ path: String) -> Bool

  /// How many folders above the first are looked through for the top of the repository.
  private static let maximumAscent = 64

  /// The rules of one folder, and those that it is subject to.
  private final class Level: Sendable {
    let rules: IgnoreRules
    /// How many bytes of a path from the top are the folder's.
    let start: Int
    let above: Level?

    init(_ rules: IgnoreRules, start: Int, above: Level?) {
      self.rules = rules
      self.start = start
      self.above = above
    }
  }

  /// The folder, as an absolute path without a slash at its end; empty for the root of the file system.
  let path: String
  /// The folder from the top of the repository, empty or with a slash at its end.
  private let fromTop: String
  private let level: Level?
  /// True when the folder itself is ignored: then all in it is, and nothing brings it back.
  let isIgnored: Bool
  private let read: Read
  private let budget: IgnoreBudget

  private init(
    path: String, fromTop: String, level: Level?, isIgnored: Bool, read: @escaping Read, budget: IgnoreBudget
  ) {
    self.path = path
    self.fromTop = fromTop
    self.level = level
    self.isIgnored = isIgnored
    self.read = read
    self.budget = budget
  }

  /// Begins at a folder; reads the rules of those above it. May block.
  ///
  /// - Parameters:
  ///   - folder: An absolute path.
  ///   - respectsIgnoreFiles: False to have no rules at all.
  ///   - budget: What comparing may take, here and in the folders within.
  init(
    folder: String, respectsIgnoreFiles: Bool = true, budget: IgnoreBudget = IgnoreBudget(),
    read: @escaping Read = Platform.contents, exists: Exists = Platform.exists
  ) {
    let parts = folder.split(separator: "/")
    var topCount = parts.count
    if respectsIgnoreFiles {
      for count in stride(from: parts.count, through: max(0, parts.count - IgnoreScope.maximumAscent), by: -1)
      where exists("/" + (parts[..<count] + [".git"]).joined(separator: "/")) {
        topCount = count
        break
      }
    }
    let top = parts[..<topCount].map { "/\($0)" }.joined()
    let nothing: Read = { (_: String, _: Int) -> [UInt8]? in nil }
    let reader: Read = respectsIgnoreFiles ? read : nothing
    var level: Level?
    let exclude = "\(IgnoreScope.repository(of: top, reader))/info/exclude"
    if let bytes = reader(exclude, IgnoreRules.readBytes) {
      level = Level(IgnoreScope.rules(bytes, from: exclude, budget), start: 0, above: nil)
    }
    var scope = IgnoreScope(
      path: top, fromTop: "", level: level, isIgnored: false, read: reader, budget: budget
    ).withOwnRules()
    for part in parts[topCount...] { scope = scope.entering(String(part)) }
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

  /// True when something in the folder is to be left out.
  ///
  /// - Parameters:
  ///   - name: Its name, without slashes.
  ///   - isDirectory: True for a folder; false for everything else, links to folders included.
  func ignores(_ name: String, isDirectory: Bool) -> Bool {
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
        if let decision = level.rules.decision(path, isDirectory: isDirectory, steps: &steps) { return decision }
        next = level.above
      }
      return false
    }
  }

  /// A folder in the folder; reads its rules. May block.
  func entering(_ name: String) -> IgnoreScope {
    let inner = IgnoreScope(
      path: "\(path)/\(name)", fromTop: "\(fromTop)\(name)/", level: level,
      isIgnored: ignores(name, isDirectory: true), read: read, budget: budget)
    return inner.isIgnored ? inner : inner.withOwnRules()
  }

  private func withOwnRules() -> IgnoreScope {
    let file = "\(path)/.gitignore"
    guard let bytes = read(file, IgnoreRules.readBytes) else { return self }
    let rules = IgnoreScope.rules(bytes, from: file, budget)
    guard !rules.isEmpty else { return self }
    let level = Level(rules, start: fromTop.utf8.count, above: level)
    return IgnoreScope(path: path, fromTop: fromTop, level: level, isIgnored: isIgnored, read: read, budget: budget)
  }

  private static func rules(_ bytes: [UInt8], from path: String, _ budget: IgnoreBudget) -> IgnoreRules {
    // Taking a rule apart costs about as much as comparing one.
    budget.spend(bytes.count)
    let rules = IgnoreRules(bytes)
    if let line = rules.firstLineLeftOut { budget.note(path, line: line) }
    return rules
  }
}
