/// Completion of the program's arguments in fish.
enum FishCompletion {
  static func script(_ commands: [CommandDefinition] = CommandDefinition.shown) -> String {
    let root = CommandDefinition.serve
    let rootOptions = root.options + [CommandDefinition.versionOption, CommandDefinition.helpOption]
    var lines = [
      "# Completion of catchword in fish: catchword completions fish | source",
      "function __catchword_command_is",
      "    set -l words (commandline -opc)",
      "    if contains -- -- $words",
      "        return 1",
      "    end",
      "    if test (count $words) -lt 2; or string match -q -- '-*' $words[2]",
      "        test -z \"$argv[1]\"",
      "    else",
      "        test \"$words[2]\" = \"$argv[1]\"",
      "    end",
      "end",
      "complete -c catchword -f",
      "complete -c catchword -n 'contains -- -- (commandline -opc)' -F -a '(__fish_complete_command)'",
    ]
    lines += rootOptions.map { line("", $0) }
    lines += commands.map { "\(start("")) -a \($0.name) -d \(quoted($0.summary))" }
    for command in commands {
      lines += (command.options + [CommandDefinition.helpOption]).map { line(command.name, $0) }
      if command.name == "help" {
        lines.append("\(start("help")) -a \(quoted(CommandDefinition.helpNames.joined(separator: " ")))")
      } else {
        lines += command.arguments.compactMap { values($0.kind) }.map { "\(start(command.name)) \($0)" }
      }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private static func start(_ command: String) -> String {
    "complete -c catchword -n '__catchword_command_is \"\(command)\"'"
  }

  private static func line(_ command: String, _ option: OptionDefinition) -> String {
    var line = "\(start(command)) -l \(option.name.dropFirst(2))"
    if let short = option.short { line += " -s \(short.dropFirst())" }
    if let value = option.value { line += " \(values(value.kind) ?? "-x")" + (values(value.kind) == nil ? "" : " -r") }
    return "\(line) -d \(quoted(option.summary))"
  }

  /// Returns the completion of an argument; nil for values that cannot be guessed.
  private static func values(_ kind: ValueKind) -> String? {
    switch kind {
    case .file, .place: "-F"
    case .folder: "-a '(__fish_complete_directories)'"
    case .choice(let choices), .suggested(let choices): "-a \(quoted(choices.joined(separator: " ")))"
    case .number, .word: nil
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = ""
    for character in text { result += character == "'" || character == "\\" ? "\\\(character)" : String(character) }
    return "'\(result)'"
  }
}
