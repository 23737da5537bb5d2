import CatchwordMatching
import Foundation
import TestSupport
import Testing

@testable import CatchwordShared

/// Words that are found by a later word in them, by their initials, or in spite of a slip: what a reader answers, against a
/// search through all words.
struct InnerPagesTests {
  private let namespace = SharedNamespace("acme/app")!

  private func answer(_ typed: String, _ reader: inout PageReader) throws -> PageReader.Answer {
    let answer = try reader.answer(to: SharedPrefix(typed), of: namespace, now: .zero)
    return try #require(answer)
  }

  private func reader(_ words: [SharedWord]) throws -> (PageReader, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let store = FolderPageStore(folder.url.path)
    _ = try store.publish(PageTree(words), as: namespace, time: 1)
    return (PageReader(store), folder)
  }

  @Test(arguments: [
    ("user", ["getUserById", "set_user_name"]), ("userb", ["getUserById"]), ("usern", ["set_user_name"]),
    ("gubi", ["getUserById"]), ("gub", ["getUserById"]), ("sun", ["set_user_name"]), ("ъект", []),
    ("страница", ["новаяСтраница"]), ("本語", ["日本語"]), ("语", []), ("get", ["getUserById", "getGetter"]), ("etu", []),
    ("USER", ["getUserById", "set_user_name"]), ("user_n", ["set_user_name"]), ("us", []),
    ("init", ["__init__"]), ("gett", ["getGetter"]), ("old", ["_old"]),
  ])
  func aWordIsFoundByALaterOneInItAndByItsInitials(typed: String, wanted: [String]) throws {
    var (reader, folder) = try reader(
      ["getUserById", "set_user_name", "новаяСтраница", "日本語", "other", "__init__", "getGetter", "_old"].map {
        SharedWord($0, weight: 9)
      })
    defer { withExtendedLifetime(folder) {} }
    let answer = try answer(typed, &reader)
    #expect(answer.words.map(\.text).sorted() == wanted.sorted())
    // From the letters on that are asked for, that is all.
    #expect(answer.isCut == (typed == "us"))
  }

  /// Those that begin as typed come first, then the heaviest of the others, twenty in all.
  @Test func theHeaviestFewComeBehindThoseThatBeginSo() throws {
    let others = (0..<100).map { SharedWord("x\($0)User", weight: UInt8(200 - $0)) }
    var (reader, folder) = try reader(others.shuffled() + [SharedWord("users", weight: 1)])
    defer { withExtendedLifetime(folder) {} }
    let answer = try answer("user", &reader)
    #expect(answer.words.map(\.text) == ["users"] + others.prefix(19).map(\.text) && answer.isCut)
  }

