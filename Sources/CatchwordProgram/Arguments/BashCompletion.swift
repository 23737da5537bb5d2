/// Completion of the program's arguments in bash, from version 3.2.
enum BashCompletion {
  static func script(_ commands: [CommandDefinition] = CommandDefinition.shown) -> String {
    let root = CommandDefinition.serve
    let rootOptions = root.options + [CommandDefinition.versionOption, CommandDefinition.helpOption]
    return """
      # Completion of catchword in bash: source <(catchword completions bash)
      _catchword() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}" command="" index
        local IFS=$'\\n'
        COMPREPLY=()
        # bash takes an equals sign for a word.
        if [[ $current == "=" ]]; then
          current=""
        elif [[ $previous == "=" ]]; then
          previous="${COMP_WORDS[COMP_CWORD - 2]}"
        fi
        if (( COMP_CWORD > 1 )) && [[ ${COMP_WORDS[1]} != -* ]]; then command="${COMP_WORDS[1]}"; fi
        # Behind two hyphens there is another program's command.
        for (( index = 2; index < COMP_CWORD; index++ )); do
          if [[ ${COMP_WORDS[index]} == "--" ]]; then
            compopt -o filenames 2> /dev/null
            if (( index == COMP_CWORD - 1 )); then
              COMPREPLY=($(compgen -c -- "$current"))
            else
              COMPREPLY=($(compgen -f -- "$current"))
            fi
            return
          fi
        done
        case "$command $previous" in
      \(commands.flatMap(valueCases).joined())\(([root].flatMap(valueCases)).joined())\
        esac
        case "$command" in
          "")
      \(words(commands.map(\.name) + rootOptions.map(\.name)))\
            ;;
      \(commands.map(commandCase).joined())\
        esac
      }
      complete -F _catchword catchword

      """
  }

  /// Returns the completion of the values that follow a command's options.
  private static func valueCases(_ definition: CommandDefinition) -> [String] {
    definition.options.compactMap { option in
      guard let value = option.value else { return nil }
      return "    \"\(definition.name) \(option.name)\")\n\(words(of: value.kind))      return\n      ;;\n"
    }
  }

  private static func commandCase(_ definition: CommandDefinition) -> String {
    let options = (definition.options + [CommandDefinition.helpOption]).map(\.name)
    var arguments = definition.arguments.first.map { words(of: $0.kind, indent: 8) } ?? ""
    if definition.name == "help" { arguments = words(CommandDefinition.helpNames, indent: 8) }
    let extra = definition.takesCommand ? ["--"] : []
    return """
          \(definition.name))
            if [[ $current == -* ]]; then
      \(words(options + extra, indent: 8))\
            else
      \(arguments.isEmpty ? "        :\n" : arguments)\
            fi
            ;;

      """
  }

  private static func words(of kind: ValueKind, indent: Int = 6) -> String {
    let space = String(repeating: " ", count: indent)
    switch kind {
    case .file, .place:
      return "\(space)compopt -o filenames 2> /dev/null\n\(space)COMPREPLY=($(compgen -f -- \"$current\"))\n"
    case .folder:
      return "\(space)compopt -o filenames 2> /dev/null\n\(space)COMPREPLY=($(compgen -d -- \"$current\"))\n"
    case .choice(let choices), .suggested(let choices): return words(choices, indent: indent)
    case .number, .word: return ""
    }
  }

  /// Returns a completion with one of these words; they are separated by a line break, which is in `IFS`.
  private static func words(_ words: [String], indent: Int = 6) -> String {
    let list = words.joined(separator: "\\n")
    return "\(String(repeating: " ", count: indent))COMPREPLY=($(compgen -W $'\(list)' -- \"$current\"))\n"
  }
}
