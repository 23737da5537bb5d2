import CatchwordFiles
import CatchwordShared

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder in a working tree of git, asked by the program `git`. All methods block.
///
/// Paths are bytes: two that look alike are two files.
struct GitTree {
  /// The time for which `git` is waited for.
  private static let patience = Duration.seconds(120)
  /// The maximum size of a file of rules, in bytes.
  private static let maximumRules = 1 << 20
  /// The variables by which `git` looks elsewhere than into the folder.
  private static let variables = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE"]

  private let folder: String
  /// The commit that is checked out.
  let commit: String
  /// The path of the folder from the top of the working tree, with a slash at its end; empty for the top.
  private let prefix: [UInt8]
  /// A hash of the rules that this repository alone has, and of those of the folders above: git names no change of them.
  let rules: UInt64

  /// Asks where the folder is.
  ///
  /// - Throws: `PageStoreError` when it is in no working tree, or that has no commit, or it cannot be told what changes there.
  init(_ folder: String) throws(PageStoreError) {
    self.folder = folder
    if let name = GitTree.variables.first(where: { ProcessEnvironment.variables[$0] != nil }) {
      throw PageStoreError("\(name) is set, so git may look elsewhere")
    }
    try GitTree.checkConfiguration(folder)
    let line = try GitTree.line(["log", "-1", "--format=%H", "--no-show-signature"], in: folder)
    commit = String(decoding: line, as: UTF8.self)
    guard GitTree.isCommit(commit) else { throw PageStoreError("git says nothing of a commit") }
    prefix = try GitTree.line(["rev-parse", "--show-prefix"], in: folder)
    try GitTree.checkFiles(folder)
    let exclude = String(
      decoding: try GitTree.line(["rev-parse", "--git-path", "info/exclude"], in: folder), as: UTF8.self)
    var files = [exclude.hasPrefix("/") ? exclude : "\(folder)/\(exclude)"]
    var above = folder[...]
    for _ in 0...prefix.count(where: { $0 == UInt8(ascii: "/") }) {
      files.append("\(above)/.gitignore")
      above = above[..<(above.lastIndex(of: "/") ?? above.startIndex)]
    }
    var hash = StableHash()
    for file in files {
      hash.add((try? FileSystem.contents(of: file, inside: nil, atMost: GitTree.maximumRules)) ?? [])
      hash.add(0x1FF)
    }
    rules = hash.value
  }

  /// Returns true for the name of a commit.
  static func isCommit(_ text: some StringProtocol) -> Bool {
    40...64 ~= text.utf8.count && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }

  /// Checks that the repository names no program that `git` would run for the contents of files.
  private static func checkConfiguration(_ folder: String) throws(PageStoreError) {
    let parts = try ask(["config", "--list", "--includes", "--show-scope", "--name-only", "-z"], in: folder)
      .split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    for index in stride(from: 0, to: parts.count - 1, by: 2) where ["local", "worktree"].contains(parts[index]) {
      if parts[index + 1].hasPrefix("filter.") {
        throw PageStoreError("the repository names a program of its own, \(parts[index + 1])")
      }
    }
  }

  /// Checks that `git` looks at all files that it knows, and that none belongs to another repository.
  private static func checkFiles(_ folder: String) throws(PageStoreError) {
    // "H 100644 844d… 0<tab>README.md"
    for entry in try ask(["ls-files", "-s", "-v", "-z"], in: folder).split(separator: 0) {
      if entry.dropFirst(2).starts(with: "160000".utf8) { throw PageStoreError("a part of it is another repository") }
      let tag = entry.first ?? 0
      if tag == UInt8(ascii: "S") || 0x61...0x7A ~= tag {
        throw PageStoreError("git is told not to look at some of the files")
      }
    }
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
  func changes(since commit: String) throws(PageStoreError) -> Set<[UInt8]>? {
    let changed = try GitTree.ask(
      ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-relative", commit, "--"], in: folder)
    let others = try GitTree.ask(["ls-files", "--others", "--exclude-standard", "-z"], in: folder)
    let all = changed.split(separator: 0).map { Array($0) }
    let name = Array(".gitignore".utf8)
    let inner = all.filter { $0.starts(with: prefix) }.map { Array($0.dropFirst(prefix.count)) }
    let paths = Set(inner + others.split(separator: 0).map { Array($0) })
    let areRules = (all + paths).contains { $0 == name || $0.reversed().starts(with: name.reversed() + [0x2F]) }
    return areRules ? nil : paths
  }

  /// Returns what is printed, without the end of its last line.
  private static func line(_ question: [String], in folder: String) throws(PageStoreError) -> [UInt8] {
    let answer = try ask(question, in: folder)
    return answer.last == 0x0A ? answer.dropLast() : answer
  }

  private static func ask(_ question: [String], in folder: String) throws(PageStoreError) -> [UInt8] {
    // A repository can name a program as its monitor; and what the user ignores everywhere is read all the same.
    let settings = ["core.fsmonitor=false", "core.excludesFile=/dev/null", "core.ignoreStat=false"]
    let command = ["git", "--no-optional-locks"] + settings.flatMap { ["-c", $0] } + ["-C", folder] + question
    return try CommandChannel(command, environment: ["GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"])
      .readAll(until: .now + patience)
  }
}
