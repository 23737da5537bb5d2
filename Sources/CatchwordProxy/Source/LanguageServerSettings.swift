package import CatchwordRPC

/// The settings of a language server that is started only to show its completions among ours.
package struct LanguageServerSettings: Equatable, Sendable {
  /// The server's name: short, shown to users.
  package var name: String
  /// The program and its arguments; never passed to a shell.
  package var command: [String]
  /// The languages in which it is asked, by the client's names; nil for all.
  package var languages: Set<String>?
  /// The `initializationOptions` of its `initialize` request.
  package var initializationOptions: JSONValue = .null
  /// The settings that it gets when it asks for them, by sections.
  package var settings: JSONValue = .null

  /// Creates the settings of a server, named after its program unless a name is given.
  package init(name: String? = nil, command: [String], languages: Set<String>? = nil) {
    self.name = name ?? UpstreamProcess.name(of: command)
    self.command = command
    self.languages = languages
  }

  func serves(_ languageID: String) -> Bool { languages?.contains(languageID) ?? true }

  /// Returns the settings in a section such as `pylsp.plugins`; null when there are none.
  func section(_ name: String?) -> JSONValue {
    guard let name, !name.isEmpty else { return settings }
    // The lookup of a long name may take long, and the settings contain none.
    guard name.utf8.count <= JSONReader.maximumNameLength else { return .null }
    return name.split(separator: ".").reduce(settings) { value, part in value[String(part)] ?? .null }
  }
}
