import CatchwordCompletion
import CatchwordPrediction
package import CatchwordRPC
package import CatchwordServer
import CatchwordSources

extension ServerConfiguration {
  /// A server of the built-in sources and scripted ones; a script with `inline` is one of what shows ghost text.
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
        + scripts.filter { $0["inline"] == nil }
        .map { ScriptedSource($0, clock: clock, executor: time?.executor) })
    if time == nil, let budget = ScriptedBudget.milliseconds { configuration.settings.budget = .milliseconds(budget) }
    configuration.model = LanguageModel()
    configuration.inlinePredictor = scripts.first { $0["inline"] != nil }
      .map { ScriptedPredictor($0, clock: clock) }
    configuration.log = log
    configuration.clock = clock
    configuration.parts = TestParts(builtIn)
    return configuration
  }
}
