/// The result of looking up a variable.
package enum SnippetValue: Equatable, Sendable {
  /// Its value.
  case value(String)
  /// The variable has no value here.
  case unset
  /// There is no such variable.
  case unknown
}

/// Replaces the variables in a snippet's body by their values, so that the client need not know them.
package struct SnippetResolver {
  /// Returns the value of a variable.
  package let lookUp: (String) -> SnippetValue
  /// The numbers of the places that stand for unknown variables.
  private var unknown: [String: Int] = [:]
  private var nextNumber = 0
  private var stepsLeft = SnippetLimits.transformSteps
  private var bytesLeft = SnippetLimits.resolvedBytes

  /// True when a limit on length or work is exceeded, so that the body is incomplete.
  package var isSpent: Bool { bytesLeft < 0 || stepsLeft <= 0 }

  package init(lookUp: @escaping (String) -> SnippetValue) { self.lookUp = lookUp }

  /// Returns a body without variables: one without a value is replaced by its default, and an unknown one by a
  /// placeholder with its name, as in LSP.
  package mutating func resolve(_ body: SnippetBody) -> SnippetBody {
    nextNumber = body.highestNumber
    return SnippetBody(nodes: resolve(body.nodes))
  }

  private mutating func resolve(_ nodes: [SnippetNode]) -> [SnippetNode] {
    var resolved: [SnippetNode] = []
    for node in nodes where !isSpent {
      switch node {
      case .text, .tabStop, .choice: resolved.add(node)
      case .placeholder(let number, let children): resolved.add(.placeholder(number, resolve(children)))
      case .variable(let name, let fallback, let transform):
        resolved.add(resolve(name, fallback: fallback, transform))
      }
    }
    return resolved
  }

  private mutating func resolve(
    _ name: String, fallback: [SnippetNode]?, _ transform: SnippetTransform?
  ) -> [SnippetNode] {
    switch lookUp(name) {
    case .value(let value): return [.text(written(transform?.apply(to: value, stepsLeft: &stepsLeft) ?? value))]
    case .unset:
      if let transform { return [.text(written(transform.apply(to: "", stepsLeft: &stepsLeft) ?? ""))] }
      return resolve(fallback ?? [])
    case .unknown:
      if let fallback { return resolve(fallback) }
      if unknown[name] == nil {
        nextNumber += 1
        unknown[name] = nextNumber
      }
      return [.placeholder(unknown[name] ?? 0, [.text(name)])]
    }
  }

  private mutating func written(_ value: String) -> String {
    bytesLeft -= value.utf8.count
    return value
  }
}
