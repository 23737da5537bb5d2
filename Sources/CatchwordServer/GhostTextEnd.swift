import CatchwordText

/// A search for the place where an answer must end, given what stands around the cursor.
///
/// It ends behind the wanted lines, before the closing mark that stands behind the cursor, before a line that stands below
/// the cursor already, and before a bracket that closes nothing. Before a closing mark, it opens nothing that it does not close.
struct GhostTextEnd {
  private struct Opener {
    let mark: UInt8
    /// Its index in the answer; nil when it stands in the document.
    let index: Int?
  }

  private let question: GhostQuestion
  private let bytes: ContiguousArray<UInt8>
  /// The line up to the answer, or the end of that.
  private let head: ContiguousArray<UInt8>
  /// The start of the line; nil for a line that is too long to be read.
  private let lineStart: Int?
  private var openers: [Opener] = []
  /// The quotation mark of the text in quotation marks at the current place, and its index in the answer.
  private var quote: Opener?
  /// True behind a backslash in such a text.
  private var isEscaped = false
  /// The number of brackets of each kind that are open before the line; nil until it is needed, and where it is not known.
  private var openBefore: [UInt8: Int]?

  /// The maximum length of the line before the cursor that is read, in bytes.
  private static let maximumHead = 4096
  /// The maximum length of the text before the cursor in which open brackets are counted, in bytes.
  private static let maximumBefore = 64 * 1024
  /// The distance below the cursor in which its next line is looked for, in bytes.
  private static let maximumBelow = 1024

  private init(_ bytes: ContiguousArray<UInt8>, _ question: GhostQuestion) {
    let text = question.document.text
    let (start, end) = (text.lineRange(text.line(at: question.cursor)).lowerBound, question.replaced.lowerBound)
    let first = text.scalarBoundary(atOrBefore: max(start, end - GhostTextEnd.maximumHead))
    lineStart = first == start ? start : nil
    // The answer repeats what it must begin with.
    head = text.bytes(in: first..<end) + question.head.utf8.dropLast(question.required.utf8.count)
    (self.bytes, self.question) = (bytes, question)
  }

  /// Returns the index at which an answer must end.
  ///
  /// - Complexity: O(length of the answer + length of the text that is read around the cursor).
  static func end(of bytes: ContiguousArray<UInt8>, _ question: GhostQuestion) -> Int {
    var search = GhostTextEnd(bytes, question)
    let end = search.structuralEnd()
    return search.endBeforeNextLine(end)
  }

  // MARK: Brackets and quotation marks

  private mutating func structuralEnd() -> Int {
    for index in head.indices { read(head[index], in: head, at: index, answerIndex: nil) }
    let required = question.required.utf8.count
    let opened = openers.count
    var (lines, lineStart, depth) = (1, 0, 0)
    for index in bytes.indices {
      let byte = bytes[index]
      if byte.isLineBreak {
        if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
        if lines == question.lines { return cut(before: lineBreak(endingAt: index)) }
        (lines, lineStart, quote, isEscaped) = (lines + 1, index + 1, nil, false)
        continue
      }
      if isEscaped {
        isEscaped = false
        continue
      }
      if byte == question.closer, index >= required, openers.count <= opened, quote?.index == nil { return index }
      // Code that follows a text in quotation marks is predicted within one, too.
      if quote != nil, quote?.index == nil, quote?.mark == question.closer { depth += GhostTextEnd.change(of: byte) }
      if depth < 0 { return index }
      if quote == nil, let opener = GhostTextEnd.opener(of: byte), !closes(opener) {
        return cut(before: lineStart == 0 ? index : lineBreak(endingAt: lineStart - 1))
      }
      read(byte, in: bytes, at: index, answerIndex: index)
    }
    return cut(before: bytes.count)
  }

  /// Returns the end itself or, before a closing mark, the place where the first bracket or text is opened that stays open.
  private func cut(before end: Int) -> Int {
    guard question.closer != nil else { return end }
    let open = [openers.lazy.compactMap(\.index).first, quote?.index].compactMap(\.self).filter { $0 < end }
    guard var start = open.min() else { return end }
    // Without its arguments, a call is not what was predicted.
    if bytes[start] == UInt8(ascii: "(") {
      while start > 0, bytes[start - 1].isLetter || bytes[start - 1].isDigit || bytes[start - 1] == UInt8(ascii: "_") {
        start -= 1
      }
    }
    return start
  }

