import CatchwordPrediction
import Testing

struct ModelStatusTests {
  @Test func aNewModelKnowsNothing() {
    #expect(LanguageModel().status == ModelStatus())
  }
}
