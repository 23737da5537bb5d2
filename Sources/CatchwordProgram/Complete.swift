import CatchwordCompletion
import CatchwordProxy
import CatchwordRPC
import CatchwordServer
import CatchwordSettings
import CatchwordSources
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `catchword complete`: requests completions at a place in a file from the server, once, without an editor.
enum Complete {
  static func run(_ options: CompleteOptions) async -> Int32 {
    let text: String
    do {
      text = try Files.text(of: options.path)
    } catch {
      Printer.complain("\(options.path): \(error)")
      return 66
    }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    guard options.line <= lines.count else {
      Printer.complain(
        "\(options.path) has \(lines.count == 1 ? "1 line" : "\(lines.count) lines"), so there is no line \(options.line)."
      )
      return 65
    }
    let length = lines[options.line - 1].unicodeScalars.count
    if let column = options.column, column > length + 1 {
      Printer.complain(
        "line \(options.line) of \(options.path) ends at column \(length + 1), so there is no column \(column).")
      return 65
    }
    let character = options.column.map { $0 - 1 } ?? length
    let parts = Serve.parts(UserConfiguration(), isAwaited: true)
    if let problem = unknownSource(options.sources, parts) {
      Printer.complain(problem)
      return 64
    }
    let (list, explained) = await ask(options, parts, text: text, line: options.line - 1, character: character)
    let place = "\(options.path):\(options.line):\(character + 1)"
    if options.isExplained { return Explanation(explained).write(asJSON: options.isJSON, place: place) }
    return Report(list).write(asJSON: options.isJSON, place: place)
  }

  /// Returns the problem with an unknown source name; nil when all names are known.
  private static func unknownSource(_ names: [String], _ parts: Serve.Parts) -> String? {
    let defined = ProgramParts.names(definedIn: parts.configuration.userSettings.content)
    let known = parts.configuration.sources.map(\.descriptor.name) + defined + parts.program.optionalSources
    guard let name = names.first(where: { !known.contains($0) }) else { return nil }
    let remedy = NearestName.of(name, among: known).map { "did you mean \($0)?" }
    return "there is no source \"\(name)\"; \(remedy ?? "the sources are \(known.joined(separator: ", ")).")"
  }

  /// The maximum wait for sources that load, in hundredths of a second.
  private static let patience = 500
  /// The wait after which making a far text is not waited for: it takes seconds a million tokens.
  private static let farPatience = 100

  private static func ask(
    _ options: CompleteOptions, _ parts: Serve.Parts, text: String, line: Int, character: Int
  ) async -> (list: JSONValue, explained: CompletionResult?) {
    let explained = Mutex<CompletionResult?>(nil)
    var configuration = parts.configuration
    configuration.willAnswer = { result in explained.withLock { $0 = result } }
    let path = Project.absolute(options.path)
    let session = Session(configuration, path: path, text: text, languageID: options.languageID)
    var settings: [String: JSONValue] = ["limit": .int(options.limit)]
    if !options.lists.isEmpty { settings["lists"] = .array(options.lists.map { .string(Project.absolute($0)) }) }
    if !options.sources.isEmpty { settings["sources"] = .array(options.sources.map { .string($0) }) }
    await session.begin(settings)
    // This makes all sources load.
    _ = await session.complete(line: line, character: character)
    var waited = 0
    let (sources, servers) = (parts.program.sources, parts.program.servers)
    while sources.isBusy || !servers.loading.isEmpty, waited < patience {
      if sources.far != nil && servers.loading.isEmpty && waited >= farPatience { break }
      try? await Task.sleep(for: .milliseconds(10))
      waited += 1
    }
    for folder in sources.missingFar {
      Printer.complain(
        "not all of \(folder) has been learned from; 'catchword learn \(folder)' does that once for all.")
    }
    if sources.isBusy && sources.far == nil {
      Printer.complain("not all files have been read in time; words that only they have are missing.")
    }
    for name in servers.loading {
      Printer.complain("the server \"\(name)\" has not begun in time; what it offers is missing.")
    }
    // What was loaded while the first list was made is not in it, and nothing says so any more.
    let list = await session.complete(line: line, character: character)
    await session.end()
    return (list, explained.withLock { $0 })
  }
}
