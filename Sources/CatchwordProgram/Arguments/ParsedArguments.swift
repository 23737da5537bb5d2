import CatchwordSettings

/// Arguments by name, parsed by a command's definition: each value is of its kind, and no required argument is missing.
struct ParsedArguments {
  /// The reason why arguments cannot be parsed, in one line.
  typealias Failure = Invocation.Failure

  /// The values of options; an empty text for options without a value.
  private var options: [String: [String]] = [:]
  /// The positional arguments.
  private(set) var arguments: [String] = []
  /// Another program's command, from after `--`.
  private(set) var command: [String] = []
  /// True when help was requested; then nothing else was read.
  private(set) var asksForHelp = false

  /// Parses arguments.
  ///
  /// - Parameter others: Options that are accepted although the definition does not have them.
  init(
    _ words: [String], of definition: CommandDefinition, and others: [OptionDefinition] = []
  ) throws(Failure) {
    let known = definition.options + [CommandDefinition.helpOption] + others
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        if definition.takesCommand { command = Array(rest) } else { arguments += rest }
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        arguments.append(word)
        continue
      }
      let name = String(word.prefix { $0 != "=" })
      guard let option = known.first(where: { $0.name == name || $0.short == name }),
        option.value != nil || name == word
      else { throw Failure(unknown: word, name, known.map(\.name)) }
      if option == CommandDefinition.helpOption {
        asksForHelp = true
        return
      }
      var value = ""
      if let expected = option.value {
        value = name == word ? ParsedArguments.next(&rest, unless: known) : String(word.dropFirst(name.count + 1))
        guard expected.accepts(value) else { throw Failure(message: "\(option.name) needs \(expected.noun).") }
      }
      options[option.name, default: []].append(value)
    }
    try check(against: definition)
  }

  /// Returns the value of an option; empty at the end, or when the next word is itself an option.
  private static func next(_ rest: inout ArraySlice<String>, unless known: [OptionDefinition]) -> String {
    guard let word = rest.first, !known.contains(where: { $0.name == word }) else { return "" }
    rest.removeFirst()
    return word
  }

  /// Throws unless the positional arguments match the definition, in number and kind.
  private func check(against definition: CommandDefinition) throws(Failure) {
    let places = definition.arguments
    if let last = places.last {
      if !last.isRepeated, arguments.count > places.count {
        let message = "\(definition.name) takes one \(last.label), and \"\(arguments[places.count])\" is a second."
        throw Failure(message: message)
      }
    } else if let surplus = arguments.first {
      let names = definition.name.isEmpty ? CommandDefinition.shown.map(\.name) : []
      throw Failure(unknown: surplus, surplus, names)
    }
    let least = places.count { !$0.isOptional }
    guard arguments.count >= least, !definition.takesCommand || !command.isEmpty else {
      throw Failure(message: ParsedArguments.missing(definition))
    }
    for (index, argument) in arguments.enumerated() {
      let place = places[min(index, places.count - 1)]
      guard place.accepts(argument) else {
        throw Failure(message: "\(definition.name) needs \(place.noun), and not \"\(argument)\".")
      }
    }
  }

  private static func missing(_ definition: CommandDefinition) -> String {
    guard definition.takesCommand else {
      let needs = definition.arguments.filter { !$0.isOptional }.map { argument in
        if case .choice = argument.kind { argument.noun } else { argument.label }
      }
      return "\(definition.name) needs \(needs.joined(separator: " and "))."
    }
    let needs = (definition.arguments.map(\.noun) + ["a command"]).joined(separator: " and ")
    return "\(definition.name) needs \(needs): catchword \(definition.usage.joined(separator: " "))"
  }

  /// True when an option was given.
  func has(_ option: String) -> Bool { options[option] != nil }

  /// Returns the last value of an option; nil when the option was not given.
  func value(_ option: String) -> String? { options[option]?.last }

  /// Returns the last value of an option as a number; nil when it was not given.
  func number(_ option: String) -> Int? { value(option).flatMap(Int.init) }

  /// Returns all values of an option.
  func values(_ option: String) -> [String] { options[option] ?? [] }
}

extension Invocation.Failure {
  /// Creates the failure for an unknown word; its message suggests a similar name.
  fileprivate init(unknown word: String, _ name: String, _ known: [String]) {
    let hint = NearestName.of(name, among: known).map { "did you mean \($0)?" } ?? "see catchword --help."
    self.init(message: "unknown argument \"\(word)\"; \(hint)")
  }
}
