extension CommandDefinition {
  /// The definition of the program without a command: it serves.
  static let serve = CommandDefinition(
    name: "", summary: "serve an editor on standard input and output",
    discussion: "An editor starts the server by itself.",
    options: [
      OptionDefinition(name: "--stdio", summary: "serve, even from a terminal"),
      OptionDefinition(
        name: "--clientProcessId",
        value: ArgumentDefinition(
          label: "N", kind: .number(1...Int.max), noun: "the number of a process, as in --clientProcessId=4321"),
        summary: "end when the process of this number does"),
    ])

  /// The option that every command accepts, and the program without one.
  static let helpOption = OptionDefinition(name: "--help", short: "-h", summary: "say what the arguments are")

  /// The option that only the program without a command accepts.
  static let versionOption = OptionDefinition(name: "--version", summary: "print the version")

  /// The commands, in the order in which they are listed.
  static let commands: [CommandDefinition] = [
    complete, replay, check, config, status, index, ban, unban, bans, forget, proxy, completions, man, help, supervise,
  ]

  /// Returns the command of a name.
  static func named(_ name: String) -> CommandDefinition? { commands.first { $0.name == name } }

  /// The commands that are shown to people.
  static var shown: [CommandDefinition] { commands.filter { !$0.isHidden } }

  private static let json = OptionDefinition(name: "--json", summary: "print JSON")

  private static let language = OptionDefinition(
    name: "--language",
    value: ArgumentDefinition(label: "ID", kind: .word, noun: "a language id, as in --language swift"),
    summary: "as for this language")

  private static let complete = CommandDefinition(
    name: "complete", summary: "print completions for a place in a file",
    discussion: "Lines and columns count from 1; without a column it is the end of the line.",
    options: [
      json,
      OptionDefinition(
        name: "--limit",
        value: ArgumentDefinition(label: "N", kind: .number(1...10_000), noun: "a number from 1 to 10000"),
        summary: "print at most so many, 20 by default"),
      OptionDefinition(
        name: "--list", value: ArgumentDefinition(label: "FILE", kind: .file, noun: "a file"), isRepeated: true,
        summary: "offer the words of this file"),
      OptionDefinition(
        name: "--source",
        value: ArgumentDefinition(label: "NAME", kind: .word, noun: "the name of a source, as in --source words"),
        isRepeated: true, summary: "ask this source only"),
      OptionDefinition(name: "--explain", summary: "say why each stands where it does"),
      language,
    ],
    arguments: [ArgumentDefinition(label: "FILE:LINE[:COLUMN]", kind: .place, noun: "a place in a file")])

  private static let replay = CommandDefinition(
    name: "replay", summary: "play a transcript to a language server and check its answers",
    discussion: "The server has a home folder of its own, which is gone afterwards.",
    options: [
      OptionDefinition(
        name: "--keep-home", summary: "let the server use your home folder, its caches, and what it has learned there")
    ],
    arguments: [ArgumentDefinition(label: "FILE", kind: .file, noun: "a transcript")], takesCommand: true)

  private static let check = CommandDefinition(
    name: "check", summary: "say what is wrong with a configuration file",
    discussion: "Without a file it is your own configuration, and that of the project.",
    arguments: [ArgumentDefinition(label: "FILE", kind: .file, noun: "a configuration file", isOptional: true)])

  private static let config = CommandDefinition(
    name: "config", summary: "print the settings that count, and where each is from",
    discussion: "With a file, they are those for that file.",
    options: [
      json, OptionDefinition(name: "--schema", summary: "print what settings there are, as a JSON Schema"), language,
    ],
    arguments: [ArgumentDefinition(label: "FILE", kind: .file, noun: "a file", isOptional: true)])

  private static let status = CommandDefinition(
    name: "status", summary: "print what the running servers do, and what their sources have loaded",
    discussion: "Where none runs, it is what one would load that was started here.", options: [json])

  private static let index = CommandDefinition(
    name: "index", summary: "read the words of folders now, and not when an editor asks for them",
    arguments: [ArgumentDefinition(label: "DIR", kind: .folder, noun: "a folder", isRepeated: true)])

  private static let word = ArgumentDefinition(label: "WORD", kind: .word, noun: "a word")

  private static let inLanguage = OptionDefinition(
    name: "--language",
    value: ArgumentDefinition(label: "ID", kind: .word, noun: "a language id, as in --language swift"),
    summary: "in this language only")

  private static let ban = CommandDefinition(
    name: "ban", summary: "never offer a word again, in any editor", options: [inLanguage], arguments: [word])

  private static let unban = CommandDefinition(
    name: "unban", summary: "offer a word again that was banned",
    discussion: "Without a language, it is offered again in all of them.", options: [inLanguage], arguments: [word])

  private static let bans = CommandDefinition(name: "bans", summary: "print the words that are banned", options: [json])

  private static let forget = CommandDefinition(
    name: "forget", summary: "forget which words were chosen",
    discussion: "With a word, only that one is forgotten.",
    arguments: [ArgumentDefinition(label: "WORD", kind: .word, noun: "a word", isOptional: true)])

  private static let proxy = CommandDefinition(
    name: "proxy", summary: "serve what another language server serves, with completions added",
    discussion: "For editors that allow one server a file.",
    options: [
      OptionDefinition(
        name: "--patience",
        value: ArgumentDefinition(label: "SECONDS", kind: .number(1...3600), noun: "seconds from 1 to 3600"),
        summary: "how long the other server may take to begin; 15 unless you say otherwise")
    ], takesCommand: true)

  private static let completions = CommandDefinition(
    name: "completions", summary: "print what a shell needs to complete these arguments",
    arguments: [
      ArgumentDefinition(label: "SHELL", kind: .choice(Shell.allCases.map(\.rawValue)), noun: "bash, zsh or fish")
    ])

  private static let man = CommandDefinition(name: "man", summary: "print the manual, for man -l -")

  private static let help = CommandDefinition(
    name: "help", summary: "say what a command's arguments are",
    arguments: [ArgumentDefinition(label: "COMMAND", kind: .word, noun: "a command", isOptional: true)])

  private static let supervise = CommandDefinition(
    name: "supervise", summary: "run a program, and end it with all that it has started when standard input ends",
    takesCommand: true, isHidden: true)
}
