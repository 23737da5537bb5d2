import Testing

@testable import CatchwordSources

struct NameFitTests {
  private static let names = ["auto", "a topic", "Tomato", "TO", "x", "in-to", "tone"]

  @Test(arguments: [
    ("to", ["TO", "Tomato", "tone", "a topic", "in-to", "auto"]), ("TON", ["tone"]),
    ("a t", ["a topic"]), ("none", []), ("", names),
  ])
  func whatFitsBestComesFirst(_ typed: String, _ expected: [String]) {
    #expect(Self.names.fitting(typed, by: \.self) == expected)
  }
}
