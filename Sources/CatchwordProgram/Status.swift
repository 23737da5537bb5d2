import CatchwordCompletion
import CatchwordProxy
import CatchwordRPC
import CatchwordServer
import CatchwordSources

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `catchword status`: prints the state of the running servers, or, if none runs, what a server would load here.
enum Status {
  /// The maximum wait for sources that load, in seconds.
  private static let patience = 600

  static func run(asJSON: Bool) async -> Int32 {
    let user = UserConfiguration()
    let servers = running(user)
    let here: JSONValue? = servers.isEmpty ? await whatLoadsHere(user) : Optional.none
    let mistakes = Check.mistakes(user)
    // A problem that affects all other results is not listed among them.
    if let problem = user.problem { Printer.complain(problem) }
    let caches = user.cacheFolder.map(sizes) ?? []
    let state = user.stateFolder.map(sizes) ?? []
    if asJSON {
      var json: [String: JSONValue] = [
        "servers": .array(
          servers.map { .object(($0.status.objectValue ?? [:]).merging(["process": .int($0.processID)]) { $1 }) }),
        "problems": .array(mistakes.map { .string($0) }), "cache": files(caches), "state": files(state),
      ]
      if let here {
        json["sources"] = here
        json["peakMemory"] = .int(System.peakMemory)
      }
      Printer.print(JSONValue.object(json).json + "\n")
      return 0
    }
    var lines: [String] = []
    for server in servers { lines += StatusText.lines(server.status, processID: server.processID) }
    if let here {
      lines.append("No server runs. This is what one would load that is started in this folder:")
      lines += StatusText.sources(here) + ["memory       \(System.peakMemory / 1024) KiB at most"]
    }
    lines += StatusText.legend(servers.compactMap { $0.status["sources"] } + [here].compactMap { $0 })
    let path = user.path + (Files.exist(user.path) ? "" : " (not there)")
    lines.append("settings     \(user.isFolderKnown ? path : "nowhere: no folder is known")")
    lines += mistakes.filter { $0 != user.problem }.map { "  mistake    \($0)" }
    lines += folder("cache", user.cacheFolder, caches) + folder("state", user.stateFolder, state)
    Printer.print(lines.joined(separator: "\n") + "\n")
    return 0
  }

  // MARK: Servers

  /// Returns the status files of the servers that run for this user.
  static func running(_ user: UserConfiguration) -> [(processID: Int, status: JSONValue)] {
    parsed(user.stateFolder.map { StatusFolder(stateFolder: $0).read(isAlive: ProcessWatch.isAlive) })
  }

  /// Returns the last status of this user's servers that have not ended by themselves; `running` forgets them.
  static func killed(_ user: UserConfiguration) -> [(processID: Int, status: JSONValue)] {
    parsed(user.stateFolder.map { StatusFolder(stateFolder: $0).readKilled(isAlive: ProcessWatch.isAlive) })
  }

  private static func parsed(_ entries: [StatusFolder.Entry]?) -> [(processID: Int, status: JSONValue)] {
    (entries ?? []).compactMap { entry in
      (try? JSONValue(parsing: entry.text)).map { (entry.processID, $0) }
    }
  }

  /// Returns what the sources load in a server in this process.
  private static func whatLoadsHere(_ user: UserConfiguration) async -> JSONValue {
    let parts = Serve.parts(user, isAwaited: true)
    let session = Session(parts.configuration, path: Project.absolute("catchword-status.txt"), text: "", isQuiet: true)
    // A request that is answered early may not have reached all sources, beside other busy processes.
    await session.begin(["budget": 10_000, "emptyBudget": 10_000])
    _ = await session.complete(line: 0, character: 0)
    // Waits a tenth of a second at a time.
    for _ in 0..<patience * 10 where parts.program.sources.isBusy { try? await Task.sleep(for: .milliseconds(100)) }
    let statuses = await parts.program.status()
    await session.end()
    return StatusText.json(statuses)
  }

  // MARK: Files

  private static func sizes(in folder: String) -> [(path: String, bytes: Int)] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      System.size(of: "\(folder)/\(name)").map { (name, $0) }
    }
  }

  private static func folder(_ name: String, _ path: String?, _ files: [(path: String, bytes: Int)]) -> [String] {
    guard let path else { return ["\(StatusText.padded(name, 12)) nowhere: no folder is known"] }
    let total = files.reduce(0) { $0 + $1.bytes }
    let count = files.count == 1 ? "1 file" : "\(files.count) files"
    return ["\(StatusText.padded(name, 12)) \(path): \(count), \(total / 1024) KiB"]
      + files.map { "  \($0.path)  \($0.bytes / 1024) KiB" }
  }

  private static func files(_ files: [(path: String, bytes: Int)]) -> JSONValue {
    .object(Dictionary(files.map { ($0.path, JSONValue.int($0.bytes)) }) { _, last in last })
  }
}

extension SourceStatus {
  /// Returns the status of a source that settings add.
  static func of(_ source: any CompletionSource) -> SourceStatus {
    var status = SourceStatus(source)
    if let shared = source as? SharedSource { status.describe(shared) }
    if let source = source as? LanguageServerSource {
      status.facts = [("command", source.settings.command.joined(separator: " "))]
      if let trouble = source.trouble { status.problems.append(trouble) }
    }
    return status
  }
}
