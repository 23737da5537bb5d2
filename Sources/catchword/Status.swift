import CatchwordCompletion
import CatchwordProxy
import CatchwordRPC
import CatchwordServer
import CatchwordSources
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `catchword status`: loads what a server would load here, and says what there is of it.
enum Status {
  /// How long to wait for what is loading.
  private static let patience = 600

  static func run(asJSON: Bool) async -> Int32 {
    let user = UserConfiguration()
    let parts = Serve.parts(user)
    // Those that there are because of settings: programs, language servers.
    let further = Mutex<[any CompletionSource]>([])
    var configuration = parts.configuration
    configuration.applySettings = { settings, folders in
      let sources = parts.configuration.applySettings(settings, folders)
      further.withLock { $0 = sources }
      return sources
    }
    let session = Session(configuration, path: Project.absolute("catchword-status.txt"), text: "")
    await session.begin([:])
    _ = await session.complete(line: 0, character: 0)
    // A tenth of a second at a time.
    for _ in 0..<patience * 10 where parts.sources.isBusy { try? await Task.sleep(for: .milliseconds(100)) }
    let statuses = await parts.sources.status() + further.withLock { $0 }.map(status)
    await session.end()
    let caches = user.cacheFolder.map(sizes) ?? []
    let state = user.stateFolder.map(sizes) ?? []
    if asJSON {
      Printer.print(json(statuses, caches: caches, state: state).json + "\n")
    } else {
      Printer.print(text(statuses, user, caches: caches, state: state))
    }
    return 0
  }

  private static func status(of source: any CompletionSource) -> SourceStatus {
    var status = SourceStatus(source)
    // There may be several.
    if let server = (source as? LanguageServerSource)?.settings {
      status.facts = [(server.name, server.command.joined(separator: " "))]
    }
    return status
  }

  // MARK: Files

  private static func sizes(in folder: String) -> [(path: String, bytes: Int)] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      System.size(of: "\(folder)/\(name)").map { (name, $0) }
    }
  }

  // MARK: Printing

  private static func text(
    _ statuses: [SourceStatus], _ user: UserConfiguration, caches: [(path: String, bytes: Int)],
    state: [(path: String, bytes: Int)]
  ) -> String {
    var lines = ["sources"]
    for status in statuses {
      lines.append("  \(padded(status.name, 12))\(status.state)")
      lines += status.facts.map { "    \(padded($0.name, 10)) \($0.value)" }
      lines += status.problems.map { "    problem    \($0)" }
    }
    lines.append("memory       \(System.peakMemory / 1024) KiB at most")
    lines.append("settings     \(user.path)\(Files.exist(user.path) ? "" : " (not there)")")
    lines += folder("cache", user.cacheFolder, caches) + folder("state", user.stateFolder, state)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func folder(_ name: String, _ path: String?, _ files: [(path: String, bytes: Int)]) -> [String] {
    guard let path else { return ["\(padded(name, 12)) nowhere: there is no HOME"] }
    let total = files.reduce(0) { $0 + $1.bytes }
    return ["\(padded(name, 12)) \(path): \(files.count == 1 ? "1 file" : "\(files.count) files"), \(total / 1024) KiB"]
      + files.map { "  \($0.path)  \($0.bytes / 1024) KiB" }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func json(
    _ statuses: [SourceStatus], caches: [(path: String, bytes: Int)], state: [(path: String, bytes: Int)]
  ) -> JSONValue {
    let files = { (files: [(path: String, bytes: Int)]) in
      JSONValue.object(Dictionary(files.map { ($0.path, JSONValue.int($0.bytes)) }) { _, last in last })
    }
    return [
      "sources": .array(
        statuses.map { status in
          [
            "name": .string(status.name), "state": .string(status.state),
            "facts": .array(status.facts.map { ["name": .string($0.name), "value": .string($0.value)] }),
            "problems": .array(status.problems.map { .string($0) }),
          ]
        }), "peakMemory": .int(System.peakMemory), "cache": files(caches), "state": files(state),
    ]
  }
}
