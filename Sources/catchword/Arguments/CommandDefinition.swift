/// What an argument of the program may be: what it is read as, and what a shell completes it with.
enum ValueKind: Equatable {
  /// The path of a file.
  case file
  /// The path of a folder.
  case folder
  /// A place in a file: its path, and numbers behind colons.
  case place
  /// A whole number.
  case number(ClosedRange<Int>)
  /// A word that only its reader knows.
  case word
  /// One of these.
  case choice([String])
}

/// An option: what begins with two hyphens.
struct OptionDefinition: Equatable {
  /// With its hyphens.
  let name: String
  /// One hyphen and a letter; nil for none.
  var short: String?
  /// What follows it; nil for an option that stands alone.
  var value: ArgumentDefinition?
  /// True when it may be given several times, and all count.
  var isRepeated = false
  /// What it does, in a few words without a full stop.
  let summary: String
}

/// An argument by its place, or the value of an option.
struct ArgumentDefinition: Equatable {
  /// What usage lines call it: `FILE`.
  let label: String
  let kind: ValueKind
  /// What it is, with its article: `a file`.
  let noun: String
  /// True when it may be left out.
  var isOptional = false
  /// True when there may be several.
  var isRepeated = false

  /// True when a text can be read as it.
  func accepts(_ text: String) -> Bool {
    switch kind {
    case .number(let range): Int(text).map(range.contains) ?? false
    case .choice(let choices): choices.contains(text)
    case .file, .folder, .place, .word: !text.isEmpty
    }
  }
}

/// One of the program's commands, and all there is to know about its arguments: they are read, explained, completed by
/// shells and described in the manual by this alone.
struct CommandDefinition: Equatable {
  /// Empty for what the program does without a command.
  let name: String
  /// What it does, in a few words without a full stop.
  let summary: String
  /// More about it: whole sentences.
  var discussion = ""
  var options: [OptionDefinition] = []
  var arguments: [ArgumentDefinition] = []
  /// True when another program's command follows, behind `--`.
  var takesCommand = false
  /// True for what programs call, and not people.
  var isHidden = false

  /// The option of a name, be it the long or the short one.
  func option(_ name: String) -> OptionDefinition? {
    options.first { $0.name == name || $0.short == name }
  }

  /// What is written after the program's name, piece by piece: `complete`, `FILE`, `[--json]`.
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
