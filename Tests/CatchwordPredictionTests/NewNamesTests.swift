import CatchwordText
import TestSupport
import Testing

@testable import CatchwordPrediction

/// Names that no text contains, made of what is typed and the ends of known names.
struct NewNamesTests {
  private static let known =
    "describeInstanceConfig new_window_size layout_window connect HTTPServer MOVE_ITEM dump_array_items size2x"

  private func prediction(_ words: String) -> Prediction {
    let model = languageModel(of: ["a": words])
    let document = DocumentSnapshot(uri: "here", languageID: "swift", version: 0, text: Text("b = "))
    model.documentDidOpen(document)
    return model.prediction(at: document.text.count, in: document)
  }

  @Test(arguments: [
    ("connectInst", ["connectInstanceConfig", "connectInstance"]),
    // With the letter before it, one letter suffices; marks behind a part belong to it.
    ("layout_window_s", ["layout_window_size"]), ("layout_new_window_", ["layout_new_window_size"]),
    // A part in the other case goes to its own end.
    ("layoutWindowSiz", ["layoutWindowSize"]), ("moveServ", []),
    ("connect_inst", ["connect_instance"]), ("layoutArr", ["layoutArray"]),
    ("layout_MOV", ["layout_MOVE", "layout_MOVE_ITEM"]),
    // One letter before it is no abbreviation, two of them may be one; and so may be all that is no known part.
    ("kInst", ["kInstance", "kInstanceConfig"]), ("aBInst", []), ("conInst", []), ("cnonectInst", []),
    // A known name is not new, what has no second part goes on as known names do, and numbers do not say how.
    ("layout_wind", ["layout_window_size"]), ("inst", []), ("connect2si", []), ("connect_2", []), ("connect_xyz", []),
    ("", []), ("_", []),
  ])
  func areMadeOfPartsOfKnownOnes(typed: String, expected: [String]) {
    let names = prediction(NewNamesTests.known).newNames(typed: typed, limit: 10)
    #expect(Set(names.map(\.text)) == Set(expected), "\(typed)")
    #expect(names.count == expected.count)
  }

  /// The more letters before the part are the same, the likelier is the end, though others are written as often.
  @Test func theEndAfterTheSameLettersComesFirst() {
    let words = "find_pane_target find_pane_table list_window_tabs cmd_window_table set_find_first"
    let names = prediction(words).newNames(typed: "cmd_find_pane_ta", limit: 10)
    #expect(Set(names.prefix(2).map(\.text)) == ["cmd_find_pane_target", "cmd_find_pane_table"])
    #expect(names.first { $0.text == "cmd_find_pane_target" }?.model == "find_pane_target")
    #expect(prediction(words).newNames(typed: "cmd_find_pane_ta", limit: 1).count == 1)
    #expect(prediction(words).newNames(typed: "cmd_find_pane_ta", limit: 0).isEmpty)
  }

  @Test func aNameMayBeCompleteWithAWholePart() {
    let prediction = prediction(NewNamesTests.known)
    func names(_ typed: String) -> [String] {
      prediction.newNames(typed: typed, limit: 9, leavesWholeParts: true, leastPart: 3).map(\.text)
    }
    #expect(names("connectInst").count == 2)
    #expect(names("connectInstance") == [])
    #expect(prediction.newNames(typed: "connectInstance", limit: 9).map(\.text) == ["connectInstanceConfig"])
    #expect(names("connectIn") == [])
  }

  @Test func thereAreNoneOfACancelledTask() {
    let words = (0..<3000).map { "old_thing\($0)" }.joined(separator: " ")
    let prediction = prediction(words + " some_part")
    var looks = 0
    #expect(prediction.newNames(typed: "some_thin", limit: 5) { false }.count > 0)
    let names = prediction.newNames(typed: "some_thin", limit: 5) {
      looks += 1
      return true
    }
    #expect(names.isEmpty && looks == 1)
  }

  /// What is found sixteen bytes at a time is what looking at each word finds.
  @Test func allPlacesOfSomeBytesAreFound() {
    var random = SeededRandom()
    let letters: [UInt8] = Array("abc_".utf8) + [0xC3, 0xA9]
    var (found, none) = (0, 0)
    for _ in 0..<400 {
      var words = WordNumbers(seed: 1)
      for _ in 0..<random.below(120) {
        let word = (0..<(1 + random.below(random.below(4) == 0 ? 40 : 5))).map { _ in
          letters[random.below(letters.count)]
        }
        _ = word.withUnsafeBufferPointer { words.insert($0) }
      }
      let wanted = ContiguousArray((0..<(2 + random.below(3))).map { _ in letters[random.below(letters.count)] })
      var expected: [[Int]] = []
      for word in 0..<words.count {
        for index in words.range(of: word)
        where words.bytes[index..<words.range(of: word).upperBound].starts(with: wanted) {
          expected.append([word, index])
        }
      }
      var places: [[Int]] = []
      #expect(
        words.forEachWord(containing: wanted[...]) {
          places.append([$0, $1]); return true
        })
      #expect(places == expected)
      (found, none) = (found + places.count, none + (places.isEmpty ? 1 : 0))
      if let first = expected.first {
        var calls: [[Int]] = []
        #expect(
          !words.forEachWord(containing: wanted[...]) {
            calls.append([$0, $1]); return false
          })
        #expect(calls == [first])
      }
    }
    #expect(found > 500 && none > 20)
  }

  /// Any text, typed letter by letter: each name begins as typed, is new, and has the end of the one that it is like.
  @Test func eachHasWhatItIsMadeOf() {
    var random = SeededRandom()
    let pieces = ["get", "User", "Name", "_", "size", "HTTP", "é", "2", "x", "Window", "in", "Index", "-", "'", " "]
    func text(_ count: Int) -> String { (0..<count).map { _ in pieces[random.below(pieces.count)] }.joined() }
    var made = 0
    for _ in 0..<30 {
      let words = text(200)
      let prediction = prediction(words)
      for _ in 0..<20 {
        let typed = String(text(1 + random.below(4)).dropLast(random.below(3)))
        let names = prediction.newNames(typed: typed, limit: 1 + random.below(9))
        for name in names {
          #expect(name.text.utf8.starts(with: typed.utf8) && name.text != typed && !prediction.knows(name.text))
          let rest = name.text.utf8.dropFirst(typed.utf8.count)
          #expect(name.model.contains(String(decoding: rest, as: UTF8.self)), "\(typed) \(name)")
        }
        #expect(names.map(\.signals.score) == names.map(\.signals.score).sorted(by: >))
        #expect(Set(names.map(\.text)).count == names.count)
        made += names.count
      }
    }
    #expect(made > 100)
  }
}
