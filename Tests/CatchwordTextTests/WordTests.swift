import CatchwordText
import TestSupport
import Testing

struct WordTests {
  @Test(arguments: [
    ("plaintext", "don't stop well-known 'quoted' x2", ["don't", "stop", "well-known", "quoted", "x2"]),
    ("c", "don't font-size a_b $x", ["don", "t", "font", "size", "a_b", "x"]),
    ("css", "font-size: -webkit-box", ["font-size", "webkit-box"]),
    ("php", "$name $$x a$b", ["$name", "$x", "a", "$b"]),
    ("ruby", "empty? save! a?b", ["empty?", "save!", "a?", "b"]),
    ("lisp", "(string->list null? set! let* a-b)", ["string->list", "null?", "set!", "let*", "a-b"]),
    (
      "markdown", "_very well_ __so__ a_b, don't __init__ _don't_",
      ["very", "well", "so", "a_b", "don't", "init", "don't"]
    ),
    ("clojure", "(->> x (map-indexed f))", [">>", "x", "map-indexed", "f"]),
    ("plaintext", "don’t l’homme ’quoted’", ["don’t", "l’homme", "quoted"]), ("c", "don’t", ["don", "t"]),
    ("plaintext", "می\u{200C}خواهم क्\u{200D}ष हिन्दी עִבְרִית", ["می\u{200C}خواهم", "क्\u{200D}ष", "हिन्दी", "עִבְרִית"]),
    (
      "plaintext", "❤\u{FE0F} 1\u{FE0F}\u{20E3} ٣٤ x\u{301}\u{301}東",
      ["1\u{FE0F}\u{20E3}", "٣٤", "x\u{301}\u{301}", "東"]
    ),
    ("plaintext", "👩\u{200D}👩 \u{301}a", ["a"]),
    ("plaintext", "東京cat かなabc", ["東京", "cat", "かな", "abc"]),
    ("plaintext", "e\u{301}te\u{301} Straße привет", ["e\u{301}te\u{301}", "Straße", "привет"]),
    ("plaintext", "🎉party🎉 a\u{2028}b", ["party", "a", "b"]),
  ])
  func words(languageID: String, text: String, expected: [String]) {
    #expect(Words.of(text, languageID) == expected)
  }

