/// The syntax of bodies in one of the formats.
package struct SnippetDialect: Sendable {
  /// The kind of transforms in the dialect.
  package enum Transforms: Sendable {
    /// LSP's own.
    case kept
    /// UltiSnips', which are translated as far as they have a counterpart.
    case ultiSnips
    /// Those of an editor with other regular expressions.
    case foreign
  }

  /// The bytes that lose their meaning after a backslash; nil for all bytes.
  package let escaped: StaticString?
  /// The known variables, and LSP's names for them; nil when any name may be a variable.
  package let variables: [String: String]?
  package let transforms: Transforms
  /// True when backquotes hold code.
  package var hasBackquotedCode = true
  /// True when `{` and `}` are paired within a placeholder's text.
  package var balancesBraces = false
  /// True when the dialect has Emacs Lisp in `${1:$(…)}`, fields without numbers, and `$>`.
  package var isYasnippet = false

  /// LSP's dialect, which is also VS Code's.
  package static let lsp = SnippetDialect(escaped: "$}\\", variables: nil, transforms: .kept, hasBackquotedCode: false)
  /// SnipMate's dialect in files of `version 1`.
  package static let snipMate1 = SnippetDialect(
    escaped: nil, variables: ["VISUAL": "TM_SELECTED_TEXT"], transforms: .foreign)
  /// SnipMate's dialect in files without a version; a backslash before a letter stays, as their authors expect.
  package static let snipMate = SnippetDialect(
    escaped: "$`{}\\", variables: ["VISUAL": "TM_SELECTED_TEXT"], transforms: .foreign)
  /// UltiSnips' dialect.
  package static let ultiSnips = SnippetDialect(
    escaped: "$`{}\\", variables: ["VISUAL": "TM_SELECTED_TEXT"], transforms: .ultiSnips, balancesBraces: true)
  /// yasnippet's dialect.
  package static let yasnippet = SnippetDialect(
    escaped: "$`{}\\\"'()", variables: [:], transforms: .foreign, balancesBraces: true, isYasnippet: true)

  package func isEscaped(_ byte: UInt8) -> Bool {
    escaped.map { $0.withUTF8Buffer { $0.contains(byte) } } ?? true
  }
}

/// The reason why a body cannot be offered.
package enum SnippetObstacle: Sendable {
  /// It holds code, which is never run.
  case code
  /// It holds a transform that has no counterpart.
  case transform
  /// It is a project's, and holds what looks like a key or a password.
  case secret
  /// It inserts no text, as all its places are empty.
  case emptiness
}
