import CatchwordFiles
import Synchronization

/// The documents whose words are offered in themselves only: those that may hold secrets, and those that the user leaves out.
package final class PrivateDocuments: Sendable {
  /// Nil where nothing is left out.
  private let rules = Mutex<IgnoreRules?>(nil)

  /// Creates the choice: those that may hold secrets.
  package init() {}

  /// Adds those whose paths match patterns, in the place of earlier ones.
  ///
  /// - Parameter patterns: Patterns as in `.gitignore`, from the root of the file system.
  func leaveOut(_ patterns: [String]) {
    rules.withLock { $0 = patterns.isEmpty ? nil : IgnoreRules(patterns: patterns) }
  }

  /// Returns true for such a document.
  ///
  /// - Complexity: O(length of the path × number of patterns).
  package func contain(_ uri: String) -> Bool {
    if SensitiveFiles.isSensitive(uri: uri) { return true }
    return rules.withLock { rules in
      guard let rules else { return false }
      // A document without a file has a name all the same.
      let path = (FilePath.path(ofURI: uri) ?? uri).split(separator: "/")
      return (0..<path.count).contains { index in
        rules.decision(path[...index].joined(separator: "/"), isDirectory: index < path.count - 1) == true
      }
    }
  }
}
