import CatchwordCompletion
import CatchwordPrediction
import CatchwordRPC
import CatchwordSettings
import CatchwordText
import Foundation
import CatchwordTesting
import TestSupport
import Testing

@testable import CatchwordSources

/// What is shown of a model's learning, and what settings do to it.
struct PredictionSourceTests {
  private let time = VirtualTime()
  private let folder: TemporaryFolder
  private let model = LanguageModel()

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("one two three\n", to: "a.txt")
  }

  private func source() -> PredictionSource {
    PredictionSource(model, clock: time.engineClock, executor: time.executor)
  }

  private func open(_ source: PredictionSource) {
    source.documentDidOpen(
      DocumentSnapshot(uri: "file://\(folder.url.path)/b.txt", languageID: "plaintext", version: 1, text: Text("")))
  }

  @Test func tellsHowFarItHasCome() {
    let source = source()
    #expect(source.status.state == .off)
    source.apply(PredictionSettings(), workspace: WorkspaceSettings(), folders: [folder.url.path])
    #expect(source.status.state == .building && source.isBusy && source.loadState.isLoading)
    source.apply(PredictionSettings(), workspace: WorkspaceSettings(), folders: [])
    #expect(source.status.state == .off && !source.isBusy && !source.loadState.isLoading)
    time.settle()
    #expect(source.status.state == .off && !source.isBusy)
  }

  @Test func isNeverAsked() {
    #expect(source().isEmpty)
  }

  @Test func keepsTheContract() async {
    let violations = await SourceContract(clock: .unhurried).violations(of: source())
    #expect(violations.isEmpty, "\(violations)")
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

  @Test func aModelMakesASourceOfIt() {
    #expect(BuiltInSources().all.contains { $0.descriptor.name == "prediction" } == false)
    let sources = BuiltInSources(model: model)
    #expect(sources.all.last?.descriptor.name == "prediction")
    #expect(BuiltInSources(only: ["words"], model: model).all.map(\.descriptor.name) == ["words"])
  }

  @Test func theStatusTellsOfIt() async throws {
    let sources = BuiltInSources(only: ["prediction"], model: model)
    let status = try #require(await sources.status().first)
    #expect(status.state == "off" && status.problems.isEmpty)
    #expect(status.facts.map(\.name) == ["files", "tokens", "documents", "memory"])
  }
}
