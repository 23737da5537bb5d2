/// Recognizes files that hold secrets: keys, passwords, tokens.
///
/// Their words are offered only in the file itself, and never learned; files on disk with these names are never read.
package enum SensitiveFiles {
  /// Returns true when the name of a file or its folder says that it holds secrets. Letter case does not matter.
  ///
  /// - Complexity: O(length).
  package static func isSensitive(path: String) -> Bool {
    let parts = lastParts(of: path)
    guard let name = parts.last else { return false }
    if isExample(name) { return false }
    if SensitiveNames.names.contains(name) || isOfFamily(name) { return true }
    let (stem, ending) = split(name.utf8[...]) ?? (name.utf8[...], "")
    if SensitiveNames.endings.contains(ending) { return true }
    if SensitiveNames.dataEndings.contains(ending), isNamedForSecrets(stem) { return true }
    guard let folder = parts.dropLast().last else { return false }
    if folder == "credentials", name.hasSuffix(".enc") { return true }
    if let inFolder = SensitiveNames.folders[folder] { return inFolder.isEmpty || inFolder.contains(name) }
    return folder == "private-keys-v1.d" || parts.first == ".gnupg"
  }

  /// Returns true for data named for secrets: `credentials`, `.github_token`, `credentials.yml`, `prod-secrets`.
  private static func isNamedForSecrets(_ name: Substring.UTF8View) -> Bool {
    var stem = name.drop { $0 == UInt8(ascii: ".") }
    // As in `credentials.yml.enc`.
    while let (rest, ending) = split(stem), SensitiveNames.dataEndings.contains(ending) { stem = rest }
    let isMark = { (byte: UInt8) in "-_.".utf8.contains(byte) }
    if SensitiveNames.stems.contains(String(decoding: stem.filter { !isMark($0) }, as: UTF8.self)) { return true }
    // The last word of a name that begins with the owner.
    guard let mark = stem.lastIndex(where: isMark) else { return false }
    return SensitiveNames.lastWords.contains(String(Substring(stem[stem.index(after: mark)...])))
  }

  /// Splits a name at its last dot; nil for a name without a dot.
  ///
  /// It works by bytes, like all searches from the end here: a step back among flag emoji passes over all of them.
  private static func split(_ name: Substring.UTF8View) -> (stem: Substring.UTF8View, ending: String)? {
    name.lastIndex(of: UInt8(ascii: ".")).map { dot in
      (name[..<dot], String(Substring(name[name.index(after: dot)...])))
    }
  }

  /// Returns true when a document's URI has such a path; that of a document without a file normally has not.
  package static func isSensitive(uri: String) -> Bool {
    guard let colon = uri.firstIndex(of: ":") else { return isSensitive(path: uri) }
    let path = uri[uri.index(after: colon)...].prefix { $0 != "?" && $0 != "#" }
    return isSensitive(path: decoded(path))
  }

  /// Returns the names of the file and the two folders above it, in lower case, the file's last.
  private static func lastParts(of path: String) -> [String] {
    var parts: [String] = []
    var rest = path.utf8[...]
    while parts.count < 3, !rest.isEmpty {
      let separator = rest.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
      let part = rest[(separator.map(rest.index(after:)) ?? rest.startIndex)...]
      if !part.isEmpty { parts.append(String(Substring(part)).lowercased()) }
      rest = rest[..<(separator ?? rest.startIndex)]
    }
    return parts.reversed()
  }

  /// Returns true for `.env.local`, `production.env`, `id_rsa.old`, `x.tfstate.1`, `.node_repl_history`, `wg0.conf`.
  private static func isOfFamily(_ name: String) -> Bool {
    SensitiveNames.families.contains { family in
      name.utf8.count >= family.beginning.utf8.count + family.ending.utf8.count && name.hasPrefix(family.beginning)
        && name.hasSuffix(family.ending)
    } || contains(".tfstate.", in: name)
      || name.hasSuffix(".json") && contains("firebase-adminsdk", in: name)
  }

  /// Returns true for a name that contains a text, by bytes: the standard library's search takes longer than all the rest.
  private static func contains(_ text: String, in name: String) -> Bool {
    var rest = name.utf8[...]
    while let start = rest.firstIndex(of: text.utf8[text.startIndex]) {
      if rest[start...].starts(with: text.utf8) { return true }
      rest = rest[rest.index(after: start)...]
    }
    return false
  }

  /// Returns true for an example, which is meant to be shared, as `.env.example` is.
  private static func isExample(_ name: String) -> Bool {
    ["example", "sample", "template", "dist", "defaults", "schema"].contains { name.hasSuffix(".\($0)") }
  }

  /// Returns a percent-decoded text; bytes that are not UTF-8 are replaced.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
