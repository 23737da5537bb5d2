import CatchwordCompletion
import CatchwordPrediction
import CatchwordRPC
import CatchwordSettings
import CatchwordText
import Foundation
import TestSupport
import Testing

@testable import CatchwordSources

/// What is shown of a model's learning, and what settings do to it.
struct PredictionFeedTests {
  private let time = VirtualTime()
  private let folder: TemporaryFolder
  private let model = LanguageModel()

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("one two three\n", to: "a.txt")
  }

  private func feed() -> PredictionFeed {
    PredictionFeed(model, clock: time.engineClock, executor: time.executor)
  }

  @Test func tellsHowFarItHasCome() {
    let feed = feed()
    #expect(feed.status.state == .off)
    feed.apply(PredictionSettings(), workspace: WorkspaceSettings(), folders: [folder.url.path])
    #expect(feed.status.state == .building && feed.isBusy && feed.isLoading)
    feed.apply(PredictionSettings(), workspace: WorkspaceSettings(), folders: [])
    #expect(feed.status.state == .off && !feed.isBusy && !feed.isLoading)
    time.settle()
    #expect(feed.status.state == .off && !feed.isBusy)
  }

  @Test(arguments: [
    ("{}", true, 4_000_000), (#"{"prediction": {"enabled": false}}"#, false, 4_000_000),
    (#"{"prediction": {"maximumTokens": 1000}}"#, true, 1000),
  ])
  func takesSettings(json: String, isEnabled: Bool, maximumTokens: Int) throws {
    let content = try JSONValue(parsing: ContiguousArray(json.utf8))
    let layer = SettingsLayer(content, origin: .client)
    let settings = PredictionSettings(
      EffectiveSettings([layer], schema: BuiltInSources.schema, home: "/h", workingFolder: "/"))
    #expect(settings.isEnabled == isEnabled && settings.maximumTokens == maximumTokens)
  }

  @Test func numbersAreBroughtToWhereTheyCanBeWorkedWith() {
    var settings = PredictionSettings()
    settings.maximumTokens = -1
    #expect(settings.inRange.maximumTokens == 0)
    settings.maximumTokens = .max
    #expect(settings.inRange.maximumTokens == 64_000_000)
  }

  @Test func aModelIsFedUnlessOnlyOtherSourcesAreAskedFor() {
    #expect(BuiltInSources().observers.isEmpty)
    #expect(BuiltInSources(model: model).observers.count == 1)
    #expect(BuiltInSources(only: ["words"], model: model).observers.isEmpty)
  }

  @Test func theStatusTellsOfIt() async throws {
    let sources = BuiltInSources(only: ["prediction"], model: model)
    let status = try #require(await sources.status().first)
    #expect(status.state == "off" && status.problems.isEmpty)
    #expect(status.facts.map(\.name) == ["files", "tokens", "documents", "memory"])
  }
}
