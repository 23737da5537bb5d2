import CatchwordSettings

/// What the arguments ask for.
enum Invocation: Equatable {
  /// What the arguments are, of a command or of all.
  case help(command: String?)
  case version
  /// Started at a terminal without arguments: say what this is.
  case explain
  case serve(clientProcessID: Int?)
  case complete(CompleteOptions)
  case replay(ReplayOptions)
  /// What is wrong with a configuration file; nil for the user's own.
  case check(path: String?)
  case config(ConfigOptions)
  case status(isJSON: Bool)
  case index(folders: [String])
  /// A word that is never to be offered again, or is: in one language, or in all.
  case ban(word: String, languageID: String?)
  case unban(word: String, languageID: String?)
  case bans(isJSON: Bool)
  /// A word, or all of them.
  case forget(word: String?)
  /// Another language server's command, and for how many seconds it may take to begin; nil for the usual.
  case proxy(command: [String], patience: Int?)
  case completions(Shell)
  case man
  case supervise(command: [String])

  /// One line about what is wrong with the arguments.
  struct Failure: Error, Equatable {
    let message: String
  }

  /// Reads the program's arguments.
  static func parse(_ arguments: [String], isInputTerminal: Bool) -> Result<Invocation, Failure> {
    do throws(Failure) {
      guard let name = arguments.first else {
        return .success(isInputTerminal ? .explain : .serve(clientProcessID: nil))
      }
      guard let definition = CommandDefinition.named(name) else {
        return .success(try serve(arguments, isInputTerminal: isInputTerminal))
      }
      let parsed = try ParsedArguments(Array(arguments.dropFirst()), of: definition)
      if parsed.asksForHelp { return .success(.help(command: name)) }
      return .success(try invocation(of: name, parsed))
    } catch {
      return .failure(error)
    }
  }

  private static func invocation(of name: String, _ parsed: ParsedArguments) throws(Failure) -> Invocation {
    let first = parsed.arguments.first
    switch name {
    case "complete": return .complete(try CompleteOptions(parsed))
    case "replay":
      return .replay(
        ReplayOptions(path: first ?? "", command: parsed.command, keepsHome: parsed.has("--keep-home")))
    case "check": return .check(path: first)
    case "config": return .config(ConfigOptions(parsed))
    case "status": return .status(isJSON: parsed.has("--json"))
    case "index": return .index(folders: parsed.arguments)
    case "ban": return .ban(word: first ?? "", languageID: parsed.value("--language"))
    case "unban": return .unban(word: first ?? "", languageID: parsed.value("--language"))
    case "bans": return .bans(isJSON: parsed.has("--json"))
    case "forget": return .forget(word: first)
    case "proxy": return .proxy(command: parsed.command, patience: parsed.value("--patience").flatMap(Int.init))
    case "completions": return .completions(first.flatMap(Shell.init) ?? .bash)
    case "man": return .man
    case "supervise": return .supervise(command: parsed.command)
    default: return .help(command: try known(first))
    }
  }

  /// A command to be helped with.
  private static func known(_ name: String?) throws(Failure) -> String? {
    guard let name, CommandDefinition.named(name) == nil else { return name }
    let hint = NearestName.of(name, among: CommandDefinition.shown.map(\.name)).map { "did you mean \($0)?" }
    throw Failure(message: "unknown command \"\(name)\"; \(hint ?? "see catchword --help.")")
  }

  private static func serve(_ arguments: [String], isInputTerminal: Bool) throws(Failure) -> Invocation {
    let parsed = try ParsedArguments(arguments, of: .serve, and: [CommandDefinition.versionOption])
    if parsed.asksForHelp { return .help(command: nil) }
    if parsed.has("--version") { return .version }
    guard parsed.has("--stdio") || !isInputTerminal else { return .explain }
    return .serve(clientProcessID: parsed.number("--clientProcessId"))
  }
}

/// The shells whose completion is known.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// What completes the program's arguments in it.
  var script: String {
    switch self {
    case .bash: BashCompletion.script()
    case .zsh: ZshCompletion.script()
    case .fish: FishCompletion.script()
    }
  }
}
