import Foundation

/// The budget of a scripted server in real time, where a test says that no source takes its time.
package enum ScriptedBudget {
  /// The environment's variable that says it, in milliseconds.
  package static let variable = "CATCHWORD_TEST_BUDGET"

  /// What it says; nil for the default.
  static let milliseconds = ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
}
