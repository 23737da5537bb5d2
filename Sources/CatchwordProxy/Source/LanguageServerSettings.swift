package import CatchwordRPC

/// A language server whose completions are shown among ours, and that is started for nothing else.
package struct LanguageServerSettings: Equatable, Sendable {
  /// Its name: short, shown to users.
  package var name: String
  /// Its program and arguments; never a shell's.
  package var command: [String]
  /// The languages it is asked in, by the client's names; nil for all.
  package var languages: Set<String>?
  /// What it is told when it begins.
  package var initializationOptions: JSONValue = .null
  /// What it is answered when it asks for its settings, by sections.
  package var settings: JSONValue = .null

  /// A server, by its program's name unless it is given another.
  package init(name: String? = nil, command: [String], languages: Set<String>? = nil) {
    self.name = name ?? UpstreamProcess.name(of: command)
    self.command = command
    self.languages = languages
  }

  func serves(_ languageID: String) -> Bool { languages?.contains(languageID) ?? true }

  /// What stands in the settings under a section, as `pylsp.plugins`; null when nothing does.
  func section(_ name: String?) -> JSONValue {
    guard let name, !name.isEmpty else { return settings }
    // To look up a long name may take long, and none stands in the settings.
    guard name.utf8.count <= JSONReader.maximumNameLength else { return .null }
    return name.split(separator: ".").reduce(settings) { value, part in value[String(part)] ?? .null }
  }
}
