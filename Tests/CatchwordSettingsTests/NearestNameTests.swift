import Testing

@testable import CatchwordSettings

/// Names that are misspelt.
struct NearestNameTests {
  @Test(arguments: [
    ("limt", "limit"), ("Limit", "limit"), ("lsits", "lists"), ("budget", nil), ("b", nil), ("", nil),
    ("minPrefix", "minimumPrefix"), ("symb", "symbols"), ("sym", "symbols"), ("sy", nil), ("li", nil), ("lis", "lists"),
    ("--jsn", "--json"), ("-q", nil), (String(repeating: "l", count: 65), nil),
  ])
  func theNearestNameIsNamed(name: String, nearest: String?) {
    let known = ["limit", "lists", "a", "minimumPrefix", "symbols", "--json", String(repeating: "l", count: 66)]
    #expect(NearestName.of(name, among: known) == nearest)
  }

  @Test func namesThatBeginAlikeAreToldApartByTheirEdits() {
    #expect(NearestName.of("comp", among: ["complete", "completions"]) == nil)
    #expect(NearestName.of("complte", among: ["complete", "completions"]) == "complete")
    #expect(NearestName.of("anything", among: []) == nil)
  }

  @Test(arguments: [
    ("jsn", "json", 1), ("josn", "json", 1), ("", "abc", 3), ("same", "same", 0), ("kitten", "sitting", 3),
  ])
  func countsTheEditsBetweenWords(left: String, right: String, expected: Int) {
    #expect(NearestName.edits(Array(left.utf8), Array(right.utf8)) == expected)
    #expect(NearestName.edits(Array(right.utf8), Array(left.utf8)) == expected)
  }
}
