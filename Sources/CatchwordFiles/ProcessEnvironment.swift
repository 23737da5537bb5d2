#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The variables with which this process was started.
package enum ProcessEnvironment {
  /// The variables by their names. Each is read once: Foundation looks through all of them each time it is asked.
  package static let variables = ProcessInfo.processInfo.environment
}
