import CatchwordSettings

/// Arguments by their names, read by a command's definition: each is of its kind, and none that must be there is missing.
struct ParsedArguments {
  /// Why arguments cannot be read, in one line.
  typealias Failure = Invocation.Failure

  /// The values of options; an empty one for those that stand alone.
  private var options: [String: [String]] = [:]
  /// What was given by place.
  private(set) var arguments: [String] = []
  /// Another program's command, from behind `--`.
  private(set) var command: [String] = []
  /// True when help was asked for; then nothing else was looked at.
  private(set) var asksForHelp = false

  /// Reads arguments.
  ///
  /// - Parameter others: Options that are understood although the definition does not have them.
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

  /// What is given to an option; empty at the end, or when the next word is an option itself.
  private static func next(_ rest: inout ArraySlice<String>, unless known: [OptionDefinition]) -> String {
    guard let word = rest.first, !known.contains(where: { $0.name == word }) else { return "" }
    rest.removeFirst()
    return word
  }

  /// What was given by place must be as many as there are places.
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

  /// What was given to an option last; nil when it was not given.
  func value(_ option: String) -> String? { options[option]?.last }

  /// The number that was given to an option last.
  func number(_ option: String) -> Int? { value(option).flatMap(Int.init) }

  /// All that was given to an option.
  func values(_ option: String) -> [String] { options[option] ?? [] }
}

extension Invocation.Failure {
  /// A word that means nothing here; what it may have been meant for is named.
  fileprivate init(unknown word: String, _ name: String, _ known: [String]) {
    let hint = NearestName.of(name, among: known).map { "did you mean \($0)?" } ?? "see catchword --help."
    self.init(message: "unknown argument \"\(word)\"; \(hint)")
  }
}