  /// Random words of a few parts. What is found is right; and of what there are few, nothing is missing.
  @Test(arguments: 0..<8) func theAnswerIsThatOfASearchThroughAll(round: Int) throws {
    var random = SeededRandom()
    let parts = (0..<[6, 40, 200][random.below(3)]).map { _ in
      String((0..<2 + random.below(5)).map { _ in Array("abcdeé")[random.below(6)] })
    }
    let words = (0..<[20, 400, 5000][random.below(3)]).map { _ in
      let chosen = (0..<1 + random.below(4)).map { _ in parts[random.below(parts.count)] }
      let text = random.below(2) == 0 ? chosen.joined(separator: "_") : chosen.map(\.capitalized).joined()
      return SharedWord(text, weight: UInt8(random.below(256)))
    }
    var (reader, folder) = try reader(words)
    defer { withExtendedLifetime(folder) {} }
    var found = 0
    for _ in 0..<300 {
      let word = words[random.below(words.count)].text
      var inner = WordParts()
      inner.load(word)
      let start = inner.starts.isEmpty ? 0 : inner.starts[random.below(inner.starts.count)]
      let text = random.below(2) == 0 ? inner.initials : Array(inner.letters[start...])
      var typed = ""
      typed.unicodeScalars.append(contentsOf: text.prefix(3 + random.below(5)))
      let answer = try answer(typed, &reader)
      let wanted = Set(
        words.map(\.text).filter { isFound($0, by: typed) && !SharedPrefix(typed).begins($0) })
      let begun = answer.words.filter { SharedPrefix(typed).begins($0.text) }
      let others = Set(answer.words.map(\.text)).subtracting(begun.map(\.text))
      guard typed.unicodeScalars.count >= 3, begun.count < PageQuestion.enough else { continue }
      // Without any, those that are a slip away.
      if others.isDisjoint(with: wanted) {
        #expect(wanted.isEmpty || answer.isCut, "\(typed)")
        continue
      }
      if !others.isSubset(of: wanted) {
        // Its page had none, as there are too many that begin with the same three letters; one that is a slip away may be one
        // that is wanted, all the same.
        var matcher = Matcher(Pattern(typed), allowsTypos: true)
        let rivals = words.filter { isFound($0.text, by: String(typed.prefix(3))) }
        #expect(
          answer.isCut && begun.isEmpty && rivals.count >= SharedFormat.innerPage
            && others.allSatisfy { matcher.score($0) != nil }, "\(typed)")
        continue
      }
      if !answer.isCut, answer.words.count < PageQuestion.enough { #expect(others == wanted, "\(typed)") }
      found += others.count
    }
    #expect(found > 0)
  }

  /// Returns true when a later word of a text, of small letters with `_` between words or with a capital for each, begins with
  /// some letters, or its words do.
  private func isFound(_ text: String, by letters: String) -> Bool {
    let plain = text.folding(options: .diacriticInsensitive, locale: nil)
    let words = plain.reduce(into: [""]) { words, letter in
      if letter == "_" || letter.isUppercase { words.append("") }
      if letter != "_" { words[words.count - 1] += letter.lowercased() }
    }.filter { !$0.isEmpty }
    return words.indices.dropFirst().contains { words[$0...].joined().hasPrefix(letters) }
      || words.compactMap(\.first).map(String.init).joined().hasPrefix(letters)
  }

  @Test(arguments: ["recieve", "recievem", "receivve", "receivvem"])
  func aWordThatIsAmongTheLightestIsFoundInSpiteOfASlip(typed: String) throws {
    var (reader, folder) = try reader(
      [SharedWord("receiveMessage", weight: 0)] + (0..<700).map { SharedWord("rec\($0)", weight: 9) })
    defer { withExtendedLifetime(folder) {} }
    var last: PageReader.Answer?
    for count in 1...typed.count { last = try answer(String(typed.prefix(count)), &reader) }
    #expect(last?.words.map(\.text) == ["receiveMessage"])
    // Asked at once, too.
    var other = PageReader(FolderPageStore(folder.url.path))
    #expect(try answer(typed, &other).words.map(\.text) == ["receiveMessage"])
  }

  @Test(arguments: [
    // Two letters exchanged, one too many, one missing, one wrong.
    ("recieve", "receiveMessage"), ("recei", "receiveMessage"), ("receivve", "receiveMessage"),
    ("mesasge", "message"), ("messsage", "message"), ("mesage", "message"), ("mexsage", "message"),
    // Of three letters nobody can tell.
    ("xyz", nil), ("zzzzzzzzzzzzzzzzzzzzzzzzzzz", nil),
  ])
  func aWordIsFoundInSpiteOfASlip(typed: String, wanted: String?) throws {
    var (reader, folder) = try reader(
      ["receiveMessage", "message"].map { SharedWord($0, weight: 9) }
        // So that there are pages of more than two letters.
        + (0..<700).flatMap { [SharedWord("rec\($0)", weight: 1), SharedWord("mes\($0)", weight: 1)] })
    defer { withExtendedLifetime(folder) {} }
    var last: PageReader.Answer?
    for count in 1...typed.count { last = try answer(String(typed.prefix(count)), &reader) }
    #expect(last?.words.first?.text == wanted)
  }
}
