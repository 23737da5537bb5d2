import TestSupport
import Testing

/// Finds a program that a test drives in a terminal, which takes tmux too: one rule for all editors.
///
/// - Returns: Its path; nil when it or tmux is not installed, and the test is to be skipped.
/// - Throws: In continuous integration, where nothing may be skipped.
package func requiredProgram(_ name: String) throws -> String? { try requiredPrograms([name, "tmux"]) }

/// Finds a program that a test starts, by one rule for all of them.
///
/// - Parameter names: Its name, and those of others that it takes.
/// - Returns: Its path; nil when one of them is not installed, and the test is to be skipped.
/// - Throws: In continuous integration, where nothing may be skipped.
package func requiredPrograms(_ names: [String]) throws -> String? {
  for missing in names where Repository.find(missing) == nil {
    try #require(!Repository.isContinuousIntegration, "\(missing) is not installed, and nothing may be skipped here")
    print("skipped: \(missing) not found")
    return nil
  }
  return names.first.flatMap(Repository.find)
}
