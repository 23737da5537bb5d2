import CatchwordText

/// Finds the comments of a text by the marks of its language.
///
/// Marks in strings on one line do not count. That is no parser: a mark in a string of several lines, or in a regular
/// expression, begins a comment.
struct CommentScanner: Sendable {
  /// The comments in a text.
  struct Comments: Equatable {
    /// Their ranges, in order, with their marks.
    var ranges: [Range<Int>] = []
    /// True when the last one goes on behind the end.
    var isOpen = false
  }

  /// The number of bytes before a part of a text that are looked through for the beginning of a comment that the part is
  /// in. In a longer comment, the part is taken for code.
  static let reach = 16 << 10
  /// The number of bytes of a line around an edit that are looked through; a longer line was not written by hand.
  static let longestLine = 4096

  private let line: [UInt8]
  private let blockStart: [UInt8]
  private let blockEnd: [UInt8]
  /// True when the mark of a line counts only where nothing stands before it, as `"` in Vim's files.
  private let isAtLineStart: Bool
  private let quotes: [UInt8]

  /// Nil for a language whose comments are not known.
  init?(_ languageID: String) {
    let marks = CommentMarks.marks(for: languageID)
    if marks == CommentMarks() { return nil }
    line = Array((marks.line ?? "").utf8)
    blockStart = Array((marks.blockStart ?? "").utf8)
    blockEnd = Array((marks.blockEnd ?? "").utf8)
    isAtLineStart = marks.line.map(CommentScanner.marksOfWholeLines.contains) ?? false
    // An apostrophe is no quotation mark where it is part of names, or begins other things than strings.
    let hasStrings = !CommentScanner.withApostrophes.contains(languageID.lowercased())
    let mark = line.first
    quotes = Array("\"`\(hasStrings ? "'" : "")".utf8).filter { $0 != mark }
  }

  private static let marksOfWholeLines: Set<String> = ["\"", "..", "REM", "!"]
  private static let withApostrophes: Set<String> = [
    "rust", "haskell", "lhaskell", "purescript", "elm", "ocaml", "fsharp", "lisp", "commonlisp", "scheme", "racket",
    "clojure", "emacs-lisp", "elisp", "fennel", "julia", "matlab", "ada", "vhdl", "verilog", "systemverilog", "erlang",
    "latex", "tex", "bibtex", "html", "markdown", "xml", "asm", "c", "cpp", "git-commit", "gitcommit",
  ]

  /// Returns the comments in a part of a text, which begins where it does not divide a mark.
  ///
  /// - Complexity: O(length + `reach`).
  func comments(in text: Text, _ range: Range<Int>) -> Comments {
    let start = max(0, range.lowerBound - CommentScanner.reach)
    // A string ends on its line.
    let bytes =
      text.bytes(in: start..<range.upperBound) + text.rest(after: range.upperBound, CommentScanner.longestLine)
    // A line that is cut is left out.
    let first = start == 0 ? 0 : bytes.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    var comments = bytes.withUnsafeBufferPointer { self.comments(in: $0, from: first) }
    comments.ranges = comments.ranges.compactMap {
      let range = ($0.lowerBound + start..<$0.upperBound + start).clamped(to: range)
      return range.isEmpty ? nil : range
    }
    return comments
  }

  /// Returns the comments in bytes.
  ///
  /// - Parameter start: The start of a line.
  /// - Complexity: O(*n*).
  func comments(in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Comments {
    var comments = Comments()
    var index = start
    var isLineEmpty = true
    while index < bytes.count {
      let byte = bytes[index]
      if begins(blockStart, bytes, index) {
        let end = place(of: blockEnd, bytes, index + blockStart.count)
        comments.isOpen = end == nil
        comments.ranges.append(index..<(end.map { $0 + blockEnd.count } ?? bytes.count))
        index = comments.ranges[comments.ranges.count - 1].upperBound
        isLineEmpty = false
      } else if begins(line, bytes, index), isMark(bytes, index, isLineEmpty) {
        let end = endOfLine(bytes, index)
        comments.ranges.append(index..<end)
        index = end
      } else if byte == UInt8(ascii: "\\") {
        index += index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 1 : 2
        isLineEmpty = false
      } else if quotes.contains(byte) {
        index = endOfString(bytes, index) ?? index + 1
        isLineEmpty = false
      } else {
        if byte == 0x0A { isLineEmpty = true } else if byte != 0x20, byte != 0x09 { isLineEmpty = false }
        index += 1
      }
    }
    return comments
  }

  /// True when the mark of a line counts where it stands: `#` not within `$#` or `a#b`, and `//` not in a link.
  private func isMark(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ isLineEmpty: Bool) -> Bool {
    if isAtLineStart { return isLineEmpty }
    guard index > 0 else { return true }
    switch line[0] {
    case UInt8(ascii: "#"): return " \t\r\n;,)]}\"'`".utf8.contains(bytes[index - 1])
    case UInt8(ascii: "/"): return bytes[index - 1] != UInt8(ascii: ":")
    default: return true
    }
  }

  private func begins(_ mark: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    guard let first = mark.first, bytes[index] == first, mark.count <= bytes.count - index else { return false }
    return mark.indices.allSatisfy { bytes[index + $0] == mark[$0] }
  }

  private func place(of mark: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    return (start..<bytes.count).first { begins(mark, bytes, $0) }
  }

  private func endOfLine(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
  }

  /// Returns the end of the string that begins with a quotation mark; nil where none ends it on its line, whose end may be
  /// escaped: an edit is compared by its lines.
  private func endOfString(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    var index = start + 1
    while index < bytes.count, bytes[index] != 0x0A {
      if bytes[index] == bytes[start] { return index + 1 }
      let isEscape = bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count && bytes[index + 1] != 0x0A
      index += isEscape ? 2 : 1
    }
    return nil
  }
}

extension CommentWords {
  /// Returns the parts of a range without the words that count, given the comments in it, in order.
  func leftOut(of range: Range<Int>, _ comments: [Range<Int>]) -> [Range<Int>] {
    switch self {
    case .all: return []
    case .none: return comments
    case .only:
      var rest: [Range<Int>] = []
      var start = range.lowerBound
      for comment in comments {
        if comment.lowerBound > start { rest.append(start..<comment.lowerBound) }
        start = max(start, comment.upperBound)
      }
      return start < range.upperBound ? rest + [start..<range.upperBound] : rest
    }
  }
}
