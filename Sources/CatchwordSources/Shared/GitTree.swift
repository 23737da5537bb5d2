import CatchwordFiles
import CatchwordShared

/// A folder in a working tree of git, asked by the program `git`. All methods block.
struct GitTree {
  /// The time for which `git` is waited for.
  private static let patience = Duration.seconds(120)

  private let folder: String
  /// The commit that is checked out.
  let commit: String
  /// The path of the folder from the top of the working tree, with a slash at its end; empty for the top.
  private let prefix: String

  /// Asks where the folder is.
  ///
  /// - Throws: `PageStoreError` when it is in no working tree, or that has no commit.
  init(_ folder: String) throws(PageStoreError) {
    self.folder = folder
    let lines = String(
      decoding: try GitTree.ask(["rev-parse", "HEAD", "--show-prefix"], in: folder), as: UTF8.self
    ).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 2, GitTree.isCommit(lines[0]) else { throw PageStoreError("git says nothing of a commit") }
    (commit, prefix) = (String(lines[0]), String(lines[1]))
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

  private static func ask(_ question: [String], in folder: String) throws(PageStoreError) -> [UInt8] {
    // A repository can name a program as its monitor.
    let command = ["git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-C", folder] + question
    do throws(PageStoreError) {
      return try CommandChannel(command).readAll(until: .now + patience)
    } catch {
      throw PageStoreError("git: \(error)")
    }
  }
}
