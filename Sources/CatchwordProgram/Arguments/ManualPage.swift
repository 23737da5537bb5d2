/// The program's manual, in mdoc.
enum ManualPage {
  /// The date of the manual's last change; it is printed at its foot.
  private static let date = "November 21, 2026"

  static func text(_ commands: [CommandDefinition] = CommandDefinition.shown) -> String {
    """
    .Dd \(date)
    .Dt CATCHWORD 1
    .Os
    .Sh NAME
    .Nm catchword
    .Nd complete words in any text, in any editor
    .Sh SYNOPSIS
    \(([.serve] + commands).map(synopsis).joined())\
    .Nm
    .Fl -version | Fl -help
    .Sh DESCRIPTION
    .Nm
    is a completion server: an editor starts it, and talks to it on standard input and output by the Language Server
    Protocol.
    It completes words of any text in any language, beside the language's own server or without one.
    .Pp
    Without a command, it serves:
    .Bl -tag -width Ds
    \((CommandDefinition.serve.options + [CommandDefinition.versionOption, CommandDefinition.helpOption]).map(option).joined())\
    .El
    .Sh COMMANDS
    .Bl -tag -width Ds
    \(commands.map(command).joined())\
    .El
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev XDG_CONFIG_HOME
    Where configuration is looked for, by default
    .Pa ~/.config .
    .It Ev XDG_CACHE_HOME
    Where indexes are kept, by default
    .Pa ~/.cache .
    .It Ev XDG_STATE_HOME
    Where it is kept which words were chosen and which are banned, and what the running servers do, by default
    .Pa ~/.local/state .
    .El
    .Sh FILES
    .Bl -tag -width Ds
    .It Pa ~/.config/catchword/config.json
    The settings, in JSON5.
    .El
    .Sh EXIT STATUS
    .Bl -tag -width Ds
    .It 0
    What was asked for was done.
    .It 1
    There are no completions, the word is not banned, or a server's answers are not those of its transcript.
    .It 64
    The arguments are wrong.
    .It 65
    A file is not of the form that it should be of, or has no such line.
    .It 66
    A file cannot be read.
    .It 74
    A file cannot be written.
    .El
    .Sh EXAMPLES
    Print what could be typed at the fifth column of a line:
    .Pp
    .Dl catchword complete notes.txt:12:5
    .Pp
    Let bash complete these arguments:
    .Pp
    .Dl source <(catchword completions bash)
    .Pp
    Read this manual:
    .Pp
    .Dl catchword man | man -l -

    """
  }

  private static func synopsis(_ definition: CommandDefinition) -> String {
    let options = definition.options.map { option in
      ".Op Fl \(escaped(String(option.name.dropFirst())))\(label(option))\n\(option.isRepeated ? ".No ...\n" : "")"
    }
    let name = definition.name.isEmpty ? "" : ".Cm \(definition.name)\n"
    return ".Nm\n\(name)\(options.joined())\(definition.arguments.map(argument).joined())"
      + (definition.takesCommand ? ".Fl -\n.Ar command ...\n" : "")
  }

  private static func argument(_ argument: ArgumentDefinition) -> String {
    let more = argument.isRepeated ? " ..." : ""
    return "\(argument.isOptional ? ".Op Ar" : ".Ar") \(escaped(argument.label.lowercased()))\(more)\n"
  }

  private static func command(_ definition: CommandDefinition) -> String {
    let arguments = definition.arguments.map { argument in
      let more = argument.isRepeated ? " ..." : ""
      return " \(argument.isOptional ? "Op Ar" : "Ar") \(escaped(argument.label.lowercased()))\(more)"
    }
    let more = definition.takesCommand ? " Fl - Ar command ..." : ""
    var text = ".It Cm \(definition.name)\(arguments.joined())\(more)\n\(sentence(definition.summary))\n"
    if !definition.discussion.isEmpty { text += "\(escaped(definition.discussion))\n" }
    guard !definition.options.isEmpty else { return text }
    return text + ".Bl -tag -width Ds\n\(definition.options.map(option).joined()).El\n"
  }

  private static func option(_ option: OptionDefinition) -> String {
    let short = option.short.map { "Fl \(escaped(String($0.dropFirst()))) , " } ?? ""
    let name = "Fl \(escaped(String(option.name.dropFirst())))"
    return ".It \(short)\(name)\(label(option))\n\(sentence(option.summary))\n"
  }

  private static func label(_ option: OptionDefinition) -> String {
    option.value.map { " Ar \(escaped($0.label.lowercased()))" } ?? ""
  }

  private static func sentence(_ summary: String) -> String { escaped(Help.sentence(summary)) }

  /// Returns a text escaped for roff: backslashes anywhere, a full stop or an apostrophe at the beginning of a line.
  private static func escaped(_ text: String) -> String {
    let text = text.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\e")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
  }
}
