import Foundation
import TestSupport
import Testing

@testable import CatchwordText

/// What is a secret by where it stands.
struct SecretScannerTests {
  /// `‹` and `›` stand around what is found.
  private func expect(_ marked: String, _ strictness: SecretScanner.Strictness = .likely) {
    let text = marked.filter { $0 != "‹" && $0 != "›" }
    var shown = ContiguousArray(text.utf8)
    for range in SecretScanner.secrets(in: shown, strictness).reversed() {
      shown.insert(contentsOf: "›".utf8, at: range.upperBound)
      shown.insert(contentsOf: "‹".utf8, at: range.lowerBound)
    }
    #expect(String(decoding: shown, as: UTF8.self) == marked)
  }

  @Test(arguments: [
    "DB_PASSWORD=‹hX7hEjwlNl4Q›", "password: ‹pq7Rs2tu›", "\"password\": \"‹a1b2c3!d›\",", "secret = '‹k9Xw2mQz›'",
    "Server=x;Password=‹s5E09wrEfI!2AKvyhwFl›;", "<password>‹Qw3rtYu9›</password>", "api_key := \"‹x8Kq2Lm0›\"",
    "let password: String = \"‹Qw3rtYu9›\"", "postgres://me:‹Qw3rtYu9›@host/db", "'secret' => '‹Qw3rtYu9›',",
    "Authorization: Bearer ‹aB3dE5fG7hI9›", "ENV API_TOKEN ‹Qw3rtYu9›", "{\\\"token\\\": \\\"‹Qw3rtYu9›\\\"}",
    "?password=‹Qw3rtYu9&user=b›", "<add key=\"Password\" value=\"‹Qw3rtYu9›\" />", "pin: ‹493027›",
    "redis://:‹bBKRT01ztpjIaEireIld›@cache", "mysql --password ‹k9Xw2mQz› -u me",
    "value: ‹GipU9x7nooxWcuE+asKPIG›==", "'‹d257382a74c4bd46f6b7d4dec5e92bfc-1022961a-4112dc5d›'",
    "secret: ‹844d6e8d23284215167628291d201a›", "x ‹glpat-mNPPzU_583Mm_KI-iTkq›", "password = \"‹hunter2›\"",
    // Bare, as in lines of settings, before a command, and in SQL.
    "      POSTGRES_PASSWORD: ‹letmein99›\n", "spring.datasource.password=‹Apfelbaum42›",
    "password = ‹hunter2›  # mine",
    "--kubernetes-cluster-production-eu-west-1-database-admin-user-password ‹Qw3rtYu9›",
    "<org.jenkinsci.plugins.workflow.configuration.credentials.global.password>‹Qw3rtYu9›</a>",
    "PGPASSWORD=‹letmein99› psql", "Passwort: ‹Apfelbaum42›\r\n", "pw: ‹hunter2›", "Kennwort = ‹Apfelbaum42›",
    "CREATE USER a WITH PASSWORD '‹Kirsche12›';", "--password=‹letmein99› -u me",
    "key ‹uPW5xmm5/njEVqk088Wr2/x7KmuQVCEF5Y/3sADSQij›=",
  ])
  func found(marked: String) { expect(marked) }

  @Test(arguments: [
    "password = getPassword(user2)", "let token: UInt64 = next", "token = tokens[index1]", "password: String",
    "secret = production", "\"password\": \"Your password\"", "password = ${DB_PASSWORD1}", "token: Token2",
    "compass = a1B2c3D4", "timeout: 300000", "passwords must have 8 characters", "PASSWORD_MINIMUM_LENGTH = 12",
    "https://example.org:8080/a@b", "/usr/lib/x86_64-linux-gnu/libfoo.so.1.2.3", "git@github.com:me/x2.git",
    "return password == other1", "password != other1", "password := other1", "if password = other1 {",
    "password = names.other1(", "[\"password\", \"sha256\"]", "connect(password: other1, x)", "x.password = other1;",
    "password=other1, user=x2", "\".credentials\", \".passwd-s3fs\",", "compw: hunter2", "let password = other1 + x",
    "self.token = token2",
    "a/b/c/d1/e2/f3/g4/h5/i6/j7/k8", "std::vector<uint32_t> v1;",
  ])
  func notFound(text: String) { expect(text) }

