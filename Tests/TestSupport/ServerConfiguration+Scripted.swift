import CatchwordCompletion
import CatchwordPrediction
package import CatchwordRPC
package import CatchwordServer
import CatchwordSources

extension ServerConfiguration {
  /// A server of the built-in sources and scripted ones; a script with `inline` is one of what shows ghost text, and one
  /// with `learning` one of what is learned in the background.
  ///
  /// - Parameter time: The time that it lives in; nil for real time, slowed down.
  package static func scripted(_ scripts: [JSONValue], time: VirtualTime? = nil) -> ServerConfiguration {
    let log = EventLog()
    let clock = time?.engineClock ?? EngineClock(SlowClock())
    let builtIn =
      if let time {
        BuiltInSources(
          only: ["words", "lists"], clock: clock, executor: time.executor, blockingExecutor: time.executor, log: log)
      } else {
        BuiltInSources(only: ["words", "lists"], clock: clock, log: log)
      }
    var configuration = ServerConfiguration(
      sources: builtIn.all
        + scripts.filter { $0["inline"] == nil && $0["learning"] == nil }
        .map { ScriptedSource($0, clock: clock, executor: time?.executor) })
    if time == nil, let budget = ScriptedBudget.milliseconds { configuration.settings.budget = .milliseconds(budget) }
    configuration.model = LanguageModel()
    configuration.inlinePredictor = scripts.first { $0["inline"] != nil }
      .map { ScriptedPredictor($0, clock: clock) }
    configuration.log = log
    configuration.clock = clock
    var parts = TestParts(builtIn)
    if let script = scripts.first(where: { $0["learning"] != nil }) { parts.onLearning = learning(script, clock) }
    configuration.parts = parts
    return configuration
  }

  /// Learning from the folder `learning`, in `takes` milliseconds: a tenth is done in the first half, and then three
  /// fifths are.
  private static func learning(_ script: JSONValue, _ clock: EngineClock) -> @Sendable () -> LearningProgress? {
    let folder = script["learning"]?.stringValue ?? ""
    let (start, time) = (clock.now, Duration.milliseconds(script["takes"]?.intValue ?? 0))
    return {
      let passed = clock.now - start
      return passed < time ? LearningProgress(folder: folder, percentage: passed < time / 2 ? 10 : 60) : nil
    }
  }
}
