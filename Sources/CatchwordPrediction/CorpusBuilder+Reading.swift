import CatchwordText

extension CorpusBuilder.Parts {
  /// Adds the tokens of a text, until there are `limit` in all. Bytes that are not valid UTF-8 are not learned.
  ///
  /// - Parameter isLearned: True for a word that may be learned.
  /// - Complexity: O(*n*).
  mutating func append(_ text: ContiguousArray<UInt8>, limit: Int, isLearned: (String) -> Bool) {
    let text =
      String(validating: text, as: UTF8.self) != nil
      ? text : ContiguousArray(String(decoding: text, as: UTF8.self).utf8)
    text.withUnsafeBufferPointer { bytes in
      Tokenizer.forEachToken(in: text, without: SecretScanner.secrets(in: text)) { range, kind, gap in
        guard tokens.count < limit else { return }
        let token = self.token(kind, UnsafeBufferPointer(rebasing: bytes[range]), isLearned)
        let isRepeated = token == .newline && (tokens.last ?? .newline) <= .newline
        guard !isRepeated else {
          if tokens.last == .newline { gaps[gaps.count - 1] = Gap.blankLine.code }
          return
        }
        tokens.append(token)
        gaps.append(gap.code)
      }
    }
  }

  private mutating func token(
    _ kind: TokenKind, _ word: UnsafeBufferPointer<UInt8>, _ isLearned: (String) -> Bool
  ) -> Token {
    switch kind {
    case .newline: return .newline
    case .hole: return .hole
    case .word, .number, .mark:
      let isWanted = { kind == .mark || isLearned(String(decoding: word, as: UTF8.self)) }
      return words.insert(word, if: isWanted).map { Token.firstWord + Token($0) } ?? .hole
    }
  }
}
