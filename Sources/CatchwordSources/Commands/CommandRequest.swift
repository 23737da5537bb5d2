import CatchwordCompletion
import CatchwordFiles
import CatchwordRPC
import CatchwordText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The request to a program: the place where completions are wanted.
struct CommandRequest {
  /// The version of the protocol that `protocol/external-sources.md` specifies.
  static let version = 1

  let typed: String
  let prefix: String
  let suffix: String
  let language: String
  let uri: String
  let path: String?
  let line: Int
  let column: Int
  let trigger: String
  let limit: Int
  /// The offset of the word in the document, in bytes.
  let start: Int
  /// What is asked for ghost text; nil for words.
  var inline: Inline?

  /// The question for ghost text.
  struct Inline: Equatable, Sendable {
    /// The text before the cursor, and the part of a selected candidate that is not typed.
    let before: String
    /// The text after the cursor.
    let after: String
    /// The maximum number of lines that are shown.
    let lines: Int
  }

  /// Creates the request for the place of a query.
  ///
  /// - Complexity: O(log *n*), since all parts are bounded.
  init(_ query: CompletionQuery) {
    let text = query.document.text
    let position = text.position(of: query.offset, encoding: .utf8)
    let lineEnd = text.lineRange(position.line).upperBound
    let end = text.scalarBoundary(atOrBefore: min(lineEnd, query.offset + CommandLimits.suffixBytes))
    typed = query.typed
    prefix = query.lineBeforeCursor(limit: CommandLimits.prefixBytes).text
    suffix = String(text.string(in: query.offset..<max(query.offset, end)).prefix { !$0.isNewline })
    language = query.document.languageID
    uri = query.document.uri
    path = FilePath.path(ofURI: query.document.uri)
    line = position.line
    column = position.column
    limit = query.limit
    start = query.typedRange.lowerBound
    trigger =
      switch query.trigger {
      case .invoked: "invoked"
      case .automatic: "automatic"
      case .character(let character): character
      }
  }

  /// Returns the request as a line of JSON, with its line end.
  func line(id: Int) -> ContiguousArray<UInt8> {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("version", CommandRequest.version)
      writer.field("id", id)
      writer.field("typed", typed)
      writer.field("prefix", prefix)
      writer.field("suffix", suffix)
      writer.field("language", language)
      writer.field("uri", uri)
      writer.name("path")
      if let path { writer.string(path) } else { writer.null() }
      writer.field("line", line)
      writer.field("column", column)
      writer.field("trigger", trigger)
      writer.field("limit", limit)
      if let inline {
        writer.name("inline")
        writer.object { writer in
          writer.field("before", inline.before)
          writer.field("after", inline.after)
          writer.field("lines", inline.lines)
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Returns the line that tells a long-lived program that a request is cancelled.
  static func cancellation(id: Int) -> ContiguousArray<UInt8> {
    ContiguousArray("{\"version\":\(version),\"cancel\":\(id)}\n".utf8)
  }

  /// True when both requests are about the same word in the same place.
  func isInTheSameWord(as other: CommandRequest) -> Bool {
    guard uri == other.uri, language == other.language, start == other.start, startColumn == other.startColumn
    else { return false }
    // The beginning of a long line is cut off, in each request at another place, so only the common part is compared.
    let (before, otherBefore) = (beforeWord, other.beforeWord)
    let count = min(before.count, otherBefore.count)
    return before.suffix(count).elementsEqual(otherBefore.suffix(count))
  }

  /// The offset of the word in its line, in bytes.
  private var startColumn: Int { column - typed.utf8.count }

  /// The part of `prefix` before the word.
  private var beforeWord: Substring.UTF8View { prefix.utf8.dropLast(typed.utf8.count) }
}