  /// Follows brackets and quotation marks.
  private mutating func read(_ byte: UInt8, in bytes: ContiguousArray<UInt8>, at index: Int, answerIndex: Int?) {
    if isEscaped {
      isEscaped = false
      return
    }
    if let quote {
      isEscaped = byte == UInt8(ascii: "\\")
      if byte == quote.mark { self.quote = nil }
      return
    }
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      openers.append(Opener(mark: byte, index: answerIndex))
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      if let opener = GhostTextEnd.opener(of: byte), let place = openers.lastIndex(where: { $0.mark == opener }) {
        openers.removeSubrange(place...)
      }
    case UInt8(ascii: "\""), UInt8(ascii: "`"): quote = Opener(mark: byte, index: answerIndex)
    // An apostrophe, or a mark of something else, unless another follows.
    case UInt8(ascii: "'"):
      let isBehindWord = index > 0 && (bytes[index - 1].isLetter || bytes[index - 1].isDigit)
      if !isBehindWord, bytes[(index + 1)...].prefix(while: { !$0.isLineBreak }).contains(byte) {
        quote = Opener(mark: byte, index: answerIndex)
      }
    default: break
    }
  }

  /// True when a bracket closes one that is open; counts it as closed where it stands before the line.
  private mutating func closes(_ opener: UInt8) -> Bool {
    if openers.contains(where: { $0.mark == opener }) { return true }
    // A parenthesis stands in texts without another, as behind the number of a list.
    guard opener != UInt8(ascii: "(") || question.closer != nil else { return true }
    if openBefore == nil { openBefore = countOpen() }
    guard let open = openBefore?[opener] else { return true }
    openBefore?[opener] = open - 1
    return open > 0
  }

  /// Counts the brackets that are open before the line; empty where that is not known.
  private func countOpen() -> [UInt8: Int] {
    guard let end = lineStart, end <= GhostTextEnd.maximumBefore else { return [:] }
    var open: [UInt8: Int] = [UInt8(ascii: "("): 0, UInt8(ascii: "["): 0, UInt8(ascii: "{"): 0]
    for byte in question.document.text.bytes(in: 0..<end) {
      if let count = open[byte] {
        open[byte] = count + 1
      } else if let opener = GhostTextEnd.opener(of: byte), let count = open[opener], count > 0 {
        open[opener] = count - 1
      }
    }
    return open
  }

  /// Returns the change of the depth of brackets.
  private static func change(of byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): -1
    default: 0
    }
  }

  private static func opener(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: ")"): UInt8(ascii: "(")
    case UInt8(ascii: "]"): UInt8(ascii: "[")
    case UInt8(ascii: "}"): UInt8(ascii: "{")
    default: nil
    }
  }

  /// Returns the start of a line break, which may have two characters.
  private func lineBreak(endingAt index: Int) -> Int {
    index > 0 && bytes[index] == 0x0A && bytes[index - 1] == 0x0D ? index - 1 : index
  }

  // MARK: The next line

  /// Returns the end, or the end of the line before one that stands below the cursor already.
  private func endBeforeNextLine(_ end: Int) -> Int {
    guard question.closer == nil, end > 0, lineStart != nil, let next = nextLine() else { return end }
    var start = 0
    while start < end {
      let lineEnd = bytes[start..<end].firstIndex(where: \.isLineBreak) ?? end
      let line = (start == 0 ? head : []) + bytes[start..<lineEnd]
      if repeats(line, next, isFirst: start == 0) { return start == 0 ? 0 : lineBreak(endingAt: start - 1) }
      start = bytes[lineEnd..<end].firstIndex { !$0.isLineBreak } ?? end
    }
    return end
  }

  /// True when a line says what the next one does, but for marks at its end.
  private func repeats(
    _ line: ContiguousArray<UInt8>, _ next: ContiguousArray<UInt8>, isFirst: Bool
  ) -> Bool {
    let (text, nextText) = (line.trimmed, next.trimmed)
    guard !text.isEmpty, nextText.starts(with: text) else { return false }
    let rest = nextText.dropFirst(text.count)
    let hasWord = text.contains { $0.isLetter || $0.isDigit || $0 >= 0x80 }
    guard rest.isEmpty || hasWord && rest.allSatisfy({ !$0.isLetter && !$0.isDigit && $0 < 0x80 }) else { return false }
    // At the beginning of an empty line, its indentation is still to come.
    let isUnindented = isFirst && hasWord && head.isEmpty
    return isUnindented || line.prefix(while: \.isBlank) == next.prefix(while: \.isBlank)
  }

  /// Returns the next line below the cursor that is not blank; nil when there is none nearby.
  private func nextLine() -> ContiguousArray<UInt8>? {
    let text = question.document.text
    let start = text.lineRange(text.line(at: question.cursor)).upperBound
    let end = text.scalarBoundary(atOrBefore: min(text.count, start + GhostTextEnd.maximumBelow))
    guard start < end else { return nil }
    let below = text.bytes(in: start..<end)
    for line in below.split(whereSeparator: \.isLineBreak) where !line.allSatisfy(\.isBlank) {
      // A line that is cut off is not known.
      return line.endIndex == below.count && end < text.count ? nil : ContiguousArray(line)
    }
    return nil
  }
}

extension ContiguousArray<UInt8> {
  /// The text without white space around it.
  fileprivate var trimmed: SubSequence {
    let end = lastIndex { !$0.isBlank && !$0.isLineBreak }.map { $0 + 1 } ?? startIndex
    return self[..<end].drop(while: \.isBlank)
  }
}
