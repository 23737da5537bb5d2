package import CatchwordCompletion
import CatchwordFiles
import CatchwordText
import Synchronization

/// Offers the keys of bibliographies, with authors, years and titles, where something is cited.
///
/// The files are those that the document names (`bibliography:`, `\addbibresource`, `\bibliography`), and those beside it
/// and above it, up to the open folder. Nothing outside of the open folder is read.
package actor CitationsSource: CompletionSource {
  /// The properties of this source for the engine.
  package nonisolated let descriptor = SourceDescriptor(
    name: "citations", triggerCharacters: ["@"], priority: 0.5, minimumLength: 0)

  private struct Shared {
    var folders: [String] = []
    var state = SourceState()
    var read: [String: File] = [:]
  }

  private struct File: Sendable {
    let stamp: FileAccess.Stamp
    let entries: [Bibliography.Entry]
  }

  /// The maximum number of files for a document, and of those that are kept.
  private static let (mostFiles, mostKept) = (16, 64)
  /// The maximum size of a file, in bytes.
  private static let mostBytes = 16 << 20
  /// The maximum number of candidates.
  private static let mostCandidates = 2000
  /// The maximum number of bytes at each end of a document that are searched for names of files.
  private static let searchedBytes = 64 << 10

  private nonisolated let shared = Mutex(Shared())
  private let pool: BlockingPool

  package init(clock: EngineClock = EngineClock()) { pool = BlockingPool(clock: clock) }

  /// Sets the folders of the workspace, as absolute paths.
  package nonisolated func apply(folders: [String]) {
    shared.withLock { shared in
      guard shared.folders != folders else { return }
      shared.folders = folders
      shared.state.generation += 1
    }
  }

  package nonisolated var state: SourceState { shared.withLock(\.state) }

  /// True where something is cited.
  package nonisolated func mayAnswer(_ query: CompletionQuery) -> Bool { CitationPlace(query) != nil }

  /// Returns the keys that begin as typed, or have what is typed in them.
  package func completions(for query: CompletionQuery) async throws -> SourceAnswer {
    guard let place = CitationPlace(query), let file = FilePath.path(ofURI: query.document.uri) else {
      return SourceAnswer([])
    }
    let folder = FilePath.split(file).folder
    let root = FilePath.innermost(of: shared.withLock(\.folders), around: folder)
    let named = CitationsSource.named(in: query.document.text)
    let known = shared.withLock(\.read)
    do {
      let found = try await pool.run("citations:\(file)", at: folder) {
        CitationsSource.read(named, folder: folder, root: root ?? folder, known: known)
      }
      shared.withLock { shared in
        if shared.read.count > CitationsSource.mostKept { shared.read = [:] }
        shared.read.merge(found.files) { $1 }
      }
      var seen: Set<String> = []
      let entries = found.order.flatMap { found.files[$0]?.entries ?? [] }.fitting(place.typed, by: \.key).filter {
        seen.insert($0.key).inserted
      }
      let candidates = entries.prefix(CitationsSource.mostCandidates).map { entry in
        var candidate = Candidate(
          entry.key, kind: .reference, detail: entry.detail.isEmpty ? nil : entry.detail,
          signals: CandidateSignals(affinity: 1))
        candidate.start = place.start
        return candidate
      }
      return SourceAnswer(candidates, isIncomplete: entries.count > candidates.count)
    } catch is BlockingPool.Stuck {
      return SourceAnswer([], isIncomplete: true)
    }
  }

  private struct Found: Sendable {
    var files: [String: File] = [:]
    var order: [String] = []
  }

  /// Reads the files of a document; blocks. Links are followed only within the root.
  private static func read(_ named: [String], folder: String, root: String, known: [String: File]) -> Found {
    var paths = named.map { FilePath.normalized($0.hasPrefix("/") ? $0 : "\(folder)/\($0)") }
    var place = folder
    while true {
      let names = FileSystem.entries(of: place, limit: 4096)?.map(\.name) ?? []
      paths += names.filter { $0.lowercased().hasSuffix(".bib") }.sorted().map { "\(place)/\($0)" }
      if place == root || place.count <= root.count { break }
      place = FilePath.split(place).folder
    }
    let files = FileAccess.disk.inside(root)
    var found = Found()
    for path in paths where found.order.count < mostFiles && found.files[path] == nil && path.hasPrefix("\(root)/") {
      guard let stamp = files.stamp(path), stamp.size <= mostBytes else { continue }
      found.order.append(path)
      if let file = known[path], file.stamp == stamp {
        found.files[path] = file
        continue
      }
      var bytes: [UInt8] = []
      let isRead: Void? = try? files.read(path) { piece in
        if bytes.count + piece.count > mostBytes { throw FileAccessError("it grows") }
        bytes += piece
      }
      found.files[path] = File(stamp: stamp, entries: isRead == nil ? [] : Bibliography.entries(in: bytes))
    }
    return found
  }

  /// The names of bibliographies in a document: at its beginning, and at its end.
  static func named(in text: Text) -> [String] {
    let (head, tail) = (min(text.count, searchedBytes), max(0, text.count - searchedBytes))
    var lines = lines(in: text.bytes(in: 0..<head))
    if tail > head { lines += self.lines(in: text.bytes(in: tail..<text.count)) }
    return Array(lines.flatMap(names).prefix(mostFiles))
  }

  /// The characters that end the name of a file in a line.
  private static let separators = " \t\"'[](){},;"

  /// The names of files in a line: in the braces of a command of LaTeX, behind `bibliography:`, or in its list.
  private static func names(in line: String) -> [String] {
    let parts = line.split { separators.contains($0) }
    if let command = parts.firstIndex(where: { $0.hasSuffix("\\bibliography") || $0.hasSuffix("\\addbibresource") }) {
      guard let open = line.lastIndex(of: "{"), let close = line[open...].firstIndex(of: "}") else { return [] }
      // Without its extension, as BibTeX wants it.
      return line[open..<close].split { separators.contains($0) }.map { name in
        name.lowercased().hasSuffix(".bib") || parts[command].hasSuffix("resource") ? String(name) : "\(name).bib"
      }
    }
    let isNamed =
      parts.first == "-" || parts.contains { $0 == "bibliography:" || $0 == "#bibliography" || $0 == "bibliography" }
    return isNamed ? parts.filter { $0.lowercased().hasSuffix(".bib") }.map(String.init) : []
  }

  /// The lines with "bib" in them, of which a document has few.
  private static func lines(in bytes: ContiguousArray<UInt8>) -> [String] {
    var lines: [String] = []
    var index = 0
    while index + 2 < bytes.count, lines.count < 4 * mostFiles {
      guard bytes[index] == UInt8(ascii: "b"), bytes[index + 1] == UInt8(ascii: "i"),
        bytes[index + 2] == UInt8(ascii: "b")
      else {
        index += 1
        continue
      }
      let isBreak = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
      let start = bytes[..<index].lastIndex(where: isBreak).map { $0 + 1 } ?? 0
      let end = bytes[index...].firstIndex(where: isBreak) ?? bytes.count
      if end - start <= 1024 { lines.append(String(decoding: bytes[start..<end], as: UTF8.self)) }
      index = end
    }
    return lines
  }
}
