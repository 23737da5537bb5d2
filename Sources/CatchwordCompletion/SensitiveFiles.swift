/// Files whose words are nobody else's business: keys, passwords, tokens.
///
/// What is in them is offered only in themselves, and never learned; files on disk of these names are never read.
public enum SensitiveFiles {
  /// True when a file is known by its name, or its folder's, to hold secrets. Letters' case does not matter.
  ///
  /// - Complexity: O(length).
  public static func isSensitive(path: String) -> Bool {
    let parts = lastParts(of: path)
    guard let name = parts.last else { return false }
    if isExample(name) { return false }
    if SensitiveNames.names.contains(name) || isOfFamily(name) { return true }
    let ending = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
    if SensitiveNames.endings.contains(ending) { return true }
    if SensitiveNames.dataEndings.contains(ending),
      isNamedForSecrets(name.dropLast(ending.isEmpty ? 0 : ending.count + 1))
    {
      return true
    }
    guard let folder = parts.dropLast().last else { return false }
    if folder == "credentials", name.hasSuffix(".enc") { return true }
    if let inFolder = SensitiveNames.folders[folder] { return inFolder.isEmpty || inFolder.contains(name) }
    return folder == "private-keys-v1.d" || parts.first == ".gnupg"
  }

  /// True for the names of data that say what is in it: `credentials`, `.github_token`, `credentials.yml`, `prod-secrets`.
  private static func isNamedForSecrets(_ stem: Substring) -> Bool {
    let stem = stem.drop { $0 == "." }
    // `credentials.yml.enc`.
    if let dot = stem.lastIndex(of: "."), SensitiveNames.dataEndings.contains(String(stem[stem.index(after: dot)...])) {
      return isNamedForSecrets(stem[..<dot])
    }
    let plain = stem.filter { $0 != "-" && $0 != "_" && $0 != "." }
    if SensitiveNames.stems.contains(plain) { return true }
    // The last word of a name that says whose it is.
    guard let mark = stem.lastIndex(where: { $0 == "-" || $0 == "_" || $0 == "." }) else { return false }
    return SensitiveNames.lastWords.contains(String(stem[stem.index(after: mark)...]))
  }

  /// The same for a document; a document that is in no file is none of these.
  public static func isSensitive(uri: String) -> Bool {
    guard let colon = uri.firstIndex(of: ":") else { return isSensitive(path: uri) }
    let path = uri[uri.index(after: colon)...].prefix { $0 != "?" && $0 != "#" }
    return isSensitive(path: decoded(path))
  }

  /// The file's name and the two folders' above it, in small letters.
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

  /// `.env.local`, `production.env`, `id_rsa.old`, `terraform.tfstate.backup`, `.node_repl_history`, `wg0.conf`.
  private static func isOfFamily(_ name: String) -> Bool {
    SensitiveNames.families.contains { family in
      name.count >= family.beginning.count + family.ending.count && name.hasPrefix(family.beginning)
        && name.hasSuffix(family.ending)
    } || name.contains(".tfstate.") || name.contains("firebase-adminsdk") && name.hasSuffix(".json")
  }

  /// An example is meant to be shared, as `.env.example` is.
  private static func isExample(_ name: String) -> Bool {
    ["example", "sample", "template", "dist", "defaults", "schema"].contains { name.hasSuffix(".\($0)") }
  }

  /// Without percent signs; what is no UTF-8 then is replaced.
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
