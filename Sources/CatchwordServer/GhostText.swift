import CatchwordText

/// The text that is shown at a cursor: an answer, cut to what may be shown.
struct GhostText: Equatable, Sendable {
  /// The bytes that it replaces, on the cursor's line.
  let replaced: Range<Int>
  /// The replacement; it begins with the replaced text before the cursor, or with the item selected in the menu.
  let text: String
  /// The part of it after the cursor.
  let rest: String

  /// The maximum length of an answer, in bytes; the rest is cut off.
  static let maximumLength = 4096
  /// The maximum number of texts for one request.
  static let maximumCount = 3
  /// The minimum number of characters other than white space that are worth showing.
  static let minimumVisible = 2

  /// Creates a ghost text by cutting an answer.
  ///
  /// - Parameters:
  ///   - answer: The predicted text after the cursor.
  ///   - question: The request.
  ///   - hidesSecrets: True to cut the text before a possible secret.
  ///   - isAllowed: Returns true when a word may be shown.
  /// - Returns: Nil when nothing worth showing is left.
  init?(_ answer: String, to question: GhostQuestion, hidesSecrets: Bool = true, isAllowed: (String) -> Bool) {
    let required = question.required.utf8.count
    var bytes = ContiguousArray(answer.utf8.prefix(GhostText.maximumLength + 1))
    guard bytes.starts(with: question.required.utf8) else { return nil }
    if bytes.count > GhostText.maximumLength { bytes = ContiguousArray(GhostText.beforeLastSpace(bytes)) }
    bytes = ContiguousArray(bytes[..<GhostTextEnd.end(of: bytes, question)])
    bytes = ContiguousArray(bytes[..<GhostText.allowedEnd(of: bytes, question, isAllowed)])
    if let hidden = PlainText.firstHidden(in: String(decoding: bytes, as: UTF8.self), hasLines: true) {
      bytes = ContiguousArray(bytes[..<hidden])
    }
    if hidesSecrets { bytes = ContiguousArray(bytes[..<GhostText.secretStart(in: bytes, question)]) }
    while let last = bytes.last, GhostText.isSpace(last) || (question.isInBrackets && last == UInt8(ascii: ",")) {
      bytes.removeLast()
    }
    guard bytes.count > required else { return nil }
    let shown = String(decoding: bytes[required...], as: UTF8.self)
    guard shown.lazy.filter({ !$0.isWhitespace }).prefix(GhostText.minimumVisible).count == GhostText.minimumVisible,
      GhostText.beginsOnItsLine(bytes)
    else { return nil }
    replaced = question.replaced
    text = question.head + shown
    rest = question.required + shown
  }

  /// Returns false for a text that begins with a line break: some clients cannot show it, and Neovim before 0.12 hung.
  private static func beginsOnItsLine(_ bytes: ContiguousArray<UInt8>) -> Bool {
    guard let first = bytes.first(where: { !$0.isBlank }) else { return false }
    return !first.isLineBreak
  }

  /// Returns the start of the first word that may not be shown.
  private static func allowedEnd(
    of bytes: ContiguousArray<UInt8>, _ question: GhostQuestion, _ isAllowed: (String) -> Bool
  ) -> Int {
    let whole = ContiguousArray(question.typed.utf8) + bytes
    let typed = whole.count - bytes.count
    var end = whole.count
    question.document.scanner.forEachWord(in: whole) { word in
      guard word.lowerBound < end, word.upperBound > typed else { return }
      if !isAllowed(String(decoding: whole[word], as: UTF8.self)) { end = word.lowerBound }
    }
    return max(0, end - typed)
  }

  /// Returns the start of the first secret that is not in the document yet; a value assigned to a secret's name counts.
  private static func secretStart(in bytes: ContiguousArray<UInt8>, _ question: GhostQuestion) -> Int {
    let text = question.document.text
    let line = text.lineRange(text.line(at: question.cursor))
    let head = text.bytes(in: max(line.lowerBound, question.cursor - SecretScanner.reach)..<question.cursor)
    let secrets = SecretScanner.secrets(in: head + bytes, .any)
    guard let first = secrets.first(where: { $0.upperBound > head.count }) else { return bytes.count }
    return max(0, first.lowerBound - head.count)
  }

  private static func beforeLastSpace(_ bytes: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>.SubSequence {
    bytes[..<(bytes.lastIndex(where: isSpace) ?? 0)]
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte.isBlank || byte.isLineBreak }
}
