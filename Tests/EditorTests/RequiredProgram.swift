import TestSupport
import Testing

/// A program that a test drives in a terminal, which takes tmux too: one rule for all editors.
///
/// - Returns: Its path; nil when it or tmux is not installed, and the test is to be skipped.
/// - Throws: In continuous integration, where nothing may be skipped.
func requiredProgram(_ name: String) throws -> String? {
  for missing in [name, "tmux"] where Repository.find(missing) == nil {
    try #require(!Repository.isContinuousIntegration, "\(missing) is not installed, and nothing may be skipped here")
    print("skipped: \(missing) not found")
    return nil
  }
  return Repository.find(name)
}
