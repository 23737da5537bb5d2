import CatchwordSettings

/// The action that the arguments request.
enum Invocation: Equatable {
  /// Print the help for a command; nil for the whole program.
  case help(command: String?)
  /// Print an article of the documentation.
  case topic(String)
  case version
  /// Print an introduction: the program was started at a terminal without arguments.
  case explain
  case serve(clientProcessID: Int?)
  /// Set an editor up; nil to list those that are installed.
  case setup(SetupEditor?, Setup.Action, program: String? = nil)
  /// Look for what is wrong, for a file too.
  case doctor(file: String?)
  /// Show the menu in a terminal; in a text of ours without a file.
  case demo(file: String?)
  case complete(CompleteOptions)
  case replay(ReplayOptions)
  /// Check a configuration file; nil for the user's own.
  case check(path: String?)
  case config(ConfigOptions)
  case status(isJSON: Bool)
  /// Report on a file or a folder of snippets, and add it to the user's.
  case importSnippets(path: String, isDry: Bool)
  case index(folders: [String])
  case learn(folders: [String])
  case publish(Publish.Options)
  /// Take back what was published as `NAME:NAMESPACE`.
  case unpublish(String)
  /// Test a place of shared words, or verify what is published as `NAME:NAMESPACE`.
  case shared(String, verifies: Bool)
  /// Ban a word, or allow it again: in one language, or in all.
  case ban(word: String, languageID: String?)
  case unban(word: String, languageID: String?)
  case bans(isJSON: Bool)
  /// Forget a word; nil for all.
  case forget(word: String?)
  case forgetFolder(String)
  /// Another language server's command, and the maximum time for it to begin, in seconds; nil for the default.
  case proxy(command: [String], patience: Int?)
  case completions(Shell)
  case man
  case supervise(command: [String])

  /// A mistake in the arguments, described in one line.
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
    case "setup": return try setup(parsed)
    case "doctor": return .doctor(file: first)
    case "demo": return .demo(file: first)
    case "complete": return .complete(try CompleteOptions(parsed))
    case "replay":
      return .replay(
        ReplayOptions(path: first ?? "", command: parsed.command, keepsHome: parsed.has("--keep-home")))
    case "check": return .check(path: first)
    case "config": return .config(ConfigOptions(parsed))
    case "status": return .status(isJSON: parsed.has("--json"))
    case "import": return .importSnippets(path: first ?? "", isDry: parsed.has("--dry-run"))
    case "learn": return .learn(folders: parsed.arguments)
    case "publish": return try publish(parsed)
    case "unpublish": return .unpublish(first ?? "")
    case "shared": return .shared(parsed.arguments.last ?? "", verifies: first == "verify")
    case "index": return .index(folders: parsed.arguments)
    case "ban": return .ban(word: first ?? "", languageID: parsed.value("--language"))
    case "unban": return .unban(word: first ?? "", languageID: parsed.value("--language"))
    case "bans": return .bans(isJSON: parsed.has("--json"))
    case "forget":
      guard let folder = parsed.value("--folder") else { return .forget(word: first) }
      if let first {
        throw Failure(message: "forget takes a word or --folder, and both are here: \(first), \(folder).")
      }
      return .forgetFolder(folder)
    case "proxy": return .proxy(command: parsed.command, patience: parsed.value("--patience").flatMap(Int.init))
    case "completions": return .completions(first.flatMap(Shell.init) ?? .bash)
    case "man": return .man
    case "supervise": return .supervise(command: parsed.command)
    default: return try help(first)
    }
  }

  private static func setup(_ parsed: ParsedArguments) throws(Failure) -> Invocation {
    let editor = parsed.arguments.first.flatMap(SetupEditor.named)
    if editor == nil, let name = parsed.arguments.first {
      throw Failure(
        message: "setup needs \(CommandDefinition.named("setup")?.arguments[0].noun ?? ""), and not \"\(name)\".")
    }
    let (writes, removes) = (parsed.has("--write"), parsed.has("--remove"))
    if writes && removes { throw Failure(message: "setup takes --write or --remove, and both are here.") }
    if editor == nil && (writes || removes) {
      throw Failure(
        message: "setup needs an editor for that: \(SetupEditor.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    // The programs of VS Code's kin are editors of their own, with extensions of their own.
    let name = parsed.arguments.first?.lowercased()
    let program = editor == .vscode && name != editor?.rawValue ? name : nil
    return .setup(editor, writes ? .write : removes ? .remove : .explain, program: program)
  }

  private static func publish(_ parsed: ParsedArguments) throws(Failure) -> Invocation {
    guard let target = parsed.value("--to") else {
      throw Failure(message: "publish needs --to NAME:NAMESPACE, as in --to acme:acme/monorepo.")
    }
    return .publish(
      Publish.Options(
        inputs: parsed.arguments, target: target, minimumFiles: parsed.number("--minimum-files") ?? 2,
        isDry: parsed.has("--dry-run"), isOfChanges: parsed.has("--changes"), rate: parsed.number("--rate")))
  }

  /// Returns what help is asked for.
  private static func help(_ name: String?) throws(Failure) -> Invocation {
    guard let name, CommandDefinition.named(name) == nil else { return .help(command: name) }
    if Topic.named(name) != nil { return .topic(name) }
    let hint = NearestName.of(name, among: CommandDefinition.helpNames).map { "did you mean \($0)?" }
    throw Failure(message: "there is no command or topic \"\(name)\"; \(hint ?? "'catchword help' has all of them.")")
  }

  private static func serve(_ arguments: [String], isInputTerminal: Bool) throws(Failure) -> Invocation {
    let parsed = try ParsedArguments(arguments, of: .serve, and: [CommandDefinition.versionOption])
    if parsed.asksForHelp { return .help(command: nil) }
    if parsed.has("--version") { return .version }
    guard parsed.has("--stdio") || !isInputTerminal else { return .explain }
    return .serve(clientProcessID: parsed.number("--clientProcessId"))
  }
}

/// The shells with supported completion.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The script that completes the program's arguments in this shell.
  var script: String {
    switch self {
    case .bash: BashCompletion.script()
    case .zsh: ZshCompletion.script()
    case .fish: FishCompletion.script()
    }
  }
}
