/// The help texts of the program.
enum Help {
  /// The help for the whole program.
  static let text = """
    Catchword completes words in any text, in any editor that speaks LSP.

    Usage:
    \(([.serve] + CommandDefinition.shown).map(entry).joined())\
      catchword --version
      catchword --help

    'catchword help' with one of these prints more about it:
    \(topics)
    An editor starts the server by itself; 'catchword setup' sets it up.
    Settings are read from $XDG_CONFIG_HOME/catchword/config.json (by default ~/.config/catchword/config.json).

    """

  static let startedByHand = """
    catchword is a completion server: an editor starts it, and talks to it on standard input.
    Try it without an editor:   catchword demo
    Set an editor up:           catchword setup
    Serve from a terminal:      catchword --stdio
    All it can do:              catchword --help

    """

  private static let topics: String = {
    let width = (Topic.all.map(\.name.count).max() ?? 0) + 2
    return Topic.all.map { "  \(StatusText.padded($0.name, width))\($0.title)\n" }.joined()
  }()

  /// Returns the help for a command, or for the program when there is no such command.
  static func text(for name: String?) -> String {
    guard let definition = name.flatMap(CommandDefinition.named) else { return text }
    var rows = definition.arguments.map { (left: $0.label, right: $0.noun) }
    rows += (definition.options + [CommandDefinition.helpOption]).map { option in
      let short = option.short.map { "\($0), " } ?? ""
      return (left: short + option.name + (option.value.map { " \($0.label)" } ?? ""), right: option.summary)
    }
    let width = rows.map(\.left.count).max() ?? 0
    let table = rows.map { row in
      "  \(row.left)\(String(repeating: " ", count: width - row.left.count + 2))\(row.right)\n"
    }
    let about = [sentence(definition.summary), definition.discussion].filter { !$0.isEmpty }.joined(separator: " ")
    return "Usage:\n\(usage(definition))\n\(about)\n\n\(table.joined())"
  }

  /// Returns a summary as a sentence.
  static func sentence(_ summary: String) -> String { "\(summary.prefix(1).uppercased())\(summary.dropFirst())." }

  private static func entry(_ definition: CommandDefinition) -> String {
    "\(usage(definition))      \(definition.summary)\n"
  }

  /// Returns the usage lines, wrapped at the maximum width.
  private static func usage(_ definition: CommandDefinition) -> String {
    let start = "  catchword"
    let indent = String(repeating: " ", count: start.count + definition.name.count + (definition.name.isEmpty ? 0 : 1))
    var lines = [start]
    for piece in definition.usage {
      if lines[lines.count - 1].count + piece.count + 1 > maximumWidth { lines.append(indent) }
      lines[lines.count - 1] += " \(piece)"
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private static let maximumWidth = 80
}