  /// Classes of words that stand in headers and libraries of a system, and were once taken for secrets.
  @Test(arguments: [
    // Numbers of constants, of the classes of characters, of polynomials, and colours.
    "#define CKR_NEXT_OTP 0x000001B1UL", "ZIP_END_CENTRAL_HDR_SIG => 0x06054b50;", "        0x1EA100001EA2,",
    "'Crc64We', 0x142F0E1EBA9EA3693,", "Token:              '#d0d0d0',",
    // What machines call things: one part again and again.
    "class Hexagon_v32i32_v32i32v32i32v32i32_Intrinsic<string>", "class Hexagon_v16i32_v16i32v16i32v64i1_Intrinsic",
    // Instructions, encodings, dates.
    "__builtin_ia32_vpdpwssds512", "PKCS12_x509crl2certbag", "\"ISO8859_15_FDIS\",", "20240131T235959Z",
    // Long decimals, sizes, versions, what is padded with `=` but is no base 64.
    "9223372036854775807u", "1.7724538509055160273", "libLLVM-14.so.1.0.0-1ubuntu1.1", "utf8CodeUnitCount==", "a1==b2",
    "x86_64-unknown-linux-gnu-4.19.0-27-amd64", "--token string   The token2 to use", "1e400bf0000000000",
  ])
  func wordsOfRealCode(text: String) {
    expect(text)
    let bytes = ContiguousArray(text.utf8)
    #expect(SecretScanner.secretWords(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) } == [])
  }

  /// A part of a line is read from `reach` before it on: of a run that begins before that, it is not known how.
  @Test(arguments: ["-", "<", "/", "a"], ["y", "--", "<", "", "://"])
  func aPartOfALongLineHasTheSecretsOfTheWhole(filler: String, start: String) {
    let secret = "Qw3rt" + "Yu9"
    for count in [0, 1, 2, 60, 117, 118, 119, 120, 121, 122, 123, 500, 600, 1000, 1100, 3000] {
      let head = start + String(repeating: filler, count: count) + "-token"
      for separator in [" ", ">", "=", ": "] {
        let text = Text(head + separator + secret + " more")
        let whole = text.secrets(in: 0..<text.count)
        let place = (head + separator).utf8.count
        let isSecret = whole.contains { $0.contains(place) }
        #expect(text.secrets(in: place..<place + 4).isEmpty != isSecret, "\(head.prefix(8)), \(count), \(separator)")
      }
    }
  }

  @Test func theLinesOfAPrivateKeyAreNoWords() {
    var random = SeededRandom("theLinesOfAPrivateKey")
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    func line(_ count: Int) -> String { String((0..<count).map { _ in alphabet[random.below(64)] }) }
    for _ in 0..<50 {
      let body = [line(64), line(64), line(70), line(24) + "=="]
      for text in [body.joined(separator: "\n"), "  \"" + body.joined(separator: "\\n\"\n  \"") + "\\n\""] {
        let bytes = ContiguousArray("-----BEGIN PRIVATE KEY-----\n\(text)\n-----END PRIVATE KEY-----".utf8)
        let secrets = SecretScanner.secrets(in: bytes)
        #expect(secrets.count >= 4)
        for part in body {
          let part = part.prefix { $0 != "=" }
          #expect(secrets.contains { String(decoding: bytes[$0], as: UTF8.self).contains(part) }, "\(part)")
        }
      }
    }
  }

  /// Where ghost text must end, whatever comes.
  @Test(arguments: [
    "password = ‹getPassword›(user2)", "API_TOKEN: ‹whatever›", "it is ‹h7&Qz!x3Lm=9Tw›", "a = b + c1 * d2 / e3",
    "postgres://me:‹secret›@host", "the password is long",
  ])
  func nothingIsShownBehindTheNameOfASecret(marked: String) { expect(marked, .any) }

  /// At most one in a thousand of the words with digits in this project is taken for a secret: only the made-up ones are.
  @Test func theWordsOfThisProjectAreReadable() throws {
    let scanner = WordScanner()
    var shown: Set<String> = []
    var hidden: Set<String> = []
    for folder in ["Sources", "Tests"] {
      let url = Repository.root.appendingPathComponent(folder)
      for file in try FileManager.default.subpathsOfDirectory(atPath: url.path) where file.hasSuffix(".swift") {
        // What is about secrets has some.
        if file.contains("Secret") || file.contains("WordFilter") { continue }
        let bytes = ContiguousArray(try Data(contentsOf: url.appendingPathComponent(file)))
        var secrets = RangeCursor(SecretScanner.secrets(in: bytes))
        scanner.forEachWord(in: bytes) { range in
          let word = String(decoding: bytes[range], as: UTF8.self)
          guard word.contains(where: \.isNumber), word.contains(where: \.isLetter) else { return }
          if secrets.holds(range) || SecretDetector.isSecret(word) { hidden.insert(word) } else { shown.insert(word) }
        }
      }
    }
    hidden.subtract(shown)
    // Keys that tests of other parts made up, and UUIDs.
    let known = hidden.filter { SecretDetector.isSecret($0) || $0.allSatisfy(\.isHexDigit) }
    #expect(shown.count > 500)
    #expect(hidden.subtracting(known).sorted() == [])
    #expect(known.count < 20, "\(known.sorted())")
  }
}
