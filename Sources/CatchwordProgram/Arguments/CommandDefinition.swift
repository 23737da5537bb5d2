/// The kind of an argument's value: it determines how the value is read, and how a shell completes it.
enum ValueKind: Equatable {
  /// The path of a file.
  case file
  /// The path of a folder.
  case folder
  /// A place in a file: its path, followed by numbers after colons.
  case place
  /// A whole number.
  case number(ClosedRange<Int>)
  /// Any text that is not empty, and that a shell cannot complete.
  case word
  /// One of these words.
  case choice([String])
  /// One of these words, which a shell completes, or another one that means the same.
  case suggested([String])
}

/// An option, which begins with two hyphens.
struct OptionDefinition: Equatable {
  /// The name with its hyphens.
  let name: String
  /// One hyphen and a letter; nil for none.
  var short: String?
  /// The value that follows it; nil for an option without one.
  var value: ArgumentDefinition?
  /// True when it may be given several times, and every value counts.
  var isRepeated = false
  /// The description in a few words, without a full stop.
  let summary: String
}

/// A positional argument, or the value of an option.
struct ArgumentDefinition: Equatable {
  /// The name in usage lines: `FILE`.
  let label: String
  let kind: ValueKind
  /// The description with its article: `a file`.
  let noun: String
  /// True when it may be left out.
  var isOptional = false
  /// True when there may be several.
  var isRepeated = false

  /// True when a text is a valid value.
  func accepts(_ text: String) -> Bool {
    switch kind {
    case .number(let range): Int(text).map(range.contains) ?? false
    case .choice(let choices): choices.contains(text)
    case .file, .folder, .place, .word, .suggested: !text.isEmpty
    }
  }
}

/// One of the program's commands, with everything about its arguments: they are parsed, explained, completed by shells
/// and described in the manual from this definition alone.
struct CommandDefinition: Equatable {
  /// The name of the command; empty for the program without a command.
  let name: String
  /// The description in a few words, without a full stop.
  let summary: String
  /// Further description in whole sentences.
  var discussion = ""
  var options: [OptionDefinition] = []
  var arguments: [ArgumentDefinition] = []
  /// True when another program's command follows after `--`.
  var takesCommand = false
  /// True for a command that programs call, not people.
  var isHidden = false

  /// Returns the option with a long or short name.
  func option(_ name: String) -> OptionDefinition? {
    options.first { $0.name == name || $0.short == name }
  }

  /// The usage after the program's name, piece by piece: `complete`, `FILE`, `[--json]`.
  var usage: [String] {
    var pieces = name.isEmpty ? [] : [name]
    for argument in arguments {
      let label = argument.isOptional ? "[\(argument.label)]" : argument.label
      pieces.append(argument.isRepeated ? "\(label)..." : label)
    }
    for option in options {
      let value = option.value.map { " \($0.label)" } ?? ""
      pieces.append("[\(option.name)\(value)]\(option.isRepeated ? "..." : "")")
    }
    if takesCommand { pieces += ["--", "COMMAND..."] }
    return pieces
  }
}
