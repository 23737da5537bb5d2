import CatchwordCompletion
import CatchwordFiles
import CatchwordLearning
import CatchwordServer
import CatchwordSettings
import CatchwordSources

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `catchword publish` and `unpublish`: puts words where all of a team have them in their menus.
enum Publish {
  struct Options: Equatable {
    /// Word lists and folders.
    var inputs: [String] = []
    /// `NAME:NAMESPACE`.
    var target = ""
    var minimumFiles = 2
    /// True to print what would be published.
    var isDry = false
    /// True to publish only what has changed, where that can be told.
    var isOfChanges = false
    /// The maximum number of megabytes that are written a second; nil for no maximum.
    var rate: Int?
    var bytesASecond: Int? { rate.map { $0 * 1_000_000 } }
  }

  private typealias Target = (place: SharedSettings, namespace: String)

  /// - Returns: The exit code: 0, 66 when something cannot be read, 74 when it cannot be written, 78 when the settings do
  ///   not say where.
  static func run(_ options: Options) -> Int32 {
    let (user, configuration) = configuration()
    guard let target = target(options.target, user, configuration) else { return 78 }
    let filter: WordFilter
    do throws(LearningError) {
      filter = try user.sharedFilter(configuration.effectiveSettings([user.layer]))
    } catch {
      Printer.complain("\(error) It says which words are banned, so nothing is published.")
      return 66
    }
    var paths: [String] = []
    for input in options.inputs {
      guard let path = Index.absolute(input) else { return 66 }
      paths.append(path)
    }
    do throws(SharedPublisher.Failure) {
      let published = try options.isOfChanges ? changing(paths, options, filter, user, configuration) : nil
      var isDone = false
      if let published { isDone = try publishChanges(of: published, options, target) }
      // What is kept stays when nothing is written.
      if !isDone {
        try publishAll(paths, options, target, filter, options.isDry ? nil : published, user, configuration)
      }
      if !target.place.namespaces.contains(target.namespace) {
        Printer.complain(
          "\"\(target.namespace)\" is not among the \"namespaces\" of \"\(target.place.name)\" in \(user.path), so your own "
            + "editors do not offer these words.")
      }
      return 0
    } catch {
      Printer.complain("\(error)")
      if case .unreadable = error { return 66 }
      return 74
    }
  }

  /// Reads all words, and publishes them.
  ///
  /// - Parameter published: The folder, if later only what has changed in it is to be published.
  private static func publishAll(
    _ paths: [String], _ options: Options, _ target: Target, _ filter: WordFilter, _ published: PublishedFolder?,
    _ user: UserConfiguration, _ configuration: ServerConfiguration
  ) throws(SharedPublisher.Failure) {
    var publisher = SharedPublisher(filter: filter, minimumFiles: options.minimumFiles)
    let state = published?.clean()
    published?.forget()
    for path in paths {
      var bar = ProgressBar(title: path)
      defer { bar.end() }
      if let published {
        try publisher.add(published) { bar.show(done: $0.filesDone, of: $0.filesKnown, bytes: $0.bytes) }
      } else if FileSystem.kind(of: path) == .folder {
        try publisher.add(
          folder: path, settings: Index.settings(of: path, user, configuration), cacheFolder: user.cacheFolder,
          home: user.home
        ) { bar.show(done: $0.filesDone, of: $0.filesKnown, bytes: $0.bytes) }
      } else {
        try publisher.add(list: path)
      }
    }
    if publisher.isEmpty, !options.isDry {
      throw .unreadable(
        "there is nothing to publish in \(paths.joined(separator: ", ")), so what is published as \(options.target) "
          + "stays; \"catchword unpublish \(options.target)\" takes it away.")
    }
    var bar = ProgressBar(title: "writing")
    defer { bar.end() }
    let summary = try publisher.publish(
      to: target.place, as: target.namespace, time: now, isWriting: !options.isDry, rate: options.bytesASecond
    ) { bar.show(done: $0, of: $1, "parts written") }
    bar.end()
    if let published { sayNext(published.keep(summary.source, state)) }
    for problem in summary.problems { Printer.complain(problem) }
    Printer.print(text(summary, options) + "\n")
  }

  private static var now: Int { Int(Date().timeIntervalSince1970) }

  // MARK: Changes

  /// Returns the folder of which the changes are to be published; nil when all is.
  private static func changing(
    _ paths: [String], _ options: Options, _ filter: WordFilter, _ user: UserConfiguration,
    _ configuration: ServerConfiguration
  ) throws(SharedPublisher.Failure) -> PublishedFolder? {
    guard paths.count == 1, FileSystem.kind(of: paths[0]) != .file else {
      sayAll("--changes is for a single folder")
      return nil
    }
    guard let cacheFolder = user.cacheFolder else {
      sayAll("there is no folder for a cache")
      return nil
    }
    return try PublishedFolder(
      paths[0], settings: Index.settings(of: paths[0], user, configuration), filter: filter,
      minimumFiles: options.minimumFiles,
      version: Catchword.fullVersion, target: options.target, cacheFolder: cacheFolder, home: user.home)
  }

  private static func sayAll(_ reason: String) { Printer.complain("all words are read and published: \(reason).") }

  private static func sayNext(_ reason: String?) {
    if let reason { Printer.complain("the next time, all words are read, too: \(reason).") }
  }

