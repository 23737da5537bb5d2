#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The variables with which this process was started.
package enum ProcessEnvironment {
  /// The variables by their names. Foundation copies all of them each time it is asked, so it is asked once.
  package static let variables = ProcessInfo.processInfo.environment
}