  /// Each language's names, as its reference has them.
  @Test(arguments: [
    ("nix", "nix-shell lib.foldl' x", ["nix-shell", "lib", "foldl'", "x"]),
    ("yaml", "runs-on: ubuntu-latest", ["runs-on", "ubuntu-latest"]),
    ("toml", "dev-dependencies = 1", ["dev-dependencies", "1"]),
    ("json", #"{"content-type": -1}"#, ["content-type", "1"]), ("makefile", "build-all: $(OBJ)", ["build-all", "OBJ"]),
    ("cmake", "target-name ${MY_VAR}", ["target-name", "MY_VAR"]),
    ("terraform", "aws-vpc.main-net", ["aws-vpc", "main-net"]),
    ("kdl", "node-name key=1", ["node-name", "key", "1"]), ("just", "build-it: run-tests", ["build-it", "run-tests"]),
    ("nu", "let $x = (str-join $my_list)", ["let", "$x", "str-join", "$my_list"]),
    ("powershell", "Get-ChildItem $env:PATH", ["Get-ChildItem", "$env", "PATH"]),
    ("cobol", "MOVE RUN-TOTAL TO X", ["MOVE", "RUN-TOTAL", "TO", "X"]),
    ("haskell", "foldl' f 'c' x'", ["foldl'", "f", "c'", "x'"]), ("ocaml", "let x' = f x", ["let", "x'", "f", "x"]),
    ("scss", "$my-color: #fff", ["$my-color", "fff"]), ("less", "@my-color: 1px", ["@my-color", "1px"]),
    ("r", "data.frame(x$y)", ["data.frame", "x", "y"]), ("julia", "push!(a, b)", ["push!", "a", "b"]),
    ("crystal", "empty? save!", ["empty?", "save!"]),
    ("vim", "call plug#begin(g:x)", ["call", "plug#begin", "g", "x"]),
    ("blade", "w-full md:gap-2", ["w-full", "md", "gap-2"]),
    ("dockerfile", "FROM node-base AS build-it", ["FROM", "node-base", "AS", "build-it"]),
    ("systemd", "After=network-online.target", ["After", "network-online", "target"]),
    ("go", "a-b foo'", ["a", "b", "foo"]), ("unknown", "a-b $x", ["a", "b", "x"]),
  ])
  func wordsOfALanguage(languageID: String, text: String, expected: [String]) {
    #expect(Words.of(text, languageID) == expected)
  }

  @Test(arguments: [
    ("plaintext", "hel|lo", "hel", "hello"), ("plaintext", "a |b", "", "b"), ("plaintext", "don'|t", "don'", "don't"),
    ("css", "font-|", "font-", "font-"), ("php", "$na|me", "$na", "$name"), ("c", "a->fo|o", "fo", "foo"),
    ("plaintext", "東京c|at", "c", "cat"), ("plaintext", "🎉|", "", ""), ("ruby", "empty?|", "empty?", "empty?"),
    ("plaintext", "|", "", ""), ("plaintext", "word|", "word", "word"),
    ("c", "a|b", "a", "ab"), ("php", "$|name", "", "name"), ("php", "a|$b", "a", "a"), ("ruby", "a?|b", "a?", "a?"),
    ("plaintext", "e\u{301}|t", "e\u{301}", "e\u{301}t"), ("plaintext", "a--|b", "", "b"),
    ("plaintext", "well-|known", "well-", "well-known"),
  ])
  func theWordAtTheCursor(languageID: String, marked: String, typed: String, whole: String) {
    Words.check(marked, languageID, typed: typed, whole: whole)
  }

  @Test func aRunThatIsTooLongHasNoWord() {
    let long = String(repeating: "x", count: 257)
    #expect(Words.of("a \(long) b", "c") == ["a", "b"])
    let text = Text("a \(String(repeating: "x", count: 400)) b")
    let scanner = WordScanner()
    // Nothing is offered in the middle of it: what was typed is longer than any word.
    #expect(300 - text.wordStart(before: 300, scanner: scanner) > Text.maximumWordLength)
    #expect(
      WordChange(TextChange(text, replacing: 200..<200, with: "y"), scanner: scanner)
        == WordChange(opening: Text(), scanner: scanner))
  }
}

enum Words {
  static func of(_ text: String, _ languageID: String) -> [String] {
    let bytes = ContiguousArray(text.utf8)
    var words: [String] = []
    WordScanner(WordRules.rules(for: languageID)).forEachWord(in: bytes) {
      words.append(String(decoding: bytes[$0], as: UTF8.self))
    }
    return words
  }

  /// How often each word occurs; what is in a secret is no word.
  static func counts(_ text: Text, _ scanner: WordScanner) -> [String: Int] {
    let bytes = text.bytes(in: 0..<text.count)
    var counts: [String: Int] = [:]
    let secrets = SecretScanner.secrets(in: bytes)
    scanner.forEachWord(in: bytes) { word in
      if secrets.contains(where: { $0.overlaps(word) }) { return }
      counts[String(decoding: bytes[word], as: UTF8.self), default: 0] += 1
    }
    return counts
  }

  /// Checks the word at the `|` in `marked`.
  static func check(_ marked: String, _ languageID: String, typed: String, whole: String) {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    let text = Text(parts.joined())
    let offset = parts[0].utf8.count
    let scanner = WordScanner(WordRules.rules(for: languageID))
    let range = text.wordRange(around: offset, scanner: scanner)
    #expect(text.string(in: text.wordStart(before: offset, scanner: scanner)..<offset) == typed)
    #expect(text.string(in: range) == whole)
  }
}
