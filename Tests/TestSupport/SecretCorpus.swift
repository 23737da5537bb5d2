/// Made-up secrets in the formats of well-known services, drawn by a seed, so that no file of ours holds any.
///
/// A format says what is public of it and what is drawn: `{w36}` stands for 36 letters and digits.
package struct SecretCorpus {
  /// A secret in some text.
  package struct Entry: Sendable {
    /// The service.
    package let name: String
    /// A line or several, as somebody would have them in a file.
    package let text: String
    /// What was drawn, in order: none of it is public.
    package let drawn: [String]
    /// True for digits in base sixteen that could as well be the number of a version in git.
    package let mayBeVersion: Bool
  }

  /// A secret of each format.
  package let entries: [Entry]

  /// Draws a secret of each format, in a context that is drawn as well.
  package init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    entries = SecretFormats.all.map { SecretCorpus.entry($0, &random) }
  }

  private static func entry(_ line: Substring, _ random: inout SeededRandom) -> Entry {
    let parts = line.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
    var drawn: [String] = []
    let secret = fill(String(parts[2]), &drawn, &random).replacing("⏎", with: "\n").replacing("¦", with: "|")
    let contexts =
      switch parts[1] {
      case "n": neutral
      case "p": named
      default: ["§"]
      }
    let context = contexts[random.below(contexts.count)]
    return Entry(
      name: String(parts[0]), text: context.replacing("§", with: secret), drawn: drawn,
      mayBeVersion: parts[2] == "{h40}" || parts[2] == "{h64}")
  }

  /// Says nothing about what it is.
  private static let neutral = [
    "value = \"§\"", "  value: §", "    \"id\": \"§\",", "export VALUE=§", "- §", "print('§')", "see § for it",
    "let it = \"§\";", "<v>§</v>", "x: '§',", "# §", "VALUE=§",
  ]

  /// Says that it is a secret.
  private static let named = [
    "DB_PASSWORD=§", "export APP_SECRET=\"§\"", "  password: §", "    \"password\": \"§\",", "secret = '§'",
    "spring.datasource.password=§", "const apiKey = \"§\";", "<password>§</password>", "client_secret: \"§\"",
    "Server=db.local;User Id=app;Password=§;", "let password: String = \"§\"", "'secret_key' => '§',",
    "SECRET_KEY = \"§\"", "auth_token := \"§\"", "--password §", "  name=\"password\" value=\"§\"",
    "https://example.org/?api_key=§", "Authorization: Bearer §", "{\\\"token\\\": \\\"§\\\"}",
  ]

  /// Draws what stands in braces.
  private static func fill(_ format: String, _ drawn: inout [String], _ random: inout SeededRandom) -> String {
    var filled = ""
    for part in format.split(separator: "{", omittingEmptySubsequences: false) {
      guard let end = part.firstIndex(of: "}"), let kind = part.first, let count = Int(part[..<end].dropFirst()) else {
        filled += filled.isEmpty && part == format.prefix(part.count) ? part : "{" + part
        continue
      }
      let piece = draw(kind, count, &random)
      // Decimal numbers say whose it is, and are no secret.
      if kind != "d" { drawn.append(piece) }
      filled += piece + part[part.index(after: end)...]
    }
    return filled
  }

  private static let small = Array("abcdefghijklmnopqrstuvwxyz".utf8)
  private static let capitals = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
  private static let digits = Array("0123456789".utf8)

  private static func alphabet(_ kind: Character) -> [UInt8] {
    switch kind {
    case "h": digits + Array("abcdef".utf8)
    case "H": digits + Array("ABCDEF".utf8)
    case "u": capitals + digits
    case "l": small + digits
    case "d": digits
    case "b": small + capitals + digits + Array("-_".utf8)
    case "B": small + capitals + digits + Array("+/".utf8)
    case "m": small + capitals + digits + Array("!&^%$#@+=/.".utf8)
    default: small + capitals + digits
    }
  }

  private static func draw(_ kind: Character, _ count: Int, _ random: inout SeededRandom) -> String {
    let alphabet = alphabet(kind)
    while true {
      let bytes = (0..<count).map { _ in alphabet[random.below(alphabet.count)] }
      // A password has letters of both kinds and a digit that is not at its end, as those who ask for one want it.
      let isMixed =
        bytes.contains { small.contains($0) } && bytes.contains { capitals.contains($0) }
        && bytes.dropLast(2).contains { digits.contains($0) }
      let isPassword = kind == "p" || kind == "m"
      // Marks at the ends of one belong to the text around it.
      let isPlain = bytes.first.map { !"!&^%$#@+=/.-".utf8.contains($0) } ?? true
      if (!isPassword || isMixed) && isPlain { return String(decoding: bytes, as: UTF8.self) }
    }
  }
}
