/// Completion of the program's arguments in zsh.
enum ZshCompletion {
  static func script(_ commands: [CommandDefinition] = CommandDefinition.shown) -> String {
    let root = CommandDefinition.serve
    let rootOptions = root.options + [CommandDefinition.versionOption, CommandDefinition.helpOption]
    return """
      #compdef catchword
      # Completion of catchword in zsh: a file _catchword in $fpath, or source <(catchword completions zsh)
      _catchword_commands() {
        local -a commands
        commands=(
      \(commands.map { "    '\(quoted($0.name)):\(quoted($0.summary))'\n" }.joined())\
        )
        _describe -t commands command commands
      }

      _catchword() {
        local curcontext="$curcontext" state line separator
        typeset -A opt_args
        # Behind two hyphens there is another program's command.
        separator=${words[(i)--]}
        if (( separator > 2 && separator < CURRENT )); then
          shift $separator words
          (( CURRENT -= separator ))
          _normal
          return
        fi
        if (( CURRENT < 3 )) || [[ ${words[2]} == -* ]]; then
          _arguments -S \\
      \(rootOptions.map { "      \(specification($0)) \\\n" }.joined())\
            '1: :_catchword_commands'
          return
        fi
        shift words
        (( CURRENT-- ))
        case ${words[1]} in
      \(commands.map(commandCase).joined())\
        esac
      }

      if [[ ${funcstack[1]} == _catchword ]]; then
        _catchword "$@"
      else
        compdef _catchword catchword
      fi

      """
  }

  private static func commandCase(_ definition: CommandDefinition) -> String {
    var specifications = (definition.options + [CommandDefinition.helpOption]).map(specification)
    for (index, argument) in definition.arguments.enumerated() {
      let place = argument.isRepeated ? "*" : argument.isOptional ? "\(index + 1):" : "\(index + 1)"
      let action =
        definition.name == "help" ? "(\(CommandDefinition.helpNames.joined(separator: " ")))" : action(argument.kind)
      specifications.append("'\(place):\(quoted(argument.label)):\(action)'")
    }
    let list = specifications.map { " \\\n        \($0)" }.joined()
    return "    \(definition.name))\n      _arguments -S\(list)\n      ;;\n"
  }

  private static func specification(_ option: OptionDefinition) -> String {
    let names = option.short.map { "'(\($0) \(option.name))'{\($0),\(option.name)}" }
    let repeated = option.isRepeated ? "*" : ""
    let value = option.value.map { ":\(quoted($0.label)):\(action($0.kind))" } ?? ""
    let end = "[\(quoted(option.summary))]\(value)'"
    if let names { return "\(names)'\(end)" }
    return "'\(repeated)\(option.name)\(option.value == nil ? "" : "=")\(end)"
  }

  private static func action(_ kind: ValueKind) -> String {
    switch kind {
    case .file, .place: "_files"
    case .folder: "_files -/"
    case .choice(let choices), .suggested(let choices): "(\(choices.joined(separator: " ")))"
    case .number, .word: " "
    }
  }

  /// Returns a text escaped for a specification in quotes.
  private static func quoted(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "'": result += "'\\''"
      case ":", "[", "]", "\\": result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }
}
