import Foundation
import TestSupport
import Testing

@testable import CatchwordText

/// What looks like a secret, and what does not.
struct SecretDetectorTests {
  @Test(arguments: [
    "AKIA" + "Q7RZXMPLK2VN4TSW", "ghp_" + "0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX",
    "github_pat_" + "11AAAAAAA0abcdefghijkl_0123456789", "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "xoxb-" + "17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy", "AIza" + "SyD9x4kQm2Vb7Ltz0RpWcYhN3uGfE1aJi5o",
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", "22c562429a61bb77172039e480873fb239dd8c03",
    "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318", "550e8400-e29b-41d4-a716-446655440000",
    "MIIEpAIBAAKCAQEA1c7dLp1xkQbN8z", "wJalrXUtnFEMIK7MDENGbPxRfiCYz9q", "zP7Qm2Xk9Lr4Vt8Nw3Bc", "4f9k2m8x7q1z5w3r6t0p",
  ])
  func secrets(word: String) { #expect(SecretDetector.isSecret(word)) }

  @Test(arguments: [
    "internationalization", "kSecAttrAccessibleWhenUnlockedThisDeviceOnly", "getElementsByClassNameAndTag2",
    "CAPITALISED_CONSTANT_NAME_42", "utf8CodeUnitCount", "x86_64_linux_gnu_gcc_12", "convertToIEEE754Float64Bits",
    "base64EncodedString", "sha256sum", "Donaudampfschifffahrtsgesellschaft", "glUniformMatrix3x4fv",
    "MinimalWindowsPhone81Application2", "__builtin_ia32_pmaddubsw128", "v8_enable_i18n_support", "deadbeef",
    "cafebabe",
    "0123456789", "20240131T235959Z", "PKCS12_x509crl2certbag", "wikipedia2vec", "überraschungsei2000und1nacht",
    "testParsesRFC3339DateWithTimezone2", "AVAudioPCMBufferFormat44100", "sk_buff_head_init_class", "ghp_short",
  ])
  func names(word: String) { #expect(!SecretDetector.isSecret(word)) }

  /// All words of this project: none but those that are there as secrets, or are alphabets.
  @Test func theWordsOfThisProjectAreNoSecrets() throws {
    let scanner = WordScanner()
    var words: Set<String> = []
    let folder = Repository.root.appendingPathComponent("Sources")
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where file.hasSuffix(".swift") {
      let bytes = ContiguousArray(try Data(contentsOf: folder.appendingPathComponent(file)))
      scanner.forEachWord(in: bytes) { words.insert(String(decoding: bytes[$0], as: UTF8.self)) }
    }
    #expect(words.count > 3000)
    // Alphabets, and the public beginnings of keys.
    let known: Set = ["AEIOUCGHJSWYaeioucghjswy", "AEIOUYCLNRSZaeiouyclnrsz", "IQoJb3JpZ2lu", "LS0tLS1CRUdJTi"]
    let found = words.filter { SecretDetector.isSecret($0) && !known.contains($0) && !$0.hasPrefix("b3BlbnNzaC1r") }
    #expect(found.sorted() == [])
  }

  /// Of keys that are drawn at random hardly one gets through, and of made-up names hardly one is caught.
  @Test func randomKeysAndNames() {
    var random = SeededRandom(seed: 1)
    let all = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    func key(_ length: Int) -> String { String((0..<length).map { _ in all[random.below(62)] }) }
    let found = (0..<2000).filter { _ in SecretDetector.isSecret(key(32)) }.count
    #expect(found > 1960)
    let parts = [
      "get", "Value", "For", "Key", "index", "Of", "user", "Name", "count", "2", "parse", "Header", "item", "64", "Bit",
      "Buffer", "With", "Length", "data", "Table", "Row", "3", "View", "Controller", "message", "Size", "_", "Mode",
    ]
    for _ in 0..<20_000 {
      let name = (0..<(2 + random.below(7))).map { _ in parts[random.below(parts.count)] }.joined()
      #expect(!SecretDetector.isSecret(name), "\(name)")
    }
  }

  @Test func anythingIsAnswered() {
    var random = SeededRandom()
    for _ in 0..<3000 { _ = SecretDetector.isSecret(random.text(upTo: 60)) }
    _ = SecretDetector.isSecret(String(repeating: "aB3", count: 100_000))
  }
}