  /// Publishes what has changed, and prints it.
  ///
  /// - Returns: False when all words are to be published.
  private static func publishChanges(
    of folder: PublishedFolder, _ options: Options, _ target: Target
  ) throws(SharedPublisher.Failure) -> Bool {
    var bar = ProgressBar(title: "writing")
    defer { bar.end() }
    do {
      let changes = try folder.changes()
      if options.isDry {
        try SharedPublisher.check(changes, for: target.place, as: target.namespace)
        Printer.print("would be published as \(options.target): the words that have changed, \(changes.count)\n")
        return true
      }
      let words = try SharedPublisher.publish(
        changes, to: target.place, as: target.namespace, time: now, rate: options.bytesASecond
      ) { bar.show(done: $0, of: $1, "parts written") }
      sayNext(folder.keep(changes))
      let what = changes.count == 0 ? "nothing has changed:" : "published: \(changes.count) changed of"
      bar.end()
      Printer.print("\(what) \(words) words as \(options.target)\n")
      return true
    } catch let reason as PublishedFolder.NeedsAll {
      bar.end()
      sayAll("\(reason)")
      return false
    } catch let failure as SharedPublisher.Failure {
      throw failure
    } catch {
      throw .notWritten("\(error)")
    }
  }

  private static func text(_ summary: SharedPublisher.Summary, _ options: Options) -> String {
    let what = "\(summary.words) \(summary.words == 1 ? "word" : "words") as \(options.target)"
    let left = [
      (summary.hidden, "are banned or look like a key"),
      (summary.rare, "are in fewer than \(options.minimumFiles) files"),
      (summary.impossible, "are too long or cannot be shown"),
    ].filter { $0.0 > 0 }.map { "\($0) that \($1)" }
    let rest = left.isEmpty ? "" : "; left out: \(left.joined(separator: ", "))"
    if options.isDry { return "would be published: \(what)\(rest)" }
    return summary.isNew ? "published: \(what)\(rest)" : "nothing has changed: \(what)\(rest)"
  }

  /// - Returns: The exit code, as for `run`.
  static func remove(_ name: String) -> Int32 {
    let (user, configuration) = configuration()
    guard let target = target(name, user, configuration) else { return 78 }
    do throws(SharedPublisher.Failure) {
      let isGone = try SharedPublisher.unpublish(target.namespace, from: target.place)
      Printer.print(isGone ? "removed: \(name)\n" : "nothing is published as \(name).\n")
      return 0
    } catch {
      Printer.complain("\(error)")
      return 74
    }
  }

  /// `catchword shared`: says whether a place can be read, or whether what it has is whole.
  ///
  /// - Returns: The exit code: 0, 69 when something is not as it should be, 78 when the settings do not name the place.
  static func check(_ name: String, verifies: Bool) -> Int32 {
    let (user, configuration) = configuration()
    let findings: [SharedCheck.Finding]
    if verifies {
      guard let target = target(name, user, configuration) else { return 78 }
      findings = [SharedCheck(target.place).verify(target.namespace)]
    } else {
      let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
      let namespace = parts.count > 1 ? parts[1] : nil
      guard var place = place(parts.first ?? name, namespace ?? "acme/monorepo", user, configuration) else { return 78 }
      if let namespace { place.namespaces = [namespace] }
      findings = SharedCheck(place).test()
    }
    for finding in findings where finding.isGood { Printer.print(finding.text + "\n") }
    for finding in findings where !finding.isGood { Printer.complain(finding.text) }
    return findings.allSatisfy(\.isGood) ? 0 : 69
  }

  private static func configuration() -> (UserConfiguration, ServerConfiguration) {
    let user = UserConfiguration()
    return (user, Serve.configuration(user))
  }

  /// Returns the place and the namespace of `NAME:NAMESPACE`; complains when the user's settings have no such name.
  private static func target(
    _ text: String, _ user: UserConfiguration, _ configuration: ServerConfiguration
  ) -> Target? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      Printer.complain("\"\(text)\" says not where: write NAME:NAMESPACE, as in acme:acme/monorepo.")
      return nil
    }
    return place(parts[0], parts[1], user, configuration).map { ($0, parts[1]) }
  }

  /// Returns the settings of a place; complains when the user's have none of that name.
  private static func place(
    _ name: String, _ namespace: String, _ user: UserConfiguration, _ configuration: ServerConfiguration
  ) -> SharedSettings? {
    let settings = configuration.effectiveSettings([user.layer])
    if let place = SharedSettings.all(in: settings).first(where: { $0.name == name }) { return place }
    // Settings with a mistake are not there; what is wrong with them is more than that.
    let mistakes = (settings.problems + BuiltInSources.problems(in: settings)).filter {
      $0.path.first == .name("shared")
    }
    let problems = [user.problem].compactMap(\.self) + mistakes.map { "\(user.path), \($0.name): \($0.message)" }
    guard problems.isEmpty else {
      for problem in problems { Printer.complain(problem) }
      return nil
    }
    Printer.complain(
      "there is no \"\(name)\" in \"shared\"; write \"shared\": {\"\(name)\": {\"folder\": \"/srv/words\", "
        + "\"namespaces\": [\"\(namespace)\"]}} in \(user.path).")
    return nil
  }
}
