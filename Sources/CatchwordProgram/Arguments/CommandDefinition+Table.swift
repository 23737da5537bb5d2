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
        summary: "end when this process ends"),
    ])

  /// The option that every command accepts, and the program without one.
  static let helpOption = OptionDefinition(name: "--help", short: "-h", summary: "print the options and arguments")

  /// The option that only the program without a command accepts.
  static let versionOption = OptionDefinition(name: "--version", summary: "print the version")

  /// The commands, in the order in which they are listed.
  static let commands: [CommandDefinition] = [
    setup, doctor, demo, complete, replay, check, config, status, importing, index, learn, publish, unpublish, shared,
    ban, unban, bans, forget, proxy, completions, man, help, supervise,
  ]

  /// Returns the command of a name.
  static func named(_ name: String) -> CommandDefinition? { commands.first { $0.name == name } }

  /// The commands that are shown to people.
  static var shown: [CommandDefinition] { commands.filter { !$0.isHidden } }

  /// The names with which help can be asked for.
  static var helpNames: [String] { shown.map(\.name) + Topic.all.map(\.name) }

  private static let json = OptionDefinition(name: "--json", summary: "print JSON")

  private static let setup = CommandDefinition(
    name: "setup", summary: "set an editor up, or say which editors are here",
    discussion: "The files of the editor's client are in this program; without --write, nothing is changed.",
    options: [
      OptionDefinition(name: "--write", summary: "do what is said without it"),
      OptionDefinition(name: "--remove", summary: "take back what --write has done"),
    ],
    arguments: [
      ArgumentDefinition(
        label: "EDITOR", kind: .suggested(SetupEditor.allCases.map(\.rawValue)),
        noun: "vim, neovim, emacs, helix, kakoune or vscode",
        isOptional: true)
    ])

  private static let doctor = CommandDefinition(
    name: "doctor", summary: "look for what keeps completions from coming, and say the remedy",
    discussion: "With a file, whether its words are known, too.",
    arguments: [
      ArgumentDefinition(
        label: "FILE", kind: .file, noun: "a file in which something is missing", isOptional: true)
    ])

  private static let language = OptionDefinition(
    name: "--language",
    value: ArgumentDefinition(label: "ID", kind: .word, noun: "a language id, as in --language swift"),
    summary: "use the settings of this language")

  private static let demo = CommandDefinition(
    name: "demo", summary: "show the menu and ghost text in this terminal, without an editor",
    discussion: "What is typed is not saved; CTRL-Q leaves.",
    arguments: [
      ArgumentDefinition(label: "FILE", kind: .file, noun: "a file to type in", isOptional: true)
    ])

  private static let complete = CommandDefinition(
    name: "complete", summary: "print completions for a place in a file",
    discussion: "Lines and columns count from 1; without a column, the end of the line is meant.",
    options: [
      json,
      OptionDefinition(
        name: "--limit",
        value: ArgumentDefinition(label: "N", kind: .number(1...10_000), noun: "a number from 1 to 10000"),
        summary: "the maximum number of completions; 20 by default"),
      OptionDefinition(
        name: "--list", value: ArgumentDefinition(label: "FILE", kind: .file, noun: "a file"), isRepeated: true,
        summary: "offer the words of this file"),
      OptionDefinition(
        name: "--source",
        value: ArgumentDefinition(label: "NAME", kind: .word, noun: "the name of a source, as in --source words"),
        isRepeated: true, summary: "ask this source only"),
      OptionDefinition(name: "--explain", summary: "print what the rank of each is made of"),
      language,
    ],
    arguments: [ArgumentDefinition(label: "FILE:LINE[:COLUMN]", kind: .place, noun: "a place in a file")])

  private static let replay = CommandDefinition(
    name: "replay", summary: "play a transcript to a language server and check its answers",
    discussion: "The server gets a temporary home folder.",
    options: [
      OptionDefinition(
        name: "--keep-home", summary: "let the server use your home folder, with its caches and learned words")
    ],
    arguments: [ArgumentDefinition(label: "FILE", kind: .file, noun: "a transcript")], takesCommand: true)

  private static let check = CommandDefinition(
    name: "check", summary: "print the mistakes in a configuration file",
    discussion: "Without a file, your own configuration and that of the project are checked.",
    arguments: [ArgumentDefinition(label: "FILE", kind: .file, noun: "a configuration file", isOptional: true)])

  private static let config = CommandDefinition(
    name: "config", summary: "print the settings in effect, and the origin of each",
    discussion: "With a file, the settings for that file.",
    options: [
      json, OptionDefinition(name: "--schema", summary: "print the JSON Schema of all settings"), language,
    ],
    arguments: [ArgumentDefinition(label: "FILE", kind: .file, noun: "a file", isOptional: true)])

  private static let status = CommandDefinition(
    name: "status", summary: "print the state of the running servers and of their sources",
    discussion: "If none runs, it prints what a server would load in this folder.", options: [json])

  private static let index = CommandDefinition(
    name: "index", summary: "read the words of folders before an editor asks for them",
    arguments: [ArgumentDefinition(label: "DIR", kind: .folder, noun: "a folder", isRepeated: true)])

  private static let learn = CommandDefinition(
    name: "learn", summary: "learn from folders now, for projects that are not open",
    discussion: "Without a folder, from those of the setting \"prediction\": {\"folders\"}.",
    arguments: [
      ArgumentDefinition(label: "DIR", kind: .folder, noun: "a folder", isOptional: true, isRepeated: true)
    ])

  private static let publish = CommandDefinition(
    name: "publish", summary: "put the words of lists and folders where all of a team have them in their menus",
    discussion: "All that was published under that name before is replaced.",
    options: [
      OptionDefinition(
        name: "--to",
        value: ArgumentDefinition(
          label: "NAME:NAMESPACE", kind: .word,
          noun: "a place of \"shared\" and a namespace, as in --to acme:acme/monorepo"),
        summary: "the place, as the setting \"shared\" names it, and the name there"),
      OptionDefinition(
        name: "--minimum-files",
        value: ArgumentDefinition(label: "N", kind: .number(1...1000), noun: "a number from 1 to 1000"),
        summary: "leave out words that fewer files of a folder have; 2 by default"),
      OptionDefinition(
        name: "--rate",
        value: ArgumentDefinition(label: "MB", kind: .number(1...10_000), noun: "a number from 1 to 10000"),
        summary: "write at most so many megabytes a second, for the sake of those who read"),
      OptionDefinition(
        name: "--changes",
        summary:
          "publish what has changed in a folder since the last time, as git tells; all of it where that is not known"),
      OptionDefinition(name: "--dry-run", summary: "print what would be published"),
    ],
    arguments: [
      ArgumentDefinition(label: "LIST|DIR", kind: .file, noun: "a word list or a folder", isRepeated: true)
    ])

  private static let unpublish = CommandDefinition(
    name: "unpublish", summary: "take back what was published under a name",
    arguments: [
      ArgumentDefinition(label: "NAME:NAMESPACE", kind: .word, noun: "a place of \"shared\" and a namespace")
    ])

  private static let shared = CommandDefinition(
    name: "shared", summary: "test whether shared words can be read, or verify that all of them are as published",
    arguments: [
      ArgumentDefinition(label: "test|verify", kind: .choice(["test", "verify"]), noun: "test or verify"),
      ArgumentDefinition(
        label: "NAME[:NAMESPACE]", kind: .word, noun: "a place of \"shared\", and to verify, a namespace"),
    ])

  private static let importing = CommandDefinition(
    name: "import", summary: "add a collection of snippets to yours, and print what of it is left out and why",
    discussion: "The collection stays where it is, and is linked to.",
    options: [OptionDefinition(name: "--dry-run", summary: "only print what it has")],
    arguments: [ArgumentDefinition(label: "PATH", kind: .file, noun: "a file or a folder of snippets")])

  private static let word = ArgumentDefinition(label: "WORD", kind: .word, noun: "a word")

  private static let inLanguage = OptionDefinition(
    name: "--language",
    value: ArgumentDefinition(label: "ID", kind: .word, noun: "a language id, as in --language swift"),
    summary: "in this language only")

  private static let ban = CommandDefinition(
    name: "ban", summary: "never offer a word again, in any editor", options: [inLanguage], arguments: [word])

  private static let unban = CommandDefinition(
    name: "unban", summary: "offer a word again that was banned",
    discussion: "Without a language, in all languages.", options: [inLanguage], arguments: [word])

  private static let bans = CommandDefinition(name: "bans", summary: "print the words that are banned", options: [json])

  private static let forget = CommandDefinition(
    name: "forget", summary: "erase the memory of accepted words, or what was learned from a folder",
    discussion: "With a word, only that word is forgotten.",
    options: [
      OptionDefinition(
        name: "--folder", value: ArgumentDefinition(label: "DIR", kind: .folder, noun: "a folder"),
        summary: "forget what the files of a folder taught; accepted words stay")
    ],
    arguments: [ArgumentDefinition(label: "WORD", kind: .word, noun: "a word", isOptional: true)])

  private static let proxy = CommandDefinition(
    name: "proxy", summary: "run another language server, and add completions to its own",
    discussion: "For editors that use one server for each file.",
    options: [
      OptionDefinition(
        name: "--patience",
        value: ArgumentDefinition(label: "SECONDS", kind: .number(1...3600), noun: "seconds from 1 to 3600"),
        summary: "the maximum time for the other server to start; 15 by default")
    ], takesCommand: true)

  private static let completions = CommandDefinition(
    name: "completions", summary: "print a script that completes these arguments in a shell",
    arguments: [
      ArgumentDefinition(label: "SHELL", kind: .choice(Shell.allCases.map(\.rawValue)), noun: "bash, zsh or fish")
    ])

  private static let man = CommandDefinition(name: "man", summary: "print the manual page, for man -l -")

  private static let help = CommandDefinition(
    name: "help", summary: "print the options and arguments of a command, or an article",
    discussion: "Without either, the commands and the articles are listed.",
    arguments: [ArgumentDefinition(label: "TOPIC", kind: .word, noun: "a command or a topic", isOptional: true)])

  private static let supervise = CommandDefinition(
    name: "supervise", summary: "run a program, and end it and its children when standard input ends",
    takesCommand: true, isHidden: true)
}
