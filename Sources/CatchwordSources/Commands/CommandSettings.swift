import CatchwordCompletion
import CatchwordProcesses

/// A program of the user's that offers completions; `protocol/external-sources.md` says how it is asked.
public struct CommandSettings: Equatable, Sendable {
  /// How long a program runs.
  public enum Mode: String, Sendable, CaseIterable {
    /// It is started for each question, and ends after its answer.
    case perRequest = "per-request"
    /// It is started once, and answers one question after the other.
    case longLived = "long-lived"
  }

  /// How a program answers.
  public enum Format: String, Sendable, CaseIterable {
    /// A candidate a line, with a description after a TAB if there is one.
    case lines
    /// Candidates as JSON.
    case json
  }

  /// The source's name, which users see: short, without spaces, and no other source's.
  public var name: String
  /// The program and its arguments; never a shell's. A program without a slash is looked up in the PATH.
  public var command: [String]
  /// Variables of its environment, in addition to the server's.
  public var environment: [String: String] = [:]
  /// Its working folder; nil for the server's.
  public var folder: String?
  /// How long it runs.
  public var mode = Mode.perRequest
  /// How it answers.
  public var format = Format.lines
  /// The languages in which it is asked; nil for all.
  public var languages: Set<String>?
  /// Characters after which it is asked although no word has begun.
  public var triggers: Set<Character> = []
  /// How many characters must be typed before it is asked automatically.
  public var minimumLength = 1
  /// How long to wait before it is asked again in the same word; nil lets the engine choose by what it has cost.
  public var delay: Duration?
  /// After how long its answer is given up.
  public var deadline = Duration.seconds(1)
  /// True when its answer does not depend on what of the word has been typed: then it is asked once a word.
  public var dependsOnlyOnAnchor = false
  /// Which of two equally good candidates comes first: the one of the source with the higher priority, from -1 to 1.
  public var priority = 0.0
  /// False to leave it alone.
  public var isEnabled = true

  /// Describes a program; the rest is as by default.
  public init(name: String, command: [String]) {
    self.name = name
    self.command = command
  }

  /// What the engine needs to know about the source.
  var descriptor: SourceDescriptor {
    SourceDescriptor(
      name: name, triggerCharacters: triggers, languages: languages,
      // Where the program is asked once a word, to ask the source again costs nothing.
      delay: delay.map { max($0, .zero) } ?? (dependsOnlyOnAnchor ? .zero : nil),
      // The source's own deadline comes first: it knows what to say.
      deadline: patience + .milliseconds(250), priority: min(max(priority, -1), 1),
      dependsOnlyOnAnchor: dependsOnlyOnAnchor, minimumLength: max(minimumLength, 0))
  }

  /// The deadline, or what comes nearest to it.
  var patience: Duration { min(max(deadline, .milliseconds(10)), .seconds(600)) }

  /// How to start the program.
  func launch(supervisor: String?) -> ProcessLaunch {
    var limits = ProcessLimits()
    limits.grace = CommandLimits.grace
    return ProcessLaunch(
      name: name, command: command, environment: environment, folder: folder, limits: limits, supervisor: supervisor)
  }
}

/// What a program may take.
enum CommandLimits {
  /// The longest line of plain candidates, in bytes.
  static let lineBytes = 64 * 1024
  /// The longest line of JSON, and the longest answer, in bytes.
  static let answerBytes = 4 << 20
  /// How much a long-lived program may print between two requests, in bytes; the rest of an answer that was cut or
  /// cancelled has room in it.
  static let unaskedBytes = 16 << 20
  /// How many candidates an answer has at most.
  static let candidates = 2000
  /// How long what was typed may be for a program to be asked, in bytes.
  static let typedBytes = 1024
  /// How much of the line before the cursor is told, in bytes.
  static let prefixBytes = 4096
  /// How much of the line after the cursor is told, in bytes.
  static let suffixBytes = 1024
  /// How many answers in a row a long-lived program may owe before it counts as hung.
  static let missedAnswers = 3
  /// How long a program that is no longer wanted may take to end before it is killed.
  static let grace = Duration.milliseconds(500)
  /// How long an answer that came too late for its question is kept for the next one.
  static let freshness = Duration.seconds(10)
  /// How often the same complaint is logged.
  static let complaintInterval = Duration.seconds(60)
}
