import CatchwordSnippets
import CatchwordText

extension ParsedSnippets {
  /// Takes those out whose text looks like a key or a password, or has a private key in it.
  ///
  /// - Complexity: O(length of the texts).
  mutating func leaveOutSecrets() {
    let count = snippets.count
    // The triggers of one snippet share its body, which may be long.
    var last: (body: String, isSecret: Bool)?
    snippets.removeAll { snippet in
      if last?.body != snippet.body { last = (snippet.body, ProjectText.isSecret(snippet.body)) }
      return last?.isSecret == true
        || [snippet.trigger, snippet.name, snippet.description].contains { $0.map(ProjectText.isSecret) ?? false }
    }
    skippedWithSecret += count - snippets.count
  }
}

/// Text from a file that a project names or contains, before it becomes the text of an item.
enum ProjectText {
  /// True for what is not to be offered: a private key, or something in it that looks like a key or a password, by itself
  /// or by where it stands, as in `password = "…"`. What a snippet has in place of one, as `${1:password}`, does not.
  ///
  /// - Complexity: O(length).
  static func isSecret(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      if holdsPrivateKey(bytes) || !SecretScanner.secrets(in: bytes).isEmpty { return true }
      // Runs between white space, and what is in them between quotes and marks of assignments.
      return bytes.split(whereSeparator: isSeparator).contains {
        SecretDetector.isSecret(UnsafeBufferPointer(rebasing: $0))
      }
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte <= 0x20 || separators.contains(byte)
  }

  private static let separators = Set("\"'`=:,;()[]{}<>|".utf8)
  private static let opening = Array("-----BEGIN ".utf8)
  private static let key = Array("PRIVATE KEY".utf8)

  /// As files of keys have it, whatever stands between: `-----BEGIN OPENSSH PRIVATE KEY-----`.
  private static func holdsPrivateKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = bytes[...]
    while let dash = rest.firstIndex(of: opening[0]) {
      rest = rest[dash...]
      if rest.starts(with: opening) {
        let line = rest.dropFirst(opening.count).prefix { $0 != 0x0A }.prefix(64)
        if line.indices.contains(where: { line[$0...].starts(with: key) }) { return true }
      }
      rest = rest.dropFirst()
    }
    return false
  }
}
