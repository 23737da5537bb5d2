import CatchwordRPC

/// What is wrong with a value, and where.
package struct Violation: Error, Equatable, CustomStringConvertible {
  /// The way to the place, from the value that was checked.
  package let path: [String]
  package let problem: String

  /// Something wrong with the value itself, or with what is along a path in it.
  package init(path: [String] = [], problem: String) {
    self.path = path
    self.problem = problem
  }

  package var description: String { "\(path.reduce("value", +)) \(problem)" }

  /// The same, seen from around the value.
  func inside(_ step: String) -> Violation { Violation(path: [step] + path, problem: problem) }

  /// Of several reasons the one that lies deepest, for that alternative was meant; all of them when all fail at once.
  static func deepest(_ violations: [Violation]) -> Violation? {
    let depth = violations.map(\.path.count).max() ?? 0
    if depth > 0 || violations.count == 1 { return violations.first { $0.path.count == depth } }
    return Violation(problem: violations.map(\.problem).joined(separator: "; and "))
  }
}

extension JSONValue {
  /// The beginning of it, for messages.
  var summary: String {
    let text = json
    return text.count > 80 ? "\(text.prefix(80))…" : text
  }
}
