import CatchwordCompletion
import CatchwordProcesses

/// A program of the user's that offers completions; `protocol/external-sources.md` specifies the protocol.
package struct CommandSettings: Equatable, Sendable {
  /// The lifetime of a program.
  package enum Mode: String, Sendable, CaseIterable {
    /// It is started for each request, and ends after its response.
    case perRequest = "per-request"
    /// It is started once, and answers one request after the other.
    case longLived = "long-lived"
  }

  /// The format of a program's responses.
  package enum Format: String, Sendable, CaseIterable {
    /// One candidate on each line, with a description after a TAB if there is one.
    case lines
    /// Candidates as JSON.
    case json
  }

  /// The source's name, which users see: short, without spaces, and different from every other source's.
  package var name: String
  /// The program and its arguments, without a shell. A program without a slash is looked up in the PATH.
  package var command: [String]
  /// The variables of its environment, in addition to the server's.
  package var environment: [String: String] = [:]
  /// Its working folder; nil for the server's.
  package var folder: String?
  /// The lifetime of the program.
  package var mode = Mode.perRequest
  /// The format of its responses.
  package var format = Format.lines
  /// The languages in which it is asked; nil for all languages.
  package var languages: Set<String>?
  /// The characters after which it is asked although no word has begun.
  package var triggers: Set<Character> = []
  /// The minimum number of characters that must be typed before it is asked automatically.
  package var minimumLength = 1
  /// The delay before it is asked again in the same word; nil lets the engine choose by the cost so far.
  package var delay: Duration?
  /// The time after which its response is no longer waited for.
  package var deadline = Duration.seconds(1)
  /// True when its response does not depend on the typed part of the word, so that it is asked once for each word.
  package var dependsOnlyOnAnchor = false
  /// The priority, from -1 to 1; of two equally good candidates the one with the higher priority comes first.
  package var priority = 0.0
  /// True to ask it for ghost text, and not for words.
  package var isInline = false
  /// False to disable the source.
  package var isEnabled = true
  /// True to leave out what looks like a key or a password; it is a setting of all sources.
  package var hidesSecrets = true

  /// Creates the settings of a program, with defaults for everything else.
  package init(name: String, command: [String]) {
    self.name = name
    self.command = command
  }

  /// True when the source is disabled, or has no program.
  var isOff: Bool { !isEnabled || command.isEmpty }

  /// The description of the source for the engine.
  var descriptor: SourceDescriptor {
    SourceDescriptor(
      name: name, triggerCharacters: triggers, languages: languages,
      // A program that is asked once for each word costs nothing when the source is asked again.
      delay: delay.map { max($0, .zero) } ?? (dependsOnlyOnAnchor ? .zero : nil),
      // The source's own deadline passes first, as the source can report the reason.
      deadline: patience + .milliseconds(250), priority: min(max(priority, -1), 1),
      dependsOnlyOnAnchor: dependsOnlyOnAnchor, minimumLength: max(minimumLength, 0))
  }

  /// True when it is asked in a language.
  func isAsked(in languageID: String) -> Bool { languages?.contains(languageID) ?? true }

  /// The deadline, clamped to 10 milliseconds through 600 seconds.
  var patience: Duration { min(max(deadline, .milliseconds(10)), .seconds(600)) }

  /// Returns the parameters for starting the program.
  func launch(supervisor: String?) -> ProcessLaunch {
    var limits = ProcessLimits()
    limits.grace = CommandLimits.grace
    return ProcessLaunch(
      name: name, command: command, environment: environment, folder: folder, limits: limits, supervisor: supervisor)
  }
}

/// The limits on what a program may use.
enum CommandLimits {
  /// The maximum length of a line of plain candidates, in bytes.
  static let lineBytes = 64 * 1024
  /// The maximum length of a line of JSON and of a whole response, in bytes.
  static let answerBytes = 4 << 20
  /// The maximum number of bytes that a long-lived program may print between two requests; it leaves room for the rest
  /// of a response that was cut or cancelled.
  static let unaskedBytes = 16 << 20
  /// The maximum number of candidates in a response.
  static let candidates = 2000
  /// The maximum length of the typed text for which a program is asked, in bytes.
  static let typedBytes = 1024
  /// The maximum number of bytes sent of the line before the cursor.
  static let prefixBytes = 4096
  /// The maximum number of bytes sent of the line after the cursor.
  static let suffixBytes = 1024
  /// The maximum numbers of bytes sent of the text before and after the cursor for ghost text: what a local model reads in
  /// a moment, some 8,000 of its tokens.
  static let (beforeBytes, afterBytes) = (32 * 1024, 8 * 1024)
  /// The default pause in typing after which a program is asked for ghost text.
  static let inlineDelay = Duration.milliseconds(100)
  /// The number of missed responses in a row after which a long-lived program counts as hung.
  static let missedAnswers = 3
  /// The time that an unwanted program has to end before it is killed.
  static let grace = Duration.milliseconds(500)
  /// The time for which a response that came too late for its request is kept for the next one.
  static let freshness = Duration.seconds(10)
  /// The minimum time between two log entries of the same problem.
  static let complaintInterval = Duration.seconds(60)
}
