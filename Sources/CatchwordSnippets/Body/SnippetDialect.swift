/// How bodies are written in one of the formats.
package struct SnippetDialect: Sendable {
  /// What transforms are to be taken for.
  package enum Transforms: Sendable {
    /// LSP's own.
    case kept
    /// UltiSnips', as far as they have a counterpart.
    case ultiSnips
    /// Those of an editor that has other regular expressions.
    case foreign
  }

  /// The bytes that a backslash takes their meaning from; nil for all.
  package let escaped: StaticString?
  /// The variables there are, and LSP's names for them; nil for all there may be.
  package let variables: [String: String]?
  package let transforms: Transforms
  /// Backquotes hold code.
  package var hasBackquotedCode = true
  /// `{` and `}` within a placeholder's text belong together.
  package var balancesBraces = false
  /// Emacs Lisp in `${1:$(…)}`, fields without numbers, and `$>`.
  package var isYasnippet = false

  /// LSP's, which is VS Code's too.
  package static let lsp = SnippetDialect(escaped: "$}\\", variables: nil, transforms: .kept, hasBackquotedCode: false)
  /// SnipMate's, in files of `version 1`.
  package static let snipMate1 = SnippetDialect(
    escaped: nil, variables: ["VISUAL": "TM_SELECTED_TEXT"], transforms: .foreign)
  /// SnipMate's, in files that do not say; a backslash before a letter stays, as those who wrote them expect.
  package static let snipMate = SnippetDialect(
    escaped: "$`{}\\", variables: ["VISUAL": "TM_SELECTED_TEXT"], transforms: .foreign)
  /// UltiSnips'.
  package static let ultiSnips = SnippetDialect(
    escaped: "$`{}\\", variables: ["VISUAL": "TM_SELECTED_TEXT"], transforms: .ultiSnips, balancesBraces: true)
  /// yasnippet's.
  package static let yasnippet = SnippetDialect(
    escaped: "$`{}\\\"'()", variables: [:], transforms: .foreign, balancesBraces: true, isYasnippet: true)

  package func isEscaped(_ byte: UInt8) -> Bool {
    escaped.map { $0.withUTF8Buffer { $0.contains(byte) } } ?? true
  }
}

/// Why a body cannot be offered.
package enum SnippetObstacle: Sendable {
  /// It holds code, which is never run.
  case code
  /// It holds a transform that has no counterpart.
  case transform
}
