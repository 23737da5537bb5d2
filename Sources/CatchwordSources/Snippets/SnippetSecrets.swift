import CatchwordSnippets
import CatchwordText

extension ParsedSnippets {
  /// Removes the snippets whose text looks like a key or a password, or holds a private key.
  ///
  /// - Complexity: O(length of the texts).
  mutating func leaveOutSecrets() {
    var secrets: [Snippet] = []
    // The triggers of one snippet share its body, which may be long.
    var last: (body: String, isSecret: Bool)?
    snippets.removeAll { snippet in
      if last?.body != snippet.body { last = (snippet.body, ProjectText.isSecret(snippet.body)) }
      let isSecret =
        last?.isSecret == true
        || [snippet.trigger, snippet.name, snippet.description].contains { $0.map(ProjectText.isSecret) ?? false }
      if isSecret { secrets.append(snippet) }
      return isSecret
    }
    for secret in secrets { leaveOut(secret.trigger, in: secret.path, line: secret.line, for: .secret) }
  }
}

/// Text from a file that a project names or contains, before it becomes the text of an item.
enum ProjectText {
  /// True when a text must not be offered: it holds a private key, or something that looks like a key or a password by
  /// itself or by its context, as in `password = "…"`. A placeholder for one, such as `${1:password}`, does not count.
  ///
  /// - Complexity: O(length).
  static func isSecret(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      if holdsPrivateKey(bytes) || !SecretScanner.secrets(in: bytes).isEmpty { return true }
      // Checks the runs between white space, quotes, brackets and assignment marks.
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

  /// True when the bytes hold the first line of a key file, of any key type: `-----BEGIN OPENSSH PRIVATE KEY-----`.
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
