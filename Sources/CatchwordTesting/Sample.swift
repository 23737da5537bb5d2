import CatchwordCompletion
import CatchwordText

/// A place in a text at which a source is asked.
struct Sample: CustomStringConvertible {
  let name: String
  let query: CompletionQuery

  var description: String { "in \(name), at byte \(query.offset)" }

  /// A plain word that is half typed.
  static let word = query(of: "some words and a fun", at: 20)

  static func query(of text: String, at offset: Int, languageID: String = "plaintext") -> CompletionQuery {
    let document = DocumentSnapshot(uri: "file:///sample", languageID: languageID, version: 1, text: Text(text))
    return CompletionQuery(document: document, offset: offset)
  }

  static let all: [Sample] = texts.flatMap { name, text in
    let count = text.utf8.count
    // The ends, the middle, and offsets that no well-behaved client would send.
    return Set([0, 1, count / 2, count, count + 100]).sorted().map { offset in
      Sample(name: name, query: query(of: text, at: offset, languageID: name == "no language" ? "" : "plaintext"))
    }
  }

  private static let texts: [(name: String, text: String)] = [
    ("an empty document", ""),
    ("a document of line breaks", "\n\r\n\r\n"),
    ("no language", "word"),
    ("words", "the quick brown fox\njumps over the laz"),
    ("an emoji of several scalars", "👩‍👩‍👧‍👦 family 🇩🇪 fl"),
    ("combining marks", "e\u{301}te\u{301} Vie\u{323}\u{302}t na\u{308}"),
    ("text without spaces", "東京特許許可局とうきょう"),
    ("right-to-left text", "שלום עולם مرحبا بالع"),
    ("control characters", "\u{0}\u{1}\u{FEFF}\u{7F}w\u{0}"),
    ("a long line", String(repeating: "word ", count: 20_000)),
    ("a long word", String(repeating: "x", count: 100_000)),
    ("odd line breaks", "one\u{2028}two\u{85}three\u{B}fo"),
  ]
}
