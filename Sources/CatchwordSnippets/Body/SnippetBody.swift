/// The body of a snippet, parsed by the grammar of LSP 3.18.
package struct SnippetBody: Equatable, Sendable {
  package var nodes: [SnippetNode]
}

/// A part of a snippet's body.
package indirect enum SnippetNode: Equatable, Sendable {
  /// Text that is inserted as it is.
  case text(String)
  /// `$1`: a place for the cursor, or a copy of the text at the other place with that number.
  case tabStop(Int, SnippetTransform?)
  /// `${1:text}`: a place with a default text.
  case placeholder(Int, [SnippetNode])
  /// `${1|one,two|}`: a place with a choice.
  case choice(Int, [String])
  /// `${NAME:default}`, `${NAME/…/…/}`: a value that the editor knows.
  case variable(String, fallback: [SnippetNode]?, SnippetTransform?)
}

/// `/pattern/format/options`: a change to a text before it is inserted.
package struct SnippetTransform: Equatable, Sendable {
  /// A JavaScript regular expression.
  package var pattern: String
  /// The replacement for each match.
  package var format: [SnippetFormat]
  /// JavaScript's flags.
  package var options: String
}

/// A part of the replacement for a match.
package enum SnippetFormat: Equatable, Sendable {
  /// Text.
  case text(String)
  /// `$1`: the text that a group has matched.
  case group(Int)
  /// `${1:/upcase}`: the text that a group has matched, changed.
  case changed(Int, String)
  /// `${1:+then}`, `${1:?then:otherwise}`, `${1:-otherwise}`; `then` is nil for the text that the group has matched.
  case conditional(Int, then: String?, otherwise: String)
}

extension SnippetBody {
  /// The highest number of a place; 0 when no place has a higher one.
  package var highestNumber: Int { SnippetBody.highestNumber(in: nodes) }

  private static func highestNumber(in nodes: [SnippetNode]) -> Int {
    nodes.reduce(0) { highest, node in
      switch node {
      case .text: highest
      case .tabStop(let number, _), .choice(let number, _): max(highest, number)
      case .placeholder(let number, let children): max(highest, number, highestNumber(in: children))
      case .variable(_, let fallback, _): max(highest, highestNumber(in: fallback ?? []))
      }
    }
  }

  /// True when there is a place for the cursor other than the end.
  package var hasPlaces: Bool {
    var nodes = nodes[...]
    if case .tabStop(0, _) = nodes.last { nodes = nodes.dropLast() }
    return nodes.contains { if case .text = $0 { false } else { true } }
  }
}

extension SnippetBody {
  /// True when it inserts no text, whatever the editor knows: all its places are empty.
  ///
  /// - Complexity: O(*n*).
  package var isEmpty: Bool { !SnippetBody.hasVariables(nodes) && plainText.isEmpty }

  private static func hasVariables(_ nodes: [SnippetNode]) -> Bool {
    nodes.contains { node in
      switch node {
      case .variable: true
      case .placeholder(_, let children): hasVariables(children)
      case .text, .tabStop, .choice: false
      }
    }
  }
}

extension [SnippetNode] {
  /// Adds a node; adjacent texts are merged.
  mutating func add(_ node: SnippetNode) {
    if case .text(let text) = node {
      if text.isEmpty { return }
      if case .text(var whole) = last {
        // The text is taken out of the array first, so that appending does not copy it.
        self[count - 1] = .text("")
        whole += text
        self[count - 1] = .text(whole)
        return
      }
    }
    append(node)
  }

  /// Adds nodes.
  mutating func add(_ nodes: [SnippetNode]) { for node in nodes { add(node) } }
}
