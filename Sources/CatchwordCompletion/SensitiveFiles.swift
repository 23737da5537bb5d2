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
    if names.contains(name) || isOfFamily(name) { return true }
    let ending = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
    if endings.contains(ending) { return true }
    let stem = ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
    if stems.contains(stem), dataEndings.contains(ending) { return true }
    guard let folder = parts.dropLast().last else { return false }
    if let inFolder = folders[folder] { return inFolder.isEmpty || inFolder.contains(name) }
    return folder == "private-keys-v1.d" || parts.first == ".gnupg"
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

  /// `.env.local`, `production.env`, `id_rsa.old`, `terraform.tfstate.backup`, `.node_repl_history`.
  private static func isOfFamily(_ name: String) -> Bool {
    beginnings.contains { name.hasPrefix($0) } || name.hasSuffix(".env") || name.contains(".tfstate.")
      || (name.hasPrefix(".") && name.hasSuffix("history"))
  }

  /// An example is meant to be shared, as `.env.example` is.
  private static func isExample(_ name: String) -> Bool {
    ["example", "sample", "template", "dist", "defaults", "schema"].contains { name.hasSuffix(".\($0)") }
  }

  private static let names: Set<String> = [
    ".env", ".envrc", "known_hosts", "authorized_keys", ".netrc", "_netrc", ".authinfo", ".authinfo.gpg", ".pgpass",
    "pgpass.conf", ".my.cnf", ".mylogin.cnf",
    "credentials", ".credentials", ".git-credentials", ".htpasswd", ".npmrc", ".pypirc", ".yarnrc.yml", ".dockercfg",
    ".s3cfg", ".boto", ".vault-token", ".vault_pass", "vault_pass.txt", "kubeconfig", "shadow", "gshadow", "master.key",
    "application_default_credentials.json", "client_secret.json", ".lesshst", "fish_history",
  ]
  private static let beginnings = [".env.", ".env-", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"]
  private static let endings: Set<String> = [
    "pem", "key", "p8", "p12", "pfx", "pkcs12", "jks", "keystore", "kdb", "kdbx", "ppk", "ovpn", "tfvars", "tfstate",
    "age", "agekey", "asc", "gpg", "pgp", "pgpass", "netrc", "htpasswd", "secret", "secrets", "mobileprovision",
  ]
  /// Names of files of data that hold secrets, without what comes after the last dot.
  private static let stems: Set<String> = [
    "credentials", "secret", "secrets", ".secrets", "credential", "passwords", "service-account", "service_account",
    "serviceaccount", "accesstokens", "access_tokens",
  ]
  private static let dataEndings: Set<String> = [
    "json", "json5", "yaml", "yml", "toml", "ini", "cfg", "conf", "properties", "xml", "txt", "csv", "enc", "tfvars",
    "",
  ]
  /// By folder: the files in it, or all when there are none.
  private static let folders: [String: Set<String>] = [
    ".gnupg": [], ".password-store": [], ".aws": ["credentials", "config"], ".docker": ["config.json"],
    ".kube": ["config"], "gh": ["hosts.yml"], ".cargo": ["credentials.toml", "credentials"],
    ".m2": ["settings.xml", "settings-security.xml"], ".gem": ["credentials"],
  ]

  /// Without percent signs; what is no UTF-8 then is replaced.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexDigit),
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
