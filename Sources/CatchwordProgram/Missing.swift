import CatchwordFiles
import CatchwordProcesses
import CatchwordRPC
import CatchwordServer
import CatchwordSettings
import CatchwordSources

/// The check for files and programs that settings name, but that are missing or broken.
enum Missing {
  private static let files = [["lists"], ["snippets", "files"], ["symbols", "tables"], ["tags", "files"]]
  private static let programs = ["commands", "servers"]

  /// Returns the problems of a layer; `settings` are made from this layer alone.
  static func problems(
    with layer: SettingsLayer, _ settings: EffectiveSettings, _ configuration: ServerConfiguration
  ) -> [SettingsProblem] {
    let resolver = PathResolver(folder: layer.folder ?? configuration.workingFolder, home: configuration.home)
    return files.flatMap { files(at: $0, layer, settings, resolver) }
      + contents(at: ["lists"], layer, settings, resolver, NamedFileCheck.problems(inList:))
      + contents(at: ["symbols", "tables"], layer, settings, resolver, NamedFileCheck.problems(inTable:))
      + programs.flatMap { programs(under: $0, layer, settings) } + sharedFolders(layer, resolver)
  }

  private static func value(at names: [String], of value: JSONValue) -> JSONValue {
    names.reduce(value) { value, name in value[name] ?? .null }
  }

  private static func path(_ element: JSONValue) -> String? { element.stringValue ?? element["path"]?.stringValue }

  /// Returns the problems of folders in which words are published.
  private static func sharedFolders(_ layer: SettingsLayer, _ resolver: PathResolver) -> [SettingsProblem] {
    let shared = layer.content["shared"]?.objectValue ?? [:]
    return shared.sorted { $0.key < $1.key }.compactMap { name, value in
      guard let path = value["folder"]?.stringValue.map(resolver.absolute), FileSystem.kind(of: path) != .folder else {
        return nil
      }
      return SettingsProblem(
        path: [.name("shared"), .name(name), .name("folder")],
        message: "\(path) is no folder; correct the path, mount it, or make it.", origin: layer.origin)
    }
  }

  private static func files(
    at place: [String], _ layer: SettingsLayer, _ settings: EffectiveSettings, _ resolver: PathResolver
  ) -> [SettingsProblem] {
    // The places are those in the file; other mistakes are not in the effective settings, and were already reported.
    let named = value(at: place, of: layer.content).arrayValue ?? []
    let taken = Set((value(at: place, of: settings.value).arrayValue ?? []).compactMap(path))
    return named.enumerated().compactMap { index, element in
      guard let path = path(element).map(resolver.absolute), taken.contains(path), !Files.exist(path) else {
        return nil
      }
      return SettingsProblem(
        path: place.map { .name($0) } + [.index(index)],
        message: "\(path) is not there; correct the path, or make the file.", origin: layer.origin)
    }
  }

  /// Returns the problems in the files that exist.
  private static func contents(
    at place: [String], _ layer: SettingsLayer, _ settings: EffectiveSettings, _ resolver: PathResolver,
    _ problems: (FilePlace) -> [String]
  ) -> [SettingsProblem] {
    let named = value(at: place, of: layer.content).arrayValue ?? []
    let taken = Set((value(at: place, of: settings.value).arrayValue ?? []).compactMap(path))
    return named.enumerated().flatMap { index, element -> [SettingsProblem] in
      guard let path = path(element).map(resolver.absolute), taken.contains(path), Files.exist(path) else { return [] }
      return problems(FilePlace(path: path, project: settings.project(ofPath: path))).map {
        SettingsProblem(path: place.map { .name($0) } + [.index(index)], message: $0, origin: layer.origin)
      }
    }
  }

  private static func programs(
    under kind: String, _ layer: SettingsLayer, _ settings: EffectiveSettings
  ) -> [SettingsProblem] {
    (settings[kind]?.objectValue ?? [:]).sorted { $0.key < $1.key }.compactMap { name, own in
      guard own["enabled"] != false, let command = own["command"]?.arrayValue?.compactMap(\.stringValue),
        !command.isEmpty || kind == "servers",
        let reason = ProcessLaunch(
          name: name, command: command,
          environment: own["environment"]?.objectValue?.compactMapValues(\.stringValue) ?? [:],
          folder: own["folder"]?.stringValue
        ).refusal
      else { return nil }
      return SettingsProblem(
        path: [.name(kind), .name(name), .name("command")],
        message: "The program of \"\(kind).\(name)\" cannot be started: \(reason).", origin: layer.origin)
    }
  }
}
