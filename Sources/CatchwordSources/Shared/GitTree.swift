import CatchwordFiles
import CatchwordShared

/// A folder in a working tree of git, asked by the program `git`. All methods block.
struct GitTree {
  /// The time for which `git` is waited for.
  private static let patience = Duration.seconds(120)

  /// The maximum size of a file of rules, in bytes.
  private static let maximumRules = 1 << 20

  private let folder: String
  /// The commit that is checked out.
  let commit: String
  /// The path of the folder from the top of the working tree, with a slash at its end; empty for the top.
  private let prefix: String

  /// A hash of what decides, besides the commit, on the files that are there: what this repository alone ignores, and the part of
  /// the tree that is checked out.
  let rules: UInt64

  /// Asks where the folder is.
  ///
  /// - Throws: `PageStoreError` when it is in no working tree, or that has no commit.
  init(_ folder: String) throws(PageStoreError) {
    self.folder = folder
    let names = ["info/exclude", "info/sparse-checkout"]
    let commits = try GitTree.lines(of: ["log", "-1", "--format=%H", "--no-show-signature"], in: folder)
    let lines = try GitTree.lines(
      of: ["rev-parse", "--show-prefix"] + names.flatMap { ["--git-path", $0] }, in: folder)
    guard let commit = commits.first, GitTree.isCommit(commit), lines.count > names.count else {
      throw PageStoreError("git says nothing of a commit")
    }
    (self.commit, prefix) = (commit, lines[0])
    var hash = StableHash()
    for path in lines[1...names.count].map({ $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" }) {
      hash.add((try? FileSystem.contents(of: path, inside: nil, atMost: GitTree.maximumRules)) ?? [])
      hash.add(0x1FF)
    }
    rules = hash.value
  }

  /// Returns true for the name of a commit.
  static func isCommit(_ text: some StringProtocol) -> Bool {
    40...64 ~= text.utf8.count && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }

  /// True when the files of the working tree are those of the commit, and there are no others, but for those that are ignored.
  ///
  /// - Throws: `PageStoreError`.
  func isClean() throws(PageStoreError) -> Bool {
    try GitTree.ask(["status", "--porcelain", "-z", "--untracked-files=normal"], in: folder).isEmpty
  }

  /// Returns the paths, from the folder, of the files that are not as they were in a commit; nil when the rules have changed by
  /// which files are ignored.
  ///
  /// - Throws: `PageStoreError`.
  func changes(since commit: String) throws(PageStoreError) -> Set<String>? {
    let changed = try GitTree.ask(
      ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--ignore-submodules=none", commit, "--"],
      in: folder)
    let others = try GitTree.ask(["ls-files", "--others", "--exclude-standard", "-z"], in: folder)
    var paths = Set(others.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
    for path in changed.split(separator: 0).lazy.map({ String(decoding: $0, as: UTF8.self) }) {
      if path == ".gitignore" || path.hasSuffix("/.gitignore") { return nil }
      if path.hasPrefix(prefix) { paths.insert(String(path.dropFirst(prefix.count))) }
    }
    return paths.contains { $0 == ".gitignore" || $0.hasSuffix("/.gitignore") } ? nil : paths
  }

  private static func lines(of question: [String], in folder: String) throws(PageStoreError) -> [String] {
    String(decoding: try ask(question, in: folder), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }

  private static func ask(_ question: [String], in folder: String) throws(PageStoreError) -> [UInt8] {
    // A repository can name a program as its monitor; and what the user ignores everywhere is read all the same.
    let command =
      ["git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.excludesFile=/dev/null", "-C", folder]
      + question
    return try CommandChannel(command).readAll(until: .now + patience)
  }
}
