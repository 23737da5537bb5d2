import CatchwordCompletion
import CatchwordProxy
import CatchwordRPC
import CatchwordServer
import CatchwordSettings
import CatchwordSources

/// `catchword check`: prints each mistake in settings files, with its place and the remedy.
enum Check {
  /// - Parameter path: The file; nil for the user's own and the project's, where they exist.
  /// - Returns: The exit code: 0 without mistakes, 1 with one in a file or in a variable that names the user's folder,
  ///   66 when the given file cannot be read.
  static func run(path: String?, user: UserConfiguration = UserConfiguration()) -> Int32 {
    let paths = path.map { [Project.absolute($0)] } ?? defaults(user)
    var worst: Int32 = 0
    if path == nil, let problem = user.folderProblem {
      Printer.print("\(problem)\n")
      worst = 1
    } else if paths.isEmpty {
      Printer.print("There are no files of settings: neither \(user.path) nor a \(ProjectFile.name).\n")
    }
    for path in paths { worst = max(worst, check(path, user)) }
    return worst
  }

  /// Returns the mistakes in the user's folders, in his own settings and in those of the project that a path is in, as
  /// lines that name the places.
  static func mistakes(_ user: UserConfiguration, near path: String = ".") -> [String] {
    let mistakes = defaults(user, near: path).flatMap { path in
      do throws(SettingsFile.Failure) {
        return try lines(of: path, user) ?? []
      } catch {
        return ["\(error) \(SettingsLayer.unreadableNotice)"]
      }
    }
    let own = [user.folderProblem, user.problem == user.folderProblem ? nil : user.problem]
    return own.compactMap { $0 }.filter { !mistakes.contains($0) } + mistakes
  }

  private static func defaults(_ user: UserConfiguration, near path: String = ".") -> [String] {
    let project = Project.root(of: Project.absolute(path)).map { "\($0)/\(ProjectFile.name)" }
    let own = user.isFolderKnown ? user.path : nil
    return [own, project].compactMap { $0 }.filter { Files.exist($0) }
  }

  /// Returns the problems in the names of sources.
  private static func sources(
    in settings: EffectiveSettings, _ configuration: ServerConfiguration
  ) -> [SettingsProblem] {
    let defined = [settings.value, configuration.userSettings.content].flatMap(ProgramParts.names(definedIn:))
    let known = configuration.sources.map(\.descriptor.name) + configuration.parts.optionalSources + defined
    return settings.unknownSources(known: known)
  }

  private static func check(_ path: String, _ user: UserConfiguration) -> Int32 {
    do throws(SettingsFile.Failure) {
      guard let lines = try lines(of: path, user) else {
        Printer.complain("there is no file \(path).")
        return 66
      }
      for line in lines { Printer.print("\(line)\n") }
      if lines.isEmpty { Printer.print("\(path): no mistakes\n") }
      return lines.isEmpty ? 0 : 1
    } catch {
      Printer.print("\(error)\n")
      return 1
    }
  }

  /// Returns the mistakes in a file, one per line; nil when there is no file.
  private static func lines(of path: String, _ user: UserConfiguration) throws(SettingsFile.Failure) -> [String]? {
    let isProject = path.hasSuffix("/\(ProjectFile.name)")
    guard let file = try SettingsFile(path: path, isProject: isProject) else { return nil }
    let configuration = Serve.configuration(user)
    let alone = configuration.effectiveSettings([file.layer])
    // The permissions of a project depend on the user's settings.
    let problems = configuration.effectiveSettings(isProject ? [user.layer, file.layer] : [file.layer]).problems
      .filter { $0.origin == file.layer.origin }
    return file.lines(
      for: problems + file.duplicates + sources(in: alone, configuration)
        + BuiltInSources.problems(in: alone) + LanguageServerSettings.problems(in: alone)
        + Missing.problems(with: file.layer, alone, configuration))
  }
}
